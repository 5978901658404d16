import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { declarePush } from '../server/push/declarePush.ts';
import type { PushPayload } from '../src/contract/entities.ts';
import { userMark } from '../src/contract/userMark.ts';
import { noticesPath } from '../src/contract/workerPaths.ts';
import { unknownPush } from '../src/messages/jaUnknownPush.ts';
import { addressOf } from '../src/platform/device/notifications.ts';
import { createUnreadCountStore } from '../src/platform/device/unreadCount.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import type { Tokens } from '../src/platform/identity/identityTokens.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { CLUB, LEAGUE } from '../tests/support/tenants.ts';
import { receivePush } from './receivePush.ts';

const ORIGIN = 'https://a.example';
const media_url = `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
const payload: PushPayload = {
  for: '',
  tenant: CLUB,
  kind: 'comment',
  id: 'notice comment-1',
  name: '花子',
  title: '',
  body: '',
  count: 1,
  media_url,
  target: 'hanako',
  unread: 3,
};
const shown: [string, NotificationOptions][] = [];
const unsubscribe = vi.fn(async () => true);
const badge = vi.fn(async () => undefined);
const matchAll = vi.fn(async (_which: object) => pages);
let endpoint = '';
/** How the browser answers when asked for its subscription. */
let getSubscription: () => Promise<object | null>;
let pages: { url: string; visibilityState: string; postMessage: (message: unknown) => void }[] = [];

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  shown.length = 0;
  pages = [];
  getSubscription = async () => ({ endpoint, unsubscribe });
  endpoint = 'https://fcm.googleapis.com/fcm/send/x';
  vi.clearAllMocks();
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`));
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: NotificationOptions) => void shown.push([title, options]),
    pushManager: { getSubscription: () => getSubscription() },
  });
  vi.stubGlobal('clients', { matchAll });
  vi.stubGlobal('navigator', { setAppBadge: badge });
});
afterEach(() => void vi.unstubAllGlobals());

const signIn = (userId: string, refreshToken: string | null = 'r') =>
  createTokenStore(createClientDatabase()).save({ userId, refreshToken } as Tokens);
const forMe = async (change: Partial<PushPayload> = {}) => ({ ...payload, for: await userMark('me'), ...change });
const pushText = (text: string | null) => receivePush({ text, declared: null });
/** As the release before sent it. */
const push = async (change: Partial<PushPayload> = {}) => pushText(JSON.stringify(await forMe(change)));

const url = `${ORIGIN}/${CLUB}/gallery.html?q=${encodeURIComponent(media_url)}`;
const whole = [
  '花子さんがあなたの写真にコメントしました',
  {
    ...{ body: '', icon: `/${CLUB}/icons/icon-192.png`, lang: 'ja', tag: `${CLUB} notice comment-1`, silent: false },
    ...{ data: { url }, navigate: url },
  },
];
const unknownOf = (tenant: string | null) => [
  unknownPush.title,
  {
    ...{ body: unknownPush.body, lang: 'ja', tag: 'unknown', silent: false },
    ...(tenant === null ? {} : { icon: `/${tenant}/icons/icon-192.png` }),
    data: { url: ORIGIN + (tenant === null ? '/' : noticesPath(tenant)) },
    navigate: ORIGIN + (tenant === null ? '/' : noticesPath(tenant)),
  },
];

test('SOC-08c a push is shown to the fan it is for, leads to the photo, and counts on the icon', async () => {
  await signIn('me');
  await push();
  expect(shown).toEqual([whole]);
  expect(badge).toHaveBeenCalledWith(3);
  await push({ tenant: LEAGUE, unread: 2 });
  expect(badge).toHaveBeenLastCalledWith(5);
  expect(await createUnreadCountStore(createClientDatabase()).load('me')).toBe(5);
  expect(await createUnreadCountStore(createClientDatabase()).load('other')).toBe(0);
});

test('KEP-04a the worker shows the same of a declarative push, as text or as the browser read it', async () => {
  await signIn('me');
  const declared = declarePush(await forMe(), ORIGIN);
  await pushText(JSON.stringify(declared));
  const { notification, web_push, app_badge, mutable } = declared;
  await pushText(JSON.stringify({ web_push, notification, app_badge, mutable }));
  await receivePush({ text: null, declared: notification });
  expect(shown).toEqual([whole, whole, whole]);
  expect(badge).toHaveBeenLastCalledWith(3);
});

