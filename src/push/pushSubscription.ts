/** Pushes of this device go with the login: renewed while it lasts, ended with it. Their code is loaded only where they are on. */
import type { Api } from '../api/client.ts';
import type { SessionState } from '../session/sessionState.ts';
import { hasPush, pushOwner } from './pushMemory.ts';

/** Whoever signed out is told nothing more on this device. Never rejects. */
export async function endPush(api: Pick<Api, 'deletePushDevice'>, userId: string): Promise<void> {
  if (pushOwner() !== userId) return;
  await import('./pushSwitch.ts').then(({ endPushHere }) => endPushHere(api)).catch(() => undefined);
}

type PushApi = Pick<Api, 'getPushKey' | 'getPushDevice' | 'putPushDevice' | 'deletePushDevice'>;

/**
 * Compares what the server knows of this browser with what the browser has, once a page and sign-in, and mends it: browsers change their
 * subscriptions, and each sign-in has browsers of its own. Only where the fan switched it on; a permission that is gone is told in the settings.
 */
export function syncPushSubscription(
  api: PushApi,
  session: { subscribe(listener: () => void): () => void; read(): SessionState },
  tenantId: string | null,
): void {
  let renewed: string | null = null;
  const follow = () => {
    const state = session.read();
    if (state.status !== 'signedIn') {
      renewed = null;
      return;
    }
    const userId = state.user.id;
    if (tenantId === null || renewed === userId || !hasPush(tenantId, userId)) return;
    renewed = userId;
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    void import('./pushSwitch.ts')
      .then(({ repairPush }) => repairPush({ api, tenantId, userId }))
      .catch(() => undefined);
  };
  session.subscribe(follow);
  follow();
}
