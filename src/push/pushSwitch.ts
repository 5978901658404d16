/** The fan's choice to be told on this device: per tenant, and gone with the login. */
import type { Api } from '../api/client.ts';
import { loadSubscription, subscribeToPush } from '../platform/device/push.ts';
import { createPushRecord } from '../platform/device/pushRecord.ts';
import { deviceId, isFor } from '../platform/device/subscribeWith.ts';
import { createClientDatabase } from '../platform/storage/clientDatabase.ts';
import { forgetPush, hasPush, pushOwner, rememberPush } from './pushMemory.ts';

export interface PushTarget {
  readonly api: Pick<Api, 'getPushKey' | 'getPushDevice' | 'putPushDevice' | 'deletePushDevice'>;
  readonly tenantId: string;
  readonly userId: string;
}

/** 'lost': the fan switched it on, and the browser or the fan's system ended it since. */
export type PushState = 'on' | 'off' | 'lost';

const checks = new Map<string, Promise<PushState>>();

/**
 * Renews a subscription that the browser or the server dropped, without a question to the fan. Returns whether the fan gets pushes here.
 * Callers at the same time share one check. @throws AppError of the calls
 */
export function repairPush(place: PushTarget): Promise<PushState> {
  const key = `${place.tenantId} ${place.userId}`;
  const running = checks.get(key);
  if (running !== undefined) return running;
  const check = withPushLock(() => mend(place)).finally(() => checks.delete(key));
  checks.set(key, check);
  return check;
}

/** Two tabs that both make a subscription anew would end each other's. */
const withPushLock = (run: () => Promise<PushState>): Promise<PushState> =>
  'locks' in navigator ? navigator.locks.request('push', run) : run();

async function mend(place: PushTarget): Promise<PushState> {
  const { api, tenantId, userId } = place;
  if (!hasPush(tenantId, userId)) return 'off';
  if (Notification.permission !== 'granted') return 'lost';
  const { public_key } = await api.getPushKey();
  const subscription = await loadSubscription();
  if (subscription !== null && isFor(subscription, public_key)) {
    const device = await deviceId(subscription);
    if ((await api.getPushDevice({ query: { device } })).is_on) return 'on';
    const record = await records().load();
    // The server knew this one and forgot it: its push service has ended it, and the browser does not know. Else it is new to this tenant.
    if (record?.userId === userId && record.devices[tenantId] === device) await subscription.unsubscribe();
  }
  const made = await subscribeToPush(public_key).catch(() => null);
  if (made === null) return 'lost';
  await tell(place, made);
  // If the fan signed out or switched pushes off meanwhile, that did not end the subscription made just now.
  if (hasPush(tenantId, userId)) return 'on';
  await (pushOwner() === userId ? turnPushOff(place) : endPushHere(api));
  return 'off';
}

const records = () => createPushRecord(createClientDatabase());

async function tell(
  { api, tenantId, userId }: PushTarget,
  made: Awaited<ReturnType<typeof subscribeToPush>>,
): Promise<void> {
  await api.putPushDevice({ body: made });
  await records().save(userId, tenantId, await deviceId(made));
}

/** The browser may be told. @throws AppError of the calls; Error where the browser has no push service */
export async function turnPushOn(place: PushTarget): Promise<void> {
  const { public_key } = await place.api.getPushKey();
  await tell(place, await subscribeToPush(public_key));
  rememberPush(place.tenantId, place.userId);
}

/** Ends it in this tenant; with the last one the browser's subscription ends. */
export async function turnPushOff({ api, tenantId }: PushTarget): Promise<void> {
  const subscription = await loadSubscription();
  if (subscription !== null) {
    const { left } = await api.deletePushDevice({ body: { endpoint: subscription.endpoint, all: false } });
    if (left === 0) await subscription.unsubscribe();
  }
  forgetPush(tenantId);
  await records().remove(tenantId);
}

/** The fan signed out: nothing more is told here, of no tenant. Without signal the browser's own subscription ends all the same. */
export async function endPushHere(api: Pick<Api, 'deletePushDevice'>): Promise<void> {
  forgetPush();
  const removed = records().remove();
  const subscription = await loadSubscription();
  if (subscription !== null) {
    await api.deletePushDevice({ body: { endpoint: subscription.endpoint, all: true } }).catch(() => undefined);
    await subscription.unsubscribe();
  }
  await removed;
}
