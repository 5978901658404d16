import { beforeEach, expect, test, vi } from 'vitest';
import { CLUB, LEAGUE } from '../../tests/support/tenants.ts';
import type { SessionState } from '../session/sessionState.ts';
import { forgetPush, hasPush, rememberPush } from './pushMemory.ts';
import { endPush, syncPushSubscription } from './pushSubscription.ts';
import { isPushOn, turnPushOff, turnPushOn } from './pushSwitch.ts';

const endpoint = 'https://fcm.googleapis.com/fcm/send/x';
const key = new Uint8Array([1, 2, 250]).buffer;
const unsubscribe = vi.fn(async () => true);
let subscription: object | null = null;
/** Tenants the server tells this browser of. */
let told: string[] = [];
const kept = new Map<string, string>();

const api = {
  getPushKey: vi.fn(async () => ({ public_key: 'AQL6' })),
  getPushDevice: vi.fn(async () => ({ is_on: true })),
  putPushDevice: vi.fn(async () => ({ result: 'ok' as const })),
  deletePushDevice: vi.fn(async ({ body }: { body: { all: boolean } }) => {
    told = body.all ? [] : told.slice(1);
    return { left: told.length };
  }),
};
const place = (tenantId: string, userId = 'me') => ({ api: api as never, tenantId, userId });

beforeEach(() => {
  vi.clearAllMocks();
  kept.clear();
  subscription = null;
  told = [];
  const made = { endpoint, options: { applicationServerKey: key }, getKey: () => key, unsubscribe };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async () => {
      subscription = made;
      return made;
    }),
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

test('API-PUT-/user/push/item API-GET-/user/push/item switched on for this browser, tenant and fan', async () => {
  expect(await isPushOn(place(CLUB))).toBe(false);
  await turnPushOn(place(CLUB));
  expect(api.putPushDevice).toHaveBeenCalledWith({ body: { endpoint, p256dh: 'AQL6', auth: 'AQL6' } });
  expect(await isPushOn(place(CLUB))).toBe(true);
  expect(api.getPushDevice).toHaveBeenCalledWith({ query: { device: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  expect(await isPushOn(place(LEAGUE))).toBe(false);
  expect(await isPushOn(place(CLUB, 'other'))).toBe(false);
  api.getPushDevice.mockResolvedValueOnce({ is_on: false });
  expect(await isPushOn(place(CLUB))).toBe(false);
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
  const old = vi.fn(async () => true);
  subscription = { endpoint, options: { applicationServerKey: new Uint8Array([9]).buffer }, unsubscribe: old };
  await turnPushOn(place(CLUB));
  expect(old).toHaveBeenCalledTimes(1);
});

test('ACC-03a at logout nothing more is told here, also where the server cannot be reached', async () => {
  await turnPushOn(place(CLUB));
  await endPush(api as never, 'other');
  expect(unsubscribe).not.toHaveBeenCalled();
  api.deletePushDevice.mockRejectedValueOnce(new Error('offline'));
  await endPush(api as never, 'me');
  expect(api.deletePushDevice).toHaveBeenCalledWith({ body: { endpoint, all: true } });
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
  changed();
  await vi.waitFor(() => expect(api.putPushDevice).toHaveBeenCalledTimes(1));
  state = { status: 'anonymous' };
  changed();
  state = { status: 'signedIn', user: { id: 'other', name: '', usepermit: true } };
  changed();
  forgetPush();
  expect(api.putPushDevice).toHaveBeenCalledTimes(1);
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
