import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PushPayload } from '../src/contract/entities.ts';
import { userMark } from '../src/contract/userMark.ts';
import { createUnreadCountStore } from '../src/platform/device/unreadCount.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import type { Tokens } from '../src/platform/identity/identityTokens.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { CLUB, LEAGUE } from '../tests/support/tenants.ts';
import { receivePush, wordPush } from './receivePush.ts';

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
let pages: { url: string; visibilityState: string; postMessage: (message: unknown) => void }[] = [];

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  shown.length = 0;
  pages = [];
  vi.clearAllMocks();
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: NotificationOptions) => void shown.push([title, options]),
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  });
  vi.stubGlobal('clients', { matchAll: async () => pages });
  vi.stubGlobal('navigator', { setAppBadge: badge });
});

const signIn = (userId: string, refreshToken: string | null = 'r') =>
  createTokenStore(createClientDatabase()).save({ userId, refreshToken } as Tokens);
const push = async (change: Partial<PushPayload> = {}) =>
  receivePush(JSON.stringify({ ...payload, for: await userMark('me'), ...change }));

test('SOC-08c a push is shown to the fan it is for, leads to the photo, and counts on the icon', async () => {
  await signIn('me');
  await push();
  const url = `/${CLUB}/gallery.html?q=${encodeURIComponent(media_url)}`;
  expect(shown).toEqual([
    [
      '花子さんがあなたの写真にコメントしました',
      { body: '', icon: `/${CLUB}/icons/icon-192.png`, lang: 'ja', tag: `${CLUB} notice comment-1`, data: { url } },
    ],
  ]);
  expect(badge).toHaveBeenCalledWith(3);
  await push({ tenant: LEAGUE, unread: 2 });
  expect(badge).toHaveBeenLastCalledWith(5);
  expect(await createUnreadCountStore(createClientDatabase()).load('me')).toBe(5);
  expect(await createUnreadCountStore(createClientDatabase()).load('other')).toBe(0);
});

test('T26 nobody else sees it: signed out it ends the subscription, another fan is shown nothing', async () => {
  await push();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  await signIn('me', null);
  await push();
  expect(unsubscribe).toHaveBeenCalledTimes(2);
  await signIn('other');
  await push();
  expect(unsubscribe).toHaveBeenCalledTimes(2);
  expect(shown).toEqual([]);
  expect(badge).not.toHaveBeenCalled();
});

test('SOC-08c who is looking at the tenant’s page is told there; what is no push of ours is passed over', async () => {
  await signIn('me');
  const messages: unknown[] = [];
  const page = (url: string, visibilityState: string) => ({
    ...{ url, visibilityState },
    postMessage: (message: unknown) => void messages.push(message),
  });
  pages = [page(`https://a.example/${CLUB}/gallery.html`, 'visible')];
  await push();
  expect([shown.length, messages]).toEqual([0, [{ type: 'PUSHED' }]]);
  pages = [
    page(`https://a.example/${LEAGUE}/`, 'visible'),
    page(`https://a.example/common/settings.html?t=${CLUB}`, 'hidden'),
  ];
  await push();
  expect([shown.length, messages.length]).toEqual([1, 2]);
  for (const text of ['', '{}', '<html>', '[1]']) await receivePush(text);
  expect(shown).toHaveLength(1);
});

test('SOC-08c every kind has its sentence and its place', () => {
  const words = (change: Partial<PushPayload>) => {
    const { title, url } = wordPush({ ...payload, ...change });
    return [title, url];
  };
  const photo = `/${CLUB}/gallery.html?q=${encodeURIComponent(media_url)}`;
  const list = `/${CLUB}/common/notice-list.html`;
  expect(words({ kind: 'reply' })).toEqual(['花子さんがあなたのコメントに返信しました', photo]);
  expect(words({ kind: 'reaction', count: 3 })).toEqual(['花子さん、ほか2人があなたの写真に「いいね」しました', photo]);
  expect(words({ kind: 'follow', media_url: null })).toEqual([
    '花子さんがあなたをフォローしました',
    `/${CLUB}/my-photo.html?u=hanako`,
  ]);
  expect(words({ kind: 'follow', name: null, media_url: null })).toEqual([
    '退会したユーザーがあなたをフォローしました',
    list,
  ]);
  expect(words({ kind: 'post', count: 5, target: 'hanako' })).toEqual([
    '花子さんが写真を5枚投稿しました',
    `/${CLUB}/my-photo.html?u=hanako`,
  ]);
  expect(words({ kind: 'event', name: '開幕戦', target: 'e1' })).toEqual([
    '「開幕戦」がはじまりました',
    `/${CLUB}/event-detail.html?e=e1`,
  ]);
  expect(words({ kind: 'news', title: 'お知らせです', media_url: null })).toEqual(['お知らせです', list]);
});
