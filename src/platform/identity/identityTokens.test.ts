import { expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { createClockOffset } from '../device/clockOffset.ts';
import { crc32Base64 } from '../upload/crc32.ts';
import { serverDateOf, storageError } from '../upload/objectStoreErrors.ts';
import { StoreRefusal } from '../upload/storeAnswer.ts';
import { createTokenSource, type Tokens } from './identityTokens.ts';

const NOW = 1_000_000_000;
const tokens = (change: Partial<Tokens> = {}): Tokens => ({
  userId: 'u',
  session: '1',
  idToken: 'old',
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: NOW + 60 * 60_000,
  ...change,
});

function setUp(
  first: Tokens | null,
  refresh = vi.fn(async (old: Tokens) => ({ ...old, idToken: 'new', expiresAt: NOW + 1e7 })),
) {
  let kept = first;
  const store = {
    load: async () => kept,
    save: async (next: Tokens) => {
      kept = next;
    },
    clear: async () => {
      kept = null;
    },
  };
  const source = createTokenSource({ store, refresh, now: () => NOW, exclusively: (run) => run() });
  return { source, store, refresh };
}

test('ACC-07 a token with five minutes left is renewed, once for all who ask', async () => {
  const { source, refresh } = setUp(tokens({ expiresAt: NOW + 4 * 60_000 }));
  const found = await Promise.all([source.get(), source.get(), source.get()]);
  expect(found.map((one) => one?.idToken)).toEqual(['new', 'new', 'new']);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('ACC-07 a fresh token is used as it is, unless the server refused it', async () => {
  const { source, refresh } = setUp(tokens());
  expect((await source.get())?.idToken).toBe('old');
  expect(refresh).not.toHaveBeenCalled();
  expect((await source.get({ force: true }))?.idToken).toBe('new');
});

test('T19 without signal nobody is logged out, and reading goes on with the old token', async () => {
  const { source, store } = setUp(
    tokens({ expiresAt: NOW - 1 }),
    vi.fn(async () => {
      throw new AppError('NETWORK', 'later');
    }),
  );
  await expect(source.get()).rejects.toMatchObject({ code: 'NETWORK', retry: 'later' });
  expect((await source.get({ allowExpired: true }))?.idToken).toBe('old');
  expect((await store.load())?.refreshToken).toBe('r');
});

test('QUE-05c a refused renewal ends the login once, keeps its fan, and asks no more', async () => {
  const { source, refresh, store } = setUp(
    tokens({ expiresAt: NOW - 1 }),
    vi.fn(async () => {
      throw new AppError('NotAuthorizedException', 'login');
    }),
  );
  const revoked = vi.fn();
  source.onRevoked(revoked);
  await expect(source.get()).rejects.toMatchObject({ retry: 'login' });
  await expect(source.get()).rejects.toMatchObject({ retry: 'login' });
  expect(await source.get({ allowExpired: true })).toBeNull();
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(revoked.mock.calls).toEqual([['u']]);
  expect((await store.load())?.userId).toBe('u');
});

test('QUE-05d another fan’s login during a renewal is not overwritten', async () => {
  const other = tokens({ userId: 'v', session: '2', idToken: 'other' });
  const { source, store } = setUp(
    tokens({ expiresAt: NOW - 1 }),
    vi.fn(async (old: Tokens) => {
      await store.save(other);
      return { ...old, idToken: 'new', expiresAt: NOW + 1e7 };
    }),
  );
  await source.get();
  expect(await store.load()).toEqual(other);
});

test('T21 the checksum is the CRC-32 of the bytes', () => {
  expect(crc32Base64(new TextEncoder().encode('123456789'))).toBe('y/Q5Jg==');
  expect(crc32Base64(new Uint8Array())).toBe('AAAAAA==');
});

test('T22 the clock’s offset is the server’s Date less the middle of the call; a second is no offset', () => {
  const clock = createClockOffset();
  clock.observe({ serverDate: NOW + 7_200_000, sentAt: NOW, receivedAt: NOW + 1000 });
  expect(clock.get()).toBe(7_200_000);
  clock.observe({ serverDate: NOW - 1000, sentAt: NOW, receivedAt: NOW + 400 });
  expect(clock.get()).toBe(0);
});

test('ERR-04 T20 storage refusals are told by the store’s code, with no XML parser', () => {
  const refusal = (code: string | null, statusCode: number, headers = {}) =>
    new StoreRefusal(code, { statusCode, headers });
  expect(storageError(refusal('RequestTimeTooSkewed', 403))).toMatchObject({
    code: 'RequestTimeTooSkewed',
    retry: 'later',
  });
  expect(storageError(refusal('Whatever', 502))).toMatchObject({ code: 'InternalError', retry: 'later' });
  expect(storageError(refusal('Whatever', 403))).toMatchObject({ code: 'UNEXPECTED', retry: 'later', status: 403 });
  expect(storageError(refusal('NoSuchUpload', 404))).toMatchObject({ code: 'NoSuchUpload', retry: 'never' });
  expect(storageError(refusal(null, 404))).toMatchObject({ code: 'NotFound' });
  const unread = Object.assign(new SyntaxError('no XML'), { $response: { statusCode: 403, headers: {} } });
  expect(storageError(unread)).toMatchObject({ code: 'BAD_ANSWER', retry: 'later', status: 403 });
  expect(storageError(new TypeError('Failed to fetch'))).toMatchObject({ code: 'NETWORK', retry: 'later' });
  expect(storageError(new Error('Region is missing'))).toMatchObject({ code: 'REGION_MISSING' });
  expect(serverDateOf(refusal('x', 403, { Date: 'Sat, 21 Nov 2026 00:00:00 GMT' }))).toBe(Date.UTC(2026, 10, 21));
});
