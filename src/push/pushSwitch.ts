/** The fan's choice to be told on this device: per tenant, and gone with the login. */
import type { Api } from '../api/client.ts';
import { deviceId, loadSubscription, subscribeToPush } from '../platform/device/push.ts';
import { forgetPush, hasPush, rememberPush } from './pushMemory.ts';

export interface PushPlace {
  readonly api: Pick<Api, 'getPushKey' | 'getPushDevice' | 'putPushDevice' | 'deletePushDevice'>;
  readonly tenantId: string;
  readonly userId: string;
}

/** Whether the fan is told here. The server has the last word. */
export async function isPushOn({ api, tenantId, userId }: PushPlace): Promise<boolean> {
  const subscription = await loadSubscription();
  if (subscription === null || !hasPush(tenantId, userId)) return false;
  const { is_on } = await api.getPushDevice({ query: { device: await deviceId(subscription) } });
  return is_on;
}

/** The browser may be told. @throws AppError of the calls; Error where the browser has no push service */
export async function turnPushOn({ api, tenantId, userId }: PushPlace): Promise<void> {
  const { public_key } = await api.getPushKey();
  await api.putPushDevice({ body: await subscribeToPush(public_key) });
  rememberPush(tenantId, userId);
}

/** Ends it in this tenant; with the last one the browser's subscription ends. */
export async function turnPushOff({ api, tenantId }: PushPlace): Promise<void> {
  const subscription = await loadSubscription();
  if (subscription !== null) {
    const { left } = await api.deletePushDevice({ body: { endpoint: subscription.endpoint, all: false } });
    if (left === 0) await subscription.unsubscribe();
  }
  forgetPush(tenantId);
}

/** The fan signed out: nothing more is told here, of no tenant. Without signal the browser's own subscription ends all the same. */
export async function endPushHere(api: Pick<Api, 'deletePushDevice'>): Promise<void> {
  forgetPush();
  const subscription = await loadSubscription();
  if (subscription === null) return;
  await api.deletePushDevice({ body: { endpoint: subscription.endpoint, all: true } }).catch(() => undefined);
  await subscription.unsubscribe();
}
