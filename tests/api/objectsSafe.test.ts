/** The embedded object store and fans who mean no good: what is stored stays as it is, bounded, and theirs only while they are signed in. */
import { createHash } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { CHECKSUMS, type ChecksumName } from '../../server/objects/checksums.ts';
import { NodeSha256 } from '../../server/objects/signature.ts';
import { MIN_FREE_BYTES } from '../../src/contract/limits.ts';
import {
  BUCKET,
  type Credentials,
  clientOf,
  jpegOf,
  newKey,
  sessionOf,
  stagedFiles,
  startStore,
  storageRefusal,
  type TestStore,
} from './objectsSetup.ts';

let started: TestStore;
let fan: Credentials;
const ended = new Set<string>();
let freeBytes = Number.POSITIVE_INFINITY;
let hasRoom = true;
let released: string[] = [];
beforeEach(async () => {
  ended.clear();
  freeBytes = Number.POSITIVE_INFINITY;
  hasRoom = true;
  released = [];
  started = await startStore(() => true, {
    isEnded: async ({ session }) => session === null || ended.has(session),
    freeBytes: async () => freeBytes,
    uploads: {
      reserve: async (_, key) => (hasRoom ? key : null),
      release: async (id) => void released.push(id),
    },
  });
  fan = await started.credentialsOf('fan-a');
});
afterEach(async () => {
  await started.remove();
});

const put = (Key: string, Body: Uint8Array, more: object = {}) =>
  new PutObjectCommand({ Bucket: BUCKET, Key, Body, ContentType: 'image/jpeg', ...more });
const remove = (Key: string) => new DeleteObjectCommand({ Bucket: BUCKET, Key });
const at = (key: string) => `http://localhost:3000/s3/${BUCKET}/${key}`;
const bytesAt = async (key: string) => {
  const answer = await started.store.fetch(new Request(at(key)));
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status;
};

describe('what is stored', () => {
  test('SAF-09 its owner neither overwrites nor deletes an object; the same bytes again are no harm', async () => {
    const client = clientOf(started, fan);
    const key = newKey();
    const bytes = jpegOf(2000);
    await client.send(put(key, bytes));
    const before = await started.store.head(key);
    started.clock.ms += 60_000;
    for (const more of [{}, { IfNoneMatch: '*' }]) {
      expect(await storageRefusal(client.send(put(key, jpegOf(2000), more)))).toBe('PreconditionFailed 412');
      expect(await storageRefusal(client.send(put(key, jpegOf(10), more)))).toBe('PreconditionFailed 412');
    }
    expect((await client.send(put(key, bytes))).ETag).toBe(before?.etag);
    expect(await storageRefusal(client.send(remove(key)))).toBe('AccessDenied 403');
    expect(await storageRefusal(client.send(remove(newKey())))).toBe('AccessDenied 403');
    expect(await bytesAt(key)).toEqual(Buffer.from(bytes));
    expect(await started.store.head(key)).toEqual(before);
    expect(await stagedFiles(started.dir)).toEqual([]);
  });

  test('SAF-09 of many puts of one key at once the first stays, whether they ask for it or not', async () => {
    const client = clientOf(started, fan);
    const key = newKey();
    const bodies = Array.from({ length: 8 }, (_, n) => jpegOf(1000 + n));
    const results = await Promise.all(bodies.map((body) => storageRefusal(client.send(put(key, body)))));
    expect(results.filter((result) => result === 'PreconditionFailed 412')).toHaveLength(7);
    expect(await bytesAt(key)).toEqual(Buffer.from(bodies[results.indexOf('no refusal')] ?? []));
  });

  test('SAF-09 the server alone removes', async () => {
    const key = newKey();
    await clientOf(started, fan).send(put(key, jpegOf(100)));
    await started.store.delete(key);
    expect(await bytesAt(key)).toBe(404);
    const preflight = await started.store.fetch(new Request(at(key), { method: 'OPTIONS' }));
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, PUT');
  });
});

