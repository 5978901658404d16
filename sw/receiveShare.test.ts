import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPath, SHARE_FIELD } from '../src/contract/workerPaths.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import type { Tokens } from '../src/platform/identity/identityTokens.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { createShareTargetStore } from '../src/platform/storage/shareTargetStore.ts';
import { isJpegName } from '../src/rules/jpegName.ts';
import { CLUB } from '../tests/support/tenants.ts';
import { receiveShare } from './receiveShare.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  // Node knows no address of its own to lead from.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url, status) => new Response(null, { status: status ?? 302, headers: { location: String(url) } }),
  );
});
afterEach(() => void vi.restoreAllMocks());

async function share(...parts: (File | string)[]): Promise<[number, string | null]> {
  const body = new FormData();
  for (const part of parts) body.append(SHARE_FIELD, part);
  const { status, headers } = await receiveShare(
    new Request('https://fans.example/share', { method: 'POST', body }),
    CLUB,
  );
  return [status, headers.get('location')];
}
const file = (name: string) => new File(['bytes'], name, { type: 'image/jpeg' });
const taken = async (userId: string | null) => {
  const { files } = await createShareTargetStore(createClientDatabase()).take(CLUB, userId);
  return files.map(({ name }) => name);
};

test('QUE-06a QUE-06b shared photos are kept for the fan who is signed in, and the form is opened', async () => {
  await createTokenStore(createClientDatabase()).save({ userId: 'me', refreshToken: 'r' } as Tokens);
  expect(await share(file('a.jpg'), 'no file', file('b.jpg'))).toEqual([303, openPath(CLUB, 'share')]);
  expect([await taken('other'), await taken('me')]).toEqual([[], ['a.jpg', 'b.jpg']]);
});

test('QUE-06b with nobody signed in they are for whoever signs in next', async () => {
  await share(file('a.jpg'));
  expect(await taken('next')).toEqual(['a.jpg']);
});

test('QUE-06d a share without a photo keeps nothing and is said, in the product', async () => {
  const nothing = [303, openPath(CLUB, 'share-empty')];
  expect(await share()).toEqual(nothing);
  expect(await share('https://example.jp/photo', 'a text')).toEqual(nothing);
  expect(await share(new File([], '', { type: 'application/octet-stream' }))).toEqual(nothing);
  expect(await taken(null)).toEqual([]);
  // A file without bytes is the form's to refuse, by its name.
  expect(await share(new File([], 'empty.jpg', { type: 'image/jpeg' }))).toEqual([303, openPath(CLUB, 'share')]);
});

test('QUE-06a PST-07e a photo without a type, or with another name, is kept as it came', async () => {
  await share(
    new File(['bytes'], 'c.jpg', { type: 'application/octet-stream' }),
    new File(['bytes'], 'image:1000000123', { type: 'image/jpeg' }),
  );
  const { files } = await createShareTargetStore(createClientDatabase()).take(CLUB, null);
  expect(files.map((one) => [one.name, isJpegName(one)])).toEqual([
    ['c.jpg', true],
    ['image:1000000123', true],
  ]);
});

test('QUE-06a what cannot be read or kept is said, in the product', async () => {
  const broken = new Request('https://fans.example/share', { method: 'POST', body: 'no form' });
  const { status, headers } = await receiveShare(broken, CLUB);
  expect([status, headers.get('location')]).toEqual([303, openPath(CLUB, 'share-failed')]);
});

describe('QUE-06e a form of another site', () => {
  const post = (given: { site?: string; referrer?: string }): Request => {
    const body = new FormData();
    body.append(SHARE_FIELD, file('a.jpg'));
    const headers = given.site === undefined ? undefined : { 'sec-fetch-site': given.site };
    const request = new Request('https://fans.example/share', { method: 'POST', body, ...(headers && { headers }) });
    Object.defineProperty(request, 'referrer', { value: given.referrer ?? '' });
    return request;
  };
  const answerTo = async (request: Request) => (await receiveShare(request, CLUB)).headers.get('location');

  test.each([{ site: 'cross-site' }, { site: 'same-site' }, { referrer: 'https://evil.example/' }])(
    'puts no photo into the store, and the fan is told: %o',
    async (given) => {
      expect(await answerTo(post(given))).toBe(openPath(CLUB, 'share-foreign'));
      expect(await taken(null)).toEqual([]);
    },
  );

  test.each([{ site: 'none' }, { site: 'same-origin' }, { referrer: 'https://fans.example/x/' }, {}])(
    'is told from the share sheet: %o',
    async (given) => {
      expect(await answerTo(post(given))).toBe(openPath(CLUB, 'share'));
      expect(await taken(null)).toEqual(['a.jpg']);
    },
  );
});
