import { createHash } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createListener } from '../../server/http/nodeListener.ts';
import { listenHttp } from '../../server/http/nodeServer.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { CLUB } from '../support/tenants.ts';
import {
  BUCKET,
  type Credentials,
  clientOf,
  jpegOf,
  MAX_BYTES,
  newKey,
  put,
  stagedFiles,
  startStore,
  storageRefusal,
  type TestStore,
} from './objectsSetup.ts';

let started: TestStore;
let fan: Credentials;
beforeEach(async () => {
  started = await startStore();
  fan = await started.credentialsOf('fan-a');
});
afterEach(async () => {
  await started.remove();
});

const at = (key: string) => `http://localhost:3000/s3/${BUCKET}/${key}`;
const get = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
  started.store.fetch(new Request(at(key), { method, headers }));

/** Runs the work against a real HTTP server on a free port. */
async function overHttp<T>(work: (origin: string) => Promise<T>): Promise<T> {
  const listener = createListener({ fetch: (request) => started.store.fetch(request) }, false);
  const http = await listenHttp(listener, { port: 0, host: '127.0.0.1', tls: null });
  try {
    return await work(`http://127.0.0.1:${http.port}`);
  } finally {
    await http.drain({ delayMs: 0, graceMs: 0 });
  }
}

describe('put', () => {
  test('PST-11a a picture put by the SDK is readable by anyone, byte for byte', async () => {
    const key = newKey();
    const bytes = jpegOf(300_000);
    const client = clientOf(started, fan);
    const { ETag } = await client.send(put(key, bytes, { IfNoneMatch: '*' }));
    const answer = await get(key);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    expect(answer.headers.get('etag')).toBe(ETag);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '300000',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    expect(await started.store.head(key)).toEqual({
      size: 300_000,
      owner: 'fan-a',
      etag: ETag,
      storedAt: expect.any(Number),
    });
    expect(await stagedFiles(started.dir)).toEqual([]);
  });

  test.each(['WHEN_SUPPORTED', 'WHEN_REQUIRED'] as const)(
    'T21 over HTTP the SDK puts buffers and streams with checksums %s',
    async (requestChecksumCalculation) => {
      await overHttp(async (origin) => {
        const client = new S3Client({
          region: EMBEDDED_POOL.region,
          endpoint: `${origin}/s3`,
          forcePathStyle: true,
          credentials: fan,
          requestChecksumCalculation,
        });
        const bytes = jpegOf(400_000);
        const [whole, streamed] = [newKey(), newKey()];
        await client.send(put(whole, bytes));
        const parts = [bytes.subarray(0, 2), bytes.subarray(2, 70_001), bytes.subarray(70_001)];
        await client.send(
          new PutObjectCommand({
            Bucket: BUCKET,
            Key: streamed,
            Body: Readable.from(parts),
            ContentLength: bytes.length,
          }),
        );
        for (const Key of [whole, streamed]) {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
          expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(Buffer.from(bytes))).toBe(true);
        }
        client.destroy();
      });
    },
  );

  test('T25 over HTTP refusals reach a sender of a big body, and the next put on the line goes through', async () => {
    await overHttp(async (origin) => {
      const client = new S3Client({
        region: EMBEDDED_POOL.region,
        endpoint: `${origin}/s3`,
        forcePathStyle: true,
        credentials: fan,
        maxAttempts: 1,
      });
      const taken = newKey();
      await started.store.put(taken, jpegOf(1000), 'fan-a');
      const bodies = [
        [put(taken, jpegOf(MAX_BYTES), { IfNoneMatch: '*' }), 'PreconditionFailed 412'],
        [put(newKey(), new Uint8Array(MAX_BYTES)), 'InvalidRequest 400'],
        [put(newKey(), new Uint8Array(8 * MAX_BYTES)), 'EntityTooLarge 400'],
      ] as const;
      for (const [command, refused] of bodies) {
        expect(await storageRefusal(client.send(command))).toBe(refused);
        expect(await storageRefusal(client.send(put(newKey(), jpegOf(MAX_BYTES))))).toBe('no refusal');
      }
      client.destroy();
    });
  });

  test('T21 a wrong checksum or changed bytes are refused and nothing is stored', async () => {
    const key = newKey();
    const sums = [
      storageRefusal(clientOf(started, fan).send(put(key, jpegOf(1000), { ChecksumCRC32: 'AAAAAA==' }))),
      storageRefusal(
        clientOf(started, fan, (request) => ({ ...request, body: jpegOf(1000) })).send(put(key, jpegOf(1000))),
      ),
      storageRefusal(
        clientOf(started, fan, (request) => ({ ...request, body: jpegOf(999) })).send(put(key, jpegOf(1000))),
      ),
    ];
    expect(await Promise.all(sums)).toEqual(['BadDigest 400', 'XAmzContentSHA256Mismatch 400', 'IncompleteBody 400']);
    expect((await get(key)).status).toBe(404);
    expect(await stagedFiles(started.dir)).toEqual([]);
  });

  test('PST-07a only JPEG bytes of bounded size are stored', async () => {
    const client = clientOf(started, fan);
    const png = new Uint8Array(Buffer.from('89504e470d0a1a0a0000', 'hex'));
    expect(await storageRefusal(client.send(put(newKey(), png)))).toBe('InvalidRequest 400');
    expect(await storageRefusal(client.send(put(newKey(), new Uint8Array())))).toMatch(/400$/);
    expect(await storageRefusal(client.send(put(newKey(), jpegOf(MAX_BYTES + 1))))).toBe('EntityTooLarge 400');
    await client.send(put(newKey(), jpegOf(MAX_BYTES)));
  });

  test('T25 a second put of the same key answers 412, and the first bytes stay', async () => {
    const key = newKey();
    const client = clientOf(started, fan);
    const first = jpegOf(2000);
    await client.send(put(key, first, { IfNoneMatch: '*' }));
    expect(await storageRefusal(client.send(put(key, jpegOf(3000), { IfNoneMatch: '*' })))).toBe(
      'PreconditionFailed 412',
    );
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }));
    expect(ContentLength).toBe(first.length);
  });

  test('T25 of many puts of one key at once exactly one is stored', async () => {
    const key = newKey();
    const client = clientOf(started, fan);
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        storageRefusal(client.send(put(key, jpegOf(1000 + n), { IfNoneMatch: '*' }))),
      ),
    );
    expect(results.filter((result) => result === 'no refusal')).toHaveLength(1);
    expect(results.filter((result) => result === 'PreconditionFailed 412')).toHaveLength(7);
    expect(await stagedFiles(started.dir)).toEqual([]);
  });

  test("SAF-09 nobody overwrites or deletes another fan's object", async () => {
    const key = newKey();
    const bytes = jpegOf(1000);
    const other = clientOf(started, await started.credentialsOf('fan-b'));
    await clientOf(started, fan).send(put(key, bytes));
    const attempts = [put(key, jpegOf(1000)), put(key, jpegOf(1000), { IfNoneMatch: '*' })].map((command) =>
      storageRefusal(other.send(command)),
    );
    const deletion = storageRefusal(other.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: key })));
    expect(await Promise.all([...attempts, deletion])).toEqual(Array(3).fill('AccessDenied 403'));
    expect(Buffer.from(await (await get(key)).arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  });

  test('PST-11a where a fan may not write, nothing is written; the rule sees the parts of the key', async () => {
    await started.remove();
    const asked: object[] = [];
    started = await startStore((sub, parts) => {
      asked.push({ sub, ...parts });
      return parts.dir === 'avatar';
    });
    const client = clientOf(started, await started.credentialsOf('fan-a'));
    const avatar = `avatar/${CLUB}/fan-a/original/ABCDEFGHIJ0123456789.jpg`;
    const photo = newKey();
    await client.send(put(avatar, jpegOf(100)));
    expect(await storageRefusal(client.send(put(photo, jpegOf(100))))).toBe('AccessDenied 403');
    expect(asked).toEqual([
      { sub: 'fan-a', dir: 'avatar', tenant: CLUB, eventId: 'fan-a', key: avatar },
      { sub: 'fan-a', dir: 'ugc', tenant: CLUB, eventId: 'event1', key: photo },
    ]);
  });
});