describe('room', () => {
  test('SAF-10a who has stored too much is told to come later, and keeps no place for what failed', async () => {
    const client = clientOf(started, fan);
    const [kept, failed] = [newKey(), newKey()];
    await client.send(put(kept, jpegOf(100)));
    expect(released).toEqual([]);
    expect(await storageRefusal(client.send(put(failed, jpegOf(100), { ChecksumCRC32: 'AAAAAA==' })))).toBe(
      'BadDigest 400',
    );
    expect(released).toEqual([failed]);
    // Nothing new was stored: the place of the first one stays.
    expect(await storageRefusal(client.send(put(kept, jpegOf(100))))).toBe('PreconditionFailed 412');
    hasRoom = false;
    // No 5xx: a fan over a bound of the own wakes no operator (UploadsRefused).
    expect(await storageRefusal(client.send(put(newKey(), jpegOf(100))))).toBe('SlowDown 429');
    expect(await stagedFiles(started.dir)).toEqual([]);
  });

  test('SAF-10b a disk that is nearly full refuses before it is full, also for uploads under way', async () => {
    const client = clientOf(started, fan);
    freeBytes = MIN_FREE_BYTES + 1500;
    const [first, second] = [newKey(), newKey()];
    const results = await Promise.all(
      [first, second].map((key) => storageRefusal(client.send(put(key, jpegOf(1000), { IfNoneMatch: '*' })))),
    );
    expect(results.toSorted()).toEqual(['SlowDown 503', 'no refusal']);
    await client.send(put(newKey(), jpegOf(1000)));
    freeBytes = MIN_FREE_BYTES;
    const answer = storageRefusal(client.send(put(newKey(), jpegOf(1000))));
    expect(await answer).toBe('SlowDown 503');
    expect(started.errors.map(String)).toEqual([expect.stringContaining('nearly full')]);
    expect(await stagedFiles(started.dir)).toEqual([]);
  });
});

describe('sign-ins that ended', () => {
  test('SAF-12 their credentials store nothing more, nor what is under way; another sign-in’s do', async () => {
    const other = await started.credentialsOf('fan-b');
    await clientOf(started, fan).send(put(newKey(), jpegOf(100)));
    const key = newKey();
    const bytes = jpegOf(1000);
    const slow = clientOf(started, fan, (request) => ({
      ...request,
      body: new ReadableStream({
        start: (controller) => controller.enqueue(bytes.subarray(0, 500)),
        pull(controller) {
          // Signed out everywhere while the photo is on its way.
          ended.add(sessionOf('fan-a'));
          controller.enqueue(bytes.subarray(500));
          controller.close();
        },
      }),
    }));
    expect(await storageRefusal(slow.send(put(key, bytes)))).toBe('ExpiredToken 400');
    expect(await bytesAt(key)).toBe(404);
    expect(await storageRefusal(clientOf(started, fan).send(put(newKey(), jpegOf(100))))).toBe('ExpiredToken 400');
    expect(await storageRefusal(clientOf(started, other).send(put(newKey(), jpegOf(100))))).toBe('no refusal');
    expect(await stagedFiles(started.dir)).toEqual([]);
  });
});