test('KEP-04a an address of elsewhere leads to the same place of this site', async () => {
  await signIn('me');
  const declared = declarePush(await forMe(), 'http://elsewhere.example');
  await pushText(JSON.stringify(declared));
  const { notification } = declared;
  await receivePush({
    text: null,
    declared: { ...notification, navigate: 'https://a.example//elsewhere.example/x?y' },
  });
  const addresses = shown.map(([, { data }]) => data.url);
  expect(addresses).toEqual([url, `${ORIGIN}//elsewhere.example/x?y`]);
  expect(addresses.map((address) => addressOf({ data: { url: address } }, ORIGIN))).toEqual(addresses);
});

test('T26 KEP-04b nobody else sees it: it is told that there is something, and signed out it ends', async () => {
  await push();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  await signIn('me', null);
  await push();
  expect(unsubscribe).toHaveBeenCalledTimes(2);
  await signIn('other');
  await push();
  await receivePush({ text: null, declared: declarePush(await forMe(), ORIGIN).notification });
  expect(unsubscribe).toHaveBeenCalledTimes(2);
  expect(shown).toEqual([1, 2, 3, 4].map(() => unknownOf(CLUB)));
  expect(JSON.stringify(shown)).not.toContain('花子');
  expect(badge).not.toHaveBeenCalled();
});

test('KEP-04b something is shown of every push: empty, broken, of a form nobody knows', async () => {
  await signIn('me');
  const declared = declarePush(await forMe(), ORIGIN);
  const untitled = { ...declared, kind: 'new', notification: { ...declared.notification, title: '' } };
  for (const text of [null, '', '{}', '<html>', '[1]', JSON.stringify(untitled)]) await pushText(text);
  await receivePush({ text: null, declared: { ...declared.notification, data: null } });
  expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7].map(() => unknownOf(null)));
});

test('KEP-04b where the device denies its storage or its badge, something is shown all the same', async () => {
  await signIn('me');
  badge.mockRejectedValueOnce(new Error('denied'));
  await push();
  expect(shown).toEqual([whole]);
  const denied = new Proxy(new IDBFactory(), {
    get: () => () => {
      throw new Error('denied');
    },
  });
  vi.stubGlobal('indexedDB', denied);
  await push();
  expect(shown[1]).toEqual(unknownOf(CLUB));
});

test.each([
  ['has none', async () => null],
  ['does not tell it', () => Promise.reject(new DOMException('denied', 'AbortError'))],
])('KEP-04b a push whose subscription the browser %s is told as any other', async (_, given) => {
  getSubscription = given;
  await push();
  await signIn('me');
  await push();
  pages = [{ url: `https://a.example/${CLUB}/`, visibilityState: 'visible', postMessage: () => undefined }];
  await push();
  expect(shown).toEqual([unknownOf(CLUB), whole]);
});

test('SAF-15 KEP-04b a logout while a push comes in leaves no number of the fan', async () => {
  await signIn('me');
  const declared = JSON.stringify(await forMe());
  const { digest } = crypto.subtle;
  const logout = vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (...given) => {
    await createTokenStore(createClientDatabase()).clear();
    return digest.apply(crypto.subtle, given);
  });
  await pushText(declared);
  expect(logout).toHaveBeenCalled();
  logout.mockRestore();
  expect(badge).not.toHaveBeenCalled();
});

test('SOC-08c KEP-04b who looks at the tenant’s page is told there, on Apple’s systems silently besides', async () => {
  await signIn('me');
  const messages: unknown[] = [];
  const page = (address: string, visibilityState: string) => ({
    ...{ url: address, visibilityState },
    postMessage: (message: unknown) => void messages.push(message),
  });
  pages = [page(`https://a.example/${CLUB}/gallery.html`, 'visible')];
  await push();
  expect([shown.length, messages]).toEqual([0, [{ type: 'PUSHED' }]]);
  expect(matchAll).toHaveBeenLastCalledWith({ type: 'window', includeUncontrolled: true });
  endpoint = 'https://web.push.apple.com/x';
  await push();
  expect(shown).toEqual([[whole[0], { ...(whole[1] as object), silent: true }]]);
  endpoint = 'https://fcm.googleapis.com/fcm/send/x';
  pages = [
    page(`https://a.example/${LEAGUE}/`, 'visible'),
    page(`https://a.example/common/settings.html?t=${CLUB}`, 'hidden'),
  ];
  await push();
  expect([shown.length, messages.length]).toEqual([2, 3]);
});

test('KEP-04b a click leads to addresses of this site alone', () => {
  const to = (address: unknown) => addressOf({ data: { url: address } }, ORIGIN);
  expect(to(`/${CLUB}/`)).toBe(`${ORIGIN}/${CLUB}/`);
  for (const address of [
    '//evil.example/',
    '/\\evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
    7,
    undefined,
  ])
    expect([address, to(address)]).toEqual([address, null]);
  expect(addressOf({ data: null }, ORIGIN)).toBeNull();
});
