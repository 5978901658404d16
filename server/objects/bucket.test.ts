import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_OBJECT_BYTES } from '../../src/contract/limits.ts';
import { CLUB } from '../../tests/support/tenants.ts';
import { createBucket } from './bucket.ts';
import type { KeptObjects } from './keptObjects.ts';

const KEY = `ugc/${CLUB}/event1/original/${'A'.repeat(20)}.jpg`;
const STORED = 'Wed, 10 Jun 2026 03:00:00 GMT';
interface Found {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
}
const photo = (size: number, start = [0xff, 0xd8, 0xff], type = 'image/jpeg'): Found => ({
  status: 206,
  headers: { 'content-range': `bytes 0-2/${size}`, 'content-type': type, 'last-modified': STORED },
  body: Buffer.from(start),
});
const refusal = (status: number, code: string): Found => ({ status, body: `<Error><Code>${code}</Code></Error>` });

let http: Server;
let bucket: KeptObjects;
let found: Found;
const deleted: string[] = [];

beforeAll(async () => {
  http = createServer((request, response) => {
    if (request.method === 'DELETE') {
      deleted.push(new URL(request.url ?? '', 'http://x').pathname);
      response.writeHead(204).end();
      return;
    }
    response.writeHead(found.status, found.headers).end(found.body);
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  bucket = createBucket({
    endpoint,
    region: 'ap-northeast-1',
    bucket: 'photos',
    publicBase: endpoint,
    networkId: null,
    credentials,
  });
});
afterAll(() => http.close());
beforeEach(() => deleted.splice(0));

test('a photo is told by its first bytes, with its whole size', async () => {
  found = photo(4_000_000);
  expect(await bucket.stat(KEY)).toEqual({ size: 4_000_000, owner: null, storedAt: Date.parse(STORED) });
  expect(deleted).toEqual([]);
});

test.each([
  ['no picture', photo(100, [0x3c, 0x68, 0x74])],
  ['a picture that says it is a page', photo(100, undefined, 'text/html')],
  ['more than may be stored', photo(MAX_OBJECT_BYTES + 1)],
  ['nothing', refusal(416, 'InvalidRange')],
])('%s under a photo’s key is no photo, and goes, so that the photo can come', async (_, given) => {
  found = given;
  expect(await bucket.stat(KEY)).toBeNull();
  expect(deleted).toEqual([`/photos/${KEY}`]);
});

test('SAF-18d an absent object is absent; a bucket that refuses is no answer, and no waiting helps', async () => {
  found = refusal(404, 'NoSuchKey');
  expect(await bucket.stat(KEY)).toBeNull();
  found = refusal(403, 'AccessDenied');
  // Its own error says neither that it is the bucket's nor which.
  await expect(bucket.stat(KEY)).rejects.toThrow('The bucket photos cannot be used: AccessDenied.');
  await expect(bucket.stat(KEY)).rejects.toMatchObject({ isPassing: false });
  await expect(bucket.list('ugc/').next()).rejects.toThrow('The bucket photos cannot be used: AccessDenied.');
  expect(deleted).toEqual([]);
});

test('a key that is none is not asked for', async () => {
  found = photo(10);
  expect(await bucket.stat('../etc/passwd')).toBeNull();
});