describe('get', () => {
  test.each([2_000, 400_000])('PST-11a ranges, tags and HEAD of an object of %i bytes', async (size) => {
    const key = newKey();
    const bytes = Buffer.from(jpegOf(size));
    await started.store.put(key, bytes, 'fan-a');
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const part = async (range: string, more = {}) => {
      const answer = await get(key, { range, ...more });
      const body = Buffer.from(await answer.arrayBuffer());
      return [answer.status, answer.headers.get('content-range'), body] as const;
    };
    expect(await part('bytes=10-19')).toEqual([206, `bytes 10-19/${size}`, bytes.subarray(10, 20)]);
    expect(await part('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, bytes.subarray(-5)]);
    expect(await part(`bytes=${size - 3}-99999999`)).toEqual([
      206,
      `bytes ${size - 3}-${size - 1}/${size}`,
      bytes.subarray(-3),
    ]);
    expect((await part('bytes=1-2,4-5')).slice(0, 2)).toEqual([200, null]);
    expect((await part('bytes=1-2', { 'if-range': '"other"' }))[0]).toBe(200);
    expect((await part('bytes=1-2', { 'if-range': etag }))[0]).toBe(206);
    expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    const unchanged = await get(key, { 'if-none-match': `"x", W/${etag}` });
    expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([304, etag, '']);
    const head = await get(key, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(size), '']);
  });

  test('ERR-04 what is no key or not there is NoSuchKey, another bucket NoSuchBucket; nothing outside', async () => {
    await writeFile(join(started.dir, 'secret.jpg'), 'secret');
    const paths = [
      newKey(),
      '../secret.jpg',
      '%2e%2e/secret.jpg',
      'ugc/..%2f..%2f/secret.jpg',
      `ugc/${CLUB}/event1/original/%41BCDEFGHIJ0123456789.jpg`,
      'staging',
      '',
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toMatch(/<Code>NoSuch(Key|Bucket)<\/Code>/);
    }
    const other = await started.store.fetch(new Request('http://localhost:3000/s3/other/x.jpg'));
    expect(await other.text()).toContain('<Code>NoSuchBucket</Code>');
    expect(started.errors).toEqual([]);
  });

  test('T30 a preflight allows signed puts, and answers expose what the client reads', async () => {
    const answer = await started.store.fetch(
      new Request(at(newKey()), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://example.jp',
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization,if-none-match,x-amz-date',
        },
      }),
    );
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(answer.headers.get('access-control-allow-headers')).toContain('if-none-match');
    const exposed = (await get(newKey())).headers.get('access-control-expose-headers');
    expect(exposed).toContain('ETag');
    expect(exposed).toContain('Date');
  });
});

describe('files', () => {
  test('PST-11a objects outlive the process; stale uploads are swept at start, running ones are not', async () => {
    const key = newKey();
    await started.store.put(key, jpegOf(5000), 'fan-a');
    for (const [name, ageMs] of [
      ['dead', 61 * 60_000],
      ['running', 60_000],
    ] as const) {
      const path = join(started.dir, 'staging', name);
      await writeFile(path, 'half a picture');
      const time = new Date(started.clock.ms - ageMs);
      await utimes(path, time, time);
    }
    const reopened = await started.open();
    expect(await reopened.head(key)).toMatchObject({ size: 5000, owner: 'fan-a' });
    expect(await stagedFiles(started.dir)).toEqual(['running']);
  });

  test('PST-11a an upload that breaks off leaves nothing', async () => {
    const key = newKey();
    const broken = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(jpegOf(400)),
        pull: (controller) => controller.error(new Error('connection lost')),
      });
    const client = clientOf(started, fan, (request) => ({ ...request, body: broken() }));
    const refused = client.send(put(key, jpegOf(1000)));
    expect(await storageRefusal(refused)).not.toBe('no refusal');
    expect((await get(key)).status).toBe(404);
    expect(await stagedFiles(started.dir)).toEqual([]);
  });
});
