import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { CLUB, LEAGUE } from '../../tests/support/tenants.ts';
import { sha256Hex } from '../contract/userMark.ts';
import type { SessionState } from '../session/sessionState.ts';
import { hasPush, rememberPush } from './pushMemory.ts';
import { endPush, syncPushSubscription } from './pushSubscription.ts';
import { repairPush, turnPushOff, turnPushOn } from './pushSwitch.ts';

const FIRST = 'https://fcm.googleapis.com/fcm/send/1';
const key = new Uint8Array([1, 2, 250]).buffer;
const unsubscribe = vi.fn(async () => {
  subscription = null;
  return true;
});
let subscription: PushSubscription | null = null;
/** Subscriptions the browser made. */
let made = 0;
const subscribe = vi.fn(async () => {
  subscription ??= subscriptionOf(key);
  return subscription;
});
const subscriptionOf = (applicationServerKey: ArrayBuffer) =>
  ({
    endpoint: `https://fcm.googleapis.com/fcm/send/${++made}`,
    options: { applicationServerKey },
    getKey: () => key,
    unsubscribe,
  }) as unknown as PushSubscription;
/** Browsers the server knows, by their ids. */
let known: string[] = [];
/** Tenants the server tells this browser of. */
let told: string[] = [];
const kept = new Map<string, string>();

const api = {
  getPushKey: vi.fn(async () => ({ public_key: 'AQL6' })),
  getPushDevice: vi.fn(async ({ query }: { query: { device: string } }) => ({ is_on: known.includes(query.device) })),
  putPushDevice: vi.fn(async ({ body }: { body: { endpoint: string } }) => {
    known.push(await sha256Hex(body.endpoint));
    return { result: 'ok' as const };
  }),
  deletePushDevice: vi.fn(async ({ body }: { body: { all: boolean } }) => {
    told = body.all ? [] : told.slice(1);
    return { left: told.length };
  }),
};
/** Names what a part of a test is about. */
const step = (_about: string, run: () => Promise<void>) => run();
const place = (tenantId: string, userId = 'me') => ({ api: api as never, tenantId, userId });

