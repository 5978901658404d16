import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../src/contract/errors.ts';
import type { Job, JobPhoto } from '../src/outbox/job.ts';
import { createJob } from '../src/outbox/outbox.ts';
import type { SendRules } from '../src/outbox/sendRules.ts';
import { createUnreadCountStore } from '../src/platform/device/unreadCount.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import type { Tokens } from '../src/platform/identity/identityTokens.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { createJobStore } from '../src/platform/storage/jobStore.ts';
import { createSendRulesStore } from '../src/platform/storage/sendRulesStore.ts';
import type { SenderSettings } from '../src/platform/upload/sender.ts';
import type { PictureEdit } from '../src/rules/pictureEdit.ts';
import { TEST_CLIENT_CONFIG } from '../tests/api/testClientConfig.ts';
import { CLUB } from '../tests/support/tenants.ts';

const badge = { setAppBadge: vi.fn(async (_count: number) => undefined), clearAppBadge: vi.fn(async () => undefined) };
const shown: string[] = [];
const asked: string[] = [];
const world = { waiting: null as object | null, connection: {}, hasConfig: false };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.resetModules();
  vi.clearAllMocks();
  [shown.length, asked.length] = [0, 0];
  Object.assign(world, { waiting: null, connection: {}, hasConfig: false });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('registration', {
    get waiting() {
      return world.waiting;
    },
    showNotification: async (title: string) => void shown.push(title),
  });
  vi.stubGlobal('clients', { matchAll: async () => [] });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('navigator', {
    ...{ ...badge, userAgent: '' },
    get connection() {
      return world.connection;
    },
  });
  // No signal, but for the settings where a test says so.
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push(init?.signal ? 'probe' : 'settings');
    if (world.hasConfig && address === '/config.json') return Response.json(TEST_CLIENT_CONFIG);
    throw new TypeError('Failed to fetch');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const database = () => createClientDatabase();
const signIn = (userId: string, lastsMs = 36_000_000) =>
  createTokenStore(database()).save({
    ...{ userId, session: '', refreshToken: 'r', idToken: 'i', accessToken: 'a', expiresAt: Date.now() + lastsMs },
  } as Tokens);
const follow = (rules: Partial<SendRules>) => createSendRulesStore(database()).save(rules);

async function enqueue(userId: string, ...names: string[]): Promise<Job> {
  const photos = names.map(
    (name): JobPhoto => ({
      ...{ name, mediaUrl: `ugc/${CLUB}/e/original/${name}.jpg`, step: 'picked', fileName: 'a.jpg' },
      fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
      ...{ prepared: null, error: null },
    }),
  );
  for (const name of names)
    await database().run((db) => db.put('bytes', { buffer: new ArrayBuffer(4), type: 'image/jpeg' }, `${name}/source`));
  const event = { id: 'e', name: '開幕戦', seasonId: null };
  const job = createJob({ userId, tenant: CLUB, event, teamId: null, photos }, Date.now());
  await createJobStore(database()).insert(job);
  return job;
}

/** A sync event of the browser's, its waits run through; what it ended with. */
async function sync(isLastChance = false): Promise<string> {
  const { drainOutbox } = await import('./drainOutbox.ts');
  let end: string | null = null;
  const set = (how: string) => {
    end = how;
  };
  drainOutbox(isLastChance).then(
    () => set('done'),
    ({ message }: Error) => set(message),
  );
  for (let turn = 0; end === null; turn += 1) {
    if (turn > 5_000) throw new Error('never ends');
    await new Promise((next) => setImmediate(next));
    if (turn % 10 === 9) await vi.advanceTimersByTimeAsync(500);
  }
  return end;
}

test('QUE-02a with nothing to send the sync is done at once, asks no network, and the icon shows no number', async () => {
  await signIn('me');
  expect(await sync(true)).toBe('done');
  expect([asked, shown]).toEqual([[], []]);
  expect(badge.clearAppBadge).toHaveBeenCalledTimes(1);
});

test('T06 what cannot be sent is left to the browser’s next try; the icon counts it beside what is unread', async () => {
  await signIn('me');
  await createUnreadCountStore(database()).save('me', CLUB, 4);
  await enqueue('me', 'a', 'b');
  await enqueue('other', 'c');
  const start = Date.now();
  expect(await sync()).toBe('posts are left to send');
  expect(Date.now() - start).toBeGreaterThan(60_000);
  expect(shown).toEqual([]);
  expect(badge.setAppBadge.mock.calls).toEqual([[6]]);
});