describe('checksums', () => {
  const names = Object.keys(CHECKSUMS) as ChecksumName[];
  const sumOf = (name: ChecksumName, bytes: Uint8Array) => {
    const sum = CHECKSUMS[name]();
    sum.update(bytes);
    return sum.digest();
  };
  /** The same kind of checksum, of something else. */
  const wrong = (name: ChecksumName) => sumOf(name, Buffer.from('something else'));
  const headersOf = (given: Partial<Record<ChecksumName, string>>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [`x-amz-checksum-${name}`, value]));

  /** A put with these headers, all signed. Tells status and code. */
  async function send(bytes: Uint8Array, headers: Record<string, string>, body: Uint8Array = bytes) {
    const path = `/s3/${BUCKET}/${newKey()}`;
    const signer = new SignatureV4({
      service: 's3',
      region: EMBEDDED_POOL.region,
      credentials: fan,
      sha256: NodeSha256,
      uriEscapePath: false,
    });
    const signed = await signer.sign({
      method: 'PUT',
      protocol: 'http:',
      hostname: 'localhost',
      path,
      query: {},
      headers: {
        host: 'localhost:3000',
        'content-length': String(body.byteLength),
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        ...headers,
      },
    });
    const request = new Request(`http://localhost:3000${path}`, {
      method: 'PUT',
      headers: signed.headers,
      body: Buffer.from(body),
    });
    const answer = await started.store.fetch(request);
    return answer.status === 200 ? '200' : `${answer.status} ${/<Code>(\w+)</.exec(await answer.text())?.[1]}`;
  }

  /** The bytes in one chunk, with what comes behind it. */
  const sendChunked = (bytes: Uint8Array, announced: string, trailers: Record<string, string>) => {
    const lines = Object.entries(trailers).map(([name, value]) => `${name}:${value}\r\n`);
    const body = Buffer.concat([
      Buffer.from(`${bytes.byteLength.toString(16)}\r\n`),
      bytes,
      Buffer.from(`\r\n0\r\n${lines.join('')}\r\n`),
    ]);
    const headers = {
      'content-encoding': 'aws-chunked',
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-decoded-content-length': String(bytes.byteLength),
      ...(announced === '' ? {} : { 'x-amz-trailer': announced }),
    };
    return send(bytes, headers, body);
  };

  test('SAF-28 a wrong one is BadDigest, one that is none InvalidRequest or InvalidDigest', async () => {
    const bytes = jpegOf(1000);
    for (const name of names) {
      const ask = (value: string) => send(bytes, headersOf({ [name]: value }));
      expect([name, await ask(sumOf(name, bytes))]).toEqual([name, '200']);
      expect([name, await ask(wrong(name))]).toEqual([name, '400 BadDigest']);
      expect([name, await ask('AAAA')]).toEqual([name, '400 InvalidRequest']);
    }
    const md5 = (given: string) => createHash('md5').update(given).digest('base64');
    expect(await send(bytes, { 'content-md5': md5('other') })).toBe('400 BadDigest');
    for (const none of ['', 'YWJyYWNhZGFicmE=', 'AWS HAHAHA', md5('other').slice(0, -2)])
      expect([none, await send(bytes, { 'content-md5': none })]).toEqual([none, '400 InvalidDigest']);
    expect(await send(bytes, { 'x-amz-checksum-xxhash3': 'AAAA' })).toBe('400 InvalidRequest');
    expect(await send(bytes, { 'x-amz-sdk-checksum-algorithm': 'SHA256' })).toBe('400 InvalidRequest');
  });

  test('SAF-28 of several at once every one must be right', async () => {
    const bytes = jpegOf(1000);
    const right = Object.fromEntries(names.map((name) => [name, sumOf(name, bytes)]));
    expect(await send(bytes, headersOf(right))).toBe('200');
    for (const name of names) {
      expect([name, await send(bytes, headersOf({ ...right, [name]: wrong(name) }))]).toEqual([name, '400 BadDigest']);
    }
  });

  test('SAF-28 those behind a chunked body count as those before it', async () => {
    const bytes = jpegOf(1000);
    for (const name of names) {
      const header = `x-amz-checksum-${name}`;
      const ask = (value: string) => sendChunked(bytes, header, { [header]: value });
      expect([name, await ask(sumOf(name, bytes))]).toEqual([name, '200']);
      expect([name, await ask(wrong(name))]).toEqual([name, '400 BadDigest']);
    }
    const crc = { 'x-amz-checksum-crc32': sumOf('crc32', bytes) };
    expect(await sendChunked(bytes, 'x-amz-checksum-crc32', {})).toBe('400 InvalidRequest');
    expect(await sendChunked(bytes, '', crc)).toBe('400 InvalidRequest');
    expect(await sendChunked(bytes, 'x-amz-checksum-sha256', crc)).toBe('400 InvalidRequest');
  });
});