beforeEach(() => {
  vi.clearAllMocks();
  kept.clear();
  subscription = null;
  told = [];
  made = 0;
  known = [];
  globalThis.indexedDB = new IDBFactory();
  subscribe.mockImplementation(async () => {
    subscription ??= subscriptionOf(key);
    return subscription;
  });
  const pushManager = { getSubscription: async () => subscription, subscribe };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

test('API-PUT-/user/push/item API-GET-/user/push/item switched on for this browser, tenant and fan', async () => {
  expect(await repairPush(place(CLUB))).toBe('off');
  await turnPushOn(place(CLUB));
  expect(api.putPushDevice).toHaveBeenCalledWith({ body: { endpoint: FIRST, p256dh: 'AQL6', auth: 'AQL6' } });
  expect(await repairPush(place(CLUB))).toBe('on');
  expect(api.getPushDevice).toHaveBeenCalledWith({ query: { device: await sha256Hex(FIRST) } });
  expect(await repairPush(place(LEAGUE))).toBe('off');
  expect(await repairPush(place(CLUB, 'other'))).toBe('off');
  expect(api.putPushDevice).toHaveBeenCalledTimes(1);
});

test('KEP-04c what browser, server or operator dropped is made anew at the start, without a question', async () => {
  await turnPushOn(place(CLUB));
  await step('the browser’s is gone', async () => {
    subscription = null;
    expect(await repairPush(place(CLUB))).toBe('on');
    expect([made, known.length]).toEqual([2, 2]);
  });
  await step('its push service gave it up and the server forgot it, which the browser does not know', async () => {
    known = [];
    expect(await repairPush(place(CLUB))).toBe('on');
    expect([made, known.length]).toEqual([3, 1]);
    expect(await repairPush(place(CLUB))).toBe('on');
    expect(made).toBe(3);
  });
  await step('the operator has other keys', async () => {
    subscription = subscriptionOf(new Uint8Array([9]).buffer);
    expect(await repairPush(place(CLUB))).toBe('on');
    expect(subscription?.endpoint).toBe('https://fcm.googleapis.com/fcm/send/5');
  });
});

test('KEP-04c a subscription renewed in one tenant is kept in the next, which only tells it', async () => {
  await turnPushOn(place(CLUB));
  await turnPushOn(place(LEAGUE));
  known = [];
  expect(await repairPush(place(CLUB))).toBe('on');
  const renewed = subscription;
  known = [];
  expect(await repairPush(place(LEAGUE))).toBe('on');
  expect(subscription).toBe(renewed);
  expect(known).toEqual([await sha256Hex(renewed?.endpoint ?? '')]);
});

test('KEP-04d lost is what cannot be mended without the fan: no permission any more, no push service', async () => {
  await turnPushOn(place(CLUB));
  for (const permission of ['default', 'denied']) {
    vi.stubGlobal('Notification', { permission });
    expect(await repairPush(place(CLUB))).toBe('lost');
  }
  vi.stubGlobal('Notification', { permission: 'granted' });
  subscription = null;
  subscribe.mockRejectedValue(new DOMException('no service', 'AbortError'));
  expect(await repairPush(place(CLUB))).toBe('lost');
  // Without signal nobody can tell.
  api.getPushKey.mockRejectedValueOnce(new Error('offline'));
  await expect(repairPush(place(CLUB))).rejects.toThrow('offline');
  expect(api.putPushDevice).toHaveBeenCalledTimes(1);
});

test('KEP-04c ACC-03a a logout while a subscription is made anew ends that one, too', async () => {
  await turnPushOn(place(CLUB));
  subscription = null;
  subscribe.mockImplementationOnce(async () => {
    await endPush(api as never, 'me');
    subscription = subscriptionOf(key);
    return subscription;
  });
  unsubscribe.mockClear();
  expect(await repairPush(place(CLUB))).toBe('off');
  expect([subscription, hasPush(CLUB, 'me')]).toEqual([null, false]);
  expect(api.deletePushDevice).toHaveBeenLastCalledWith({ body: { endpoint: expect.stringMatching(/2$/), all: true } });
});

test('KEP-04c page and settings that look at the same time share one look', async () => {
  rememberPush(CLUB, 'me');
  expect(await Promise.all([1, 2, 3].map(() => repairPush(place(CLUB))))).toEqual(['on', 'on', 'on']);
  expect([made, api.putPushDevice.mock.calls.length]).toEqual([1, 1]);
});

test('TEN-10d switched off in one tenant, the other still tells; with the last one the subscription ends', async () => {
  told = [CLUB, LEAGUE];
  for (const tenant of told) await turnPushOn(place(tenant));
  await turnPushOff(place(CLUB));
  expect([hasPush(CLUB, 'me'), hasPush(LEAGUE, 'me')]).toEqual([false, true]);
  expect(unsubscribe).not.toHaveBeenCalled();
  await turnPushOff(place(LEAGUE));
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(kept.size).toBe(0);
});

test('a subscription for other keys is replaced', async () => {
  const old = vi.fn(async () => {
    subscription = null;
    return true;
  });
  subscription = { ...subscriptionOf(new Uint8Array([9]).buffer), unsubscribe: old };
  await turnPushOn(place(CLUB));
  expect(old).toHaveBeenCalledTimes(1);
});

test('ACC-03a at logout nothing more is told here, also where the server cannot be reached', async () => {
  await turnPushOn(place(CLUB));
  await endPush(api as never, 'other');
  expect(unsubscribe).not.toHaveBeenCalled();
  api.deletePushDevice.mockRejectedValueOnce(new Error('offline'));
  await endPush(api as never, 'me');
  expect(api.deletePushDevice).toHaveBeenCalledWith({ body: { endpoint: FIRST, all: true } });
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(hasPush(CLUB, 'me')).toBe(false);
});

test('renewed once a page where the fan switched it on, and never elsewhere', async () => {
  let state: SessionState = { status: 'signedIn', user: { id: 'me', name: '', usepermit: true } };
  let changed = () => {};
  const session = {
    read: () => state,
    subscribe(listener: () => void) {
      changed = listener;
      return () => {};
    },
  };
  syncPushSubscription(api as never, session, CLUB);
  changed();
  await vi.dynamicImportSettled();
  expect(api.putPushDevice).not.toHaveBeenCalled();
  rememberPush(CLUB, 'me');
  changed();
  await vi.waitFor(() => expect(api.putPushDevice).toHaveBeenCalledTimes(1));
  // The first look is over: callers at the same time would share it.
  expect(await repairPush(place(CLUB))).toBe('on');
  const looks = api.getPushKey.mock.calls.length;
  changed();
  await vi.dynamicImportSettled();
  expect(api.getPushKey).toHaveBeenCalledTimes(looks);
  state = { status: 'anonymous' };
  changed();
  state = { status: 'signedIn', user: { id: 'other', name: '', usepermit: true } };
  changed();
  await vi.dynamicImportSettled();
  expect([api.getPushKey.mock.calls.length, api.putPushDevice.mock.calls.length]).toEqual([looks, 1]);
});

test.each(['denied', 'default'])('SOC-08c where notifications are %s by now nothing is renewed', async (permission) => {
  vi.stubGlobal('Notification', { permission });
  rememberPush(CLUB, 'me');
  const state: SessionState = { status: 'signedIn', user: { id: 'me', name: '', usepermit: true } };
  syncPushSubscription(api as never, { read: () => state, subscribe: () => () => undefined }, CLUB);
  await vi.dynamicImportSettled();
  expect(api.getPushKey).not.toHaveBeenCalled();
  expect(api.putPushDevice).not.toHaveBeenCalled();
});