test('T06 QUE-04e at the browser’s last try the fan is told that posts still wait, and of nothing else', async () => {
  await signIn('me');
  await enqueue('me', 'a');
  expect(await sync(true)).toBe('posts are left to send');
  expect(shown).toEqual(['まだ送信できていない写真があります']);
});

test('T28 a build that waits to take over is let in between two tries', async () => {
  await signIn('me');
  await enqueue('me', 'a');
  world.waiting = {};
  expect(await sync()).toBe('left to the next build');
});

test('T29 posts that wait for Wi-Fi are tried again by the browser; a fan’s own pause is not', async () => {
  await signIn('me');
  await enqueue('me', 'a');
  await follow({ onMetered: 'nothing' });
  world.connection = { type: 'cellular' };
  expect(await sync()).toBe('posts wait for Wi-Fi');
  await follow({ isPaused: true });
  expect(await sync()).toBe('done');
  expect(asked).toEqual([]);
});

test('T06 the settings are read again after a failure, and then once in a worker’s life', async () => {
  await signIn('me');
  await enqueue('me', 'a');
  await sync();
  expect(new Set(asked)).toEqual(new Set(['settings']));
  expect(asked.length).toBeGreaterThan(1);
  world.hasConfig = true;
  asked.length = 0;
  // A worker that cannot decode pictures leaves them to a page.
  expect([await sync(), await sync()]).toEqual(['done', 'done']);
  expect(asked).toEqual(['settings', 'probe', 'probe']);
});

/** What the worker makes its sender with, where it gets as far as that. */
async function senderSettings(): Promise<SenderSettings> {
  const createSender = vi.fn((_settings: SenderSettings) => {
    throw new AppError('NETWORK', 'later');
  });
  vi.doMock('../src/platform/upload/sender.ts', () => ({ createSender }));
  world.hasConfig = true;
  await enqueue('me', 'a');
  await sync();
  vi.doUnmock('../src/platform/upload/sender.ts');
  const settings = createSender.mock.calls[0]?.[0];
  if (settings === undefined) throw new Error('No sender was made.');
  return settings;
}

test('QUE-02a T06 after a night the worker renews the login before it sends, at the pool of the settings', async () => {
  const fresh = { ...{ userId: 'me', session: '', idToken: 'new' }, expiresAt: Date.now() + 36_000_000 };
  const refreshTokens = vi.fn(async () => ({ ...fresh, accessToken: 'a', refreshToken: 'r' }));
  vi.doMock('../src/platform/identity/identityRefresh.ts', () => ({ refreshTokens }));
  await signIn('me', -1);
  const { tokens } = await senderSettings();
  vi.doUnmock('../src/platform/identity/identityRefresh.ts');
  expect((await tokens.get())?.idToken).toBe('new');
  expect(refreshTokens.mock.calls).toEqual([
    [TEST_CLIENT_CONFIG.identity, expect.objectContaining({ userId: 'me', refreshToken: 'r' })],
  ]);
});

test('QUE-02a a worker that can decode prepares photos as the fan turned and cropped them', async () => {
  const prepareJpeg = vi.fn(async () => 'prepared');
  vi.doMock('../src/platform/images/prepareJpeg.ts', () => ({ prepareJpeg }));
  await signIn('me');
  expect((await senderSettings()).preparer).toBeNull();
  vi.resetModules();
  vi.stubGlobal('OffscreenCanvas', class {});
  const { preparer, hasProgress } = await senderSettings();
  vi.doUnmock('../src/platform/images/prepareJpeg.ts');
  const [bytes, edit] = [new ArrayBuffer(4), { turns: 1 } as unknown as PictureEdit];
  expect(await preparer?.prepare(bytes, 'a.jpg', edit)).toBe('prepared');
  expect(prepareJpeg.mock.calls).toEqual([[bytes, edit]]);
  // Workers have no XMLHttpRequest to see progress with.
  expect(hasProgress).toBe(false);
});

test('SAF-15 QUE-05d with nobody signed in nothing is sent, and the icon shows no number', async () => {
  await enqueue('me', 'a');
  world.hasConfig = true;
  await sync();
  expect(badge.setAppBadge).not.toHaveBeenCalled();
  expect(badge.clearAppBadge).toHaveBeenCalled();
});
