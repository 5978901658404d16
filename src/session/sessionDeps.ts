import type { Api } from '../api/client.ts';
import type { Identity } from '../platform/identity/identity.ts';
import type { TokenSource } from '../platform/identity/identityTokens.ts';
import type { RememberedUser } from './rememberedUserStore.ts';

/** The tenant of the page, as far as the session needs it. */
export interface SessionTenant {
  readonly id: string;
  readonly rulesVersion: string;
}

export interface SessionDeps {
  readonly api: Pick<
    Api,
    'getOwnAttributes' | 'getAccountState' | 'getUsepermit' | 'putUsepermit' | 'getUserTenants' | 'putUserTenant'
  >;
  readonly identity: Identity;
  readonly tokens: TokenSource;
  readonly remembered: RememberedUser;
  readonly getTenant: () => SessionTenant | null;
  /** Tells other tabs that the session changed, and hears it from them. */
  readonly channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /** Calls when the back button brings the page back as it was left (BFCache): the channel told it nothing meanwhile. */
  readonly onRestored?: (listener: () => void) => void;
  /** Calls whenever the page becomes visible or has signal again. */
  readonly onReturned?: (listener: () => void | Promise<void>) => void;
  /** After the page came back and the fan's state was renewed: what else is remembered of the fan is to be asked anew (ACC-13c). */
  readonly onRenewed?: (userId: string) => void;
  /** After a logout or a change of user: wipe what was cached for this fan (DAT-03). */
  readonly onSignedOut?: (userId: string) => void | Promise<void>;
}
