/** A fan of the embedded accounts, with everything another maker's client needs to speak to our endpoints. */

import { createApi } from '../../../src/api/client.ts';
import type { ClientConfig } from '../../../src/contract/config.ts';
import { createIdentity } from '../../../src/platform/identity/identity.ts';
import { createCredentialSource, type ObjectCredentials } from '../../../src/platform/identity/identityPool.ts';
import { signInBySrp } from '../../../src/platform/identity/identitySrp.ts';
import { createTokenSource } from '../../../src/platform/identity/identityTokens.ts';
import { createObjectName, originalKey } from '../../../src/rules/objectKeys.ts';
import { COMING_DAY, draftOf } from '../../api/contract/draft.ts';
import type { Product } from '../../journeys/support/product.ts';
import { CLUB } from '../../support/tenants.ts';

export const PEER_PASSWORD = 'Stadium-2026';

export interface OwnFan {
  readonly config: ClientConfig;
  readonly email: string;
  readonly sub: string;
  /** Credentials of the store, of this sign-in. */
  credentials(): Promise<ObjectCredentials>;
  /** A key of a photo of the fan's own event, that nothing is stored under. Anybody reads it once it is stored. */
  photoKey(): string;
  /** A key in the fan's own folder of avatars. Nobody reads it before the fan chooses it (SAF-44d). */
  avatarKey(): string;
}

/** Signs up by the mailed code, in, and joins the club. */
export async function openOwnFan(product: Product, email: string): Promise<OwnFan> {
  const told = (await (await fetch(`${product.url}/config.json`)).json()) as ClientConfig;
  const endpoints = { userPoolEndpoint: `${product.url}/idp`, identityPoolEndpoint: `${product.url}/identity` };
  const config: ClientConfig = { ...told, api: `${product.url}/f`, identity: { ...told.identity, ...endpoints } };
  const identity = createIdentity(config.identity, signInBySrp);
  await identity.signUp(
    { email, password: PEER_PASSWORD, name: 'みどり', nickname: 'みどり', extended1: '', extended2: '' },
    CLUB,
  );
  await identity.confirmSignUp(email, await product.codeFor(email));
  const kept = await identity.signIn(email, PEER_PASSWORD, CLUB);
  const tokens = createTokenSource({
    store: { load: async () => kept, save: async () => undefined, clear: async () => undefined },
    refresh: async () => kept,
    exclusively: (run) => run(),
  });
  const api = createApi({
    config,
    getTenant: () => CLUB,
    getToken: async () => kept.idToken,
    onServerDate: () => undefined,
  });
  await api.getOwnAttributes();
  await api.putUserTenant({ body: { tenant_id: CLUB, agreed_version: '1' } });
  const { event_id } = await api.putEvent({ body: draftOf(COMING_DAY) });
  const keyIn = (folder: { readonly dir: 'avatar' | 'ugc'; readonly owner: string }) =>
    originalKey({ dir: folder.dir, owner: folder.owner, tenant: CLUB, name: createObjectName() });
  const source = createCredentialSource(config.identity, tokens, Date.now);
  return {
    config,
    email,
    sub: kept.userId,
    credentials: () => source.get(kept.userId),
    photoKey: () => keyIn({ dir: 'ugc', owner: event_id }),
    avatarKey: () => keyIn({ dir: 'avatar', owner: kept.userId }),
  };
}
