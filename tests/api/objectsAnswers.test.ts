/** What is asked of an object is answered, or refused: never its bytes instead. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, jpegOf, newKey, startStore, type TestStore } from './objectsSetup.ts';

let started: TestStore;
let key: string;
let etag: string;
let stored: string;
const ask = (query = '', headers: Record<string, string> = {}, method = 'GET') =>
  started.store.fetch(new Request(`http://localhost:3000/s3/${BUCKET}/${key}${query}`, { method, headers }));
beforeAll(async () => {
  started = await startStore();
  key = newKey();
  await started.store.put(key, jpegOf(2_000), 'fan-a');
  const { headers } = await ask();
  [etag, stored] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
});
afterAll(() => started.remove());

test.each([
  'acl',
  'tagging',
  'attributes',
  'versionId=1',
  'partNumber=1',
  'torrent',
  'uploads',
  'response-content-type=text%2Fhtml',
])('PST-11a ?%s of an object is not implemented, by GET and by HEAD', async (query) => {
  const refused = await ask(`?${query}`);
  expect([refused.status, await refused.text()]).toEqual([501, expect.stringContaining('NotImplemented')]);
  expect((await ask(`?${query}`, {}, 'HEAD')).status).toBe(501);
});

test('PST-11a the request id of a refusal is the same in header and XML; another call has another', async () => {
  const ids = await Promise.all(
    ['?acl', '?tagging'].map(async (query) => {
      const refused = await ask(query);
      const id = refused.headers.get('x-amz-request-id');
      expect(await refused.text()).toContain(`<RequestId>${id}</RequestId>`);
      return id;
    }),
  );
  expect(new Set(ids).size).toBe(2);
  expect((await ask()).headers.get('x-amz-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('PST-11a conditions of a GET and a HEAD are honoured', async () => {
  const before = new Date(Date.parse(stored) - 1_000).toUTCString();
  for (const method of ['GET', 'HEAD']) {
    const statusOf = async (headers: Record<string, string>) => (await ask('', headers, method)).status;
    for (const [headers, status] of [
      [{ 'if-match': etag }, 200],
      [{ 'if-match': `"other", ${etag}` }, 200],
      [{ 'if-match': '*' }, 200],
      [{ 'if-match': '"other"' }, 412],
      [{ 'if-match': `W/${etag}` }, 412],
      [{ 'if-match': '"other"', range: 'bytes=0-9' }, 412],
      [{ 'if-match': etag, range: 'bytes=0-9' }, 206],
      [{ 'if-unmodified-since': before }, 412],
      [{ 'if-unmodified-since': stored }, 200],
      [{ 'if-unmodified-since': before, 'if-match': etag }, 200],
      [{ 'if-unmodified-since': 'no time' }, 200],
      [{ 'if-none-match': etag }, 304],
      [{ 'if-none-match': '"other"' }, 200],
      [{ 'if-modified-since': stored }, 304],
      [{ 'if-modified-since': before }, 200],
      [{ 'if-modified-since': stored, 'if-none-match': '"other"' }, 200],
    ] as const)
      expect([method, headers, await statusOf(headers)]).toEqual([method, headers, status]);
  }
});

test.each(['GET', 'HEAD'])('PST-11a the checksum comes with an answer of all bytes alone, to %s', async (method) => {
  const isTold = async (headers: Record<string, string>) => {
    const answer = await ask('', { 'x-amz-checksum-mode': 'ENABLED', ...headers }, method);
    return [answer.status, answer.headers.has('x-amz-checksum-crc32'), answer.headers.has('x-amz-checksum-type')];
  };
  expect(await isTold({})).toEqual([200, true, true]);
  expect(await isTold({ 'if-match': etag })).toEqual([200, true, true]);
  expect(await isTold({ range: 'bytes=1-2,4-5' })).toEqual([200, true, true]);
  expect(await isTold({ range: 'bytes=0-9' })).toEqual([206, false, false]);
  expect(await isTold({ 'x-amz-checksum-mode': '' })).toEqual([200, false, false]);
  // Clients take the body of any answer that has a checksum for the object: boto3 fails on such a 304.
  expect(await isTold({ 'if-none-match': etag })).toEqual([304, false, false]);
});
