/** A bucket of Amazon's, played in memory: whole objects with what is told of them, each key once, and the ways a bucket fails. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSigned, OPERATOR, readBody } from './standInAws.ts';

export interface KeptObject {
  readonly bytes: Buffer;
  /** Content-Type, Cache-Control and x-amz-meta-…, as they were sent. */
  readonly told: Readonly<Record<string, string>>;
  readonly storedAt: Date;
}

/**
 * How puts fail. 'busy': refused, as all calls. 'deaf': stored, but the connection breaks before the answer. 'stuck': their bytes are
 * taken, and nothing is done.
 */
export type BucketFault = 'busy' | 'deaf' | 'stuck' | null;

export interface StandInBucket {
  readonly objects: Map<string, KeptObject>;
  /** Puts that stored something. */
  readonly puts: string[];
  fault: BucketFault;
  /** A store that is slow to remove. */
  beforeDelete: () => Promise<void>;
  /** Resolves when the first byte of a put that is 'stuck' is there. */
  readonly stuck: Promise<unknown>;
  /** Environment of a server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const NAME = 'fan-photos';

export async function startStandInBucket(): Promise<StandInBucket> {
  const sticks = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    void answer(bucket, sticks.resolve, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bucket: StandInBucket = {
    objects: new Map(),
    puts: [],
    fault: null,
    stuck: sticks.promise,
    beforeDelete: async () => {},
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: NAME,
      S3_ACCESS_KEY_ID: OPERATOR.accessKeyId,
      S3_SECRET_ACCESS_KEY: OPERATOR.secretAccessKey,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return bucket;
}

const refusal = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

async function answer(
  bucket: StandInBucket,
  onStuck: (what: unknown) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(request.method === 'HEAD' ? '' : refusal(code));
  const url = new URL(request.url ?? '/', 'http://bucket');
  const [, name, ...parts] = url.pathname.split('/');
  const key = parts.join('/');
  if (name !== NAME || !(await isSigned(request, '', 's3'))) return void refuse(403, 'AccessDenied');
  if (bucket.fault === 'busy') return void refuse(503, 'SlowDown');
  if (request.method === 'PUT') return putObject(bucket, onStuck, key, request, response, refuse);
  if (request.method === 'DELETE') {
    await bucket.beforeDelete();
    bucket.objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === '') return void response.writeHead(200, { 'content-type': 'application/xml' }).end(listXml(bucket, url));
  const found = bucket.objects.get(key);
  if (!found) return void refuse(404, request.method === 'HEAD' ? 'NotFound' : 'NoSuchKey');
  sendObject(found, request, response);
}

async function putObject(
  bucket: StandInBucket,
  onStuck: (what: unknown) => void,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (status: number, code: string) => unknown,
): Promise<void> {
  if (bucket.fault === 'stuck') {
    request.once('data', onStuck).pause();
    request.resume();
    return;
  }
  const bytes = await readBody(request);
  const { headers } = request;
  if (bytes.length !== Number(headers['content-length'])) return void refuse(400, 'IncompleteBody');
  if (headers['if-none-match'] !== '*') return void refuse(403, 'AccessDenied');
  const md5 = createHash('md5').update(bytes).digest();
  if (headers['content-md5'] !== md5.toString('base64')) return void refuse(400, 'BadDigest');
  if (bucket.objects.has(key)) return void refuse(412, 'PreconditionFailed');
  const told = Object.entries(headers as Record<string, string>).filter(([one]) =>
    /^(content-type|cache-control|x-amz-meta-)/.test(one),
  );
  bucket.objects.set(key, { bytes, told: Object.fromEntries(told), storedAt: new Date() });
  bucket.puts.push(key);
  if (bucket.fault === 'deaf') return void response.destroy();
  response.writeHead(200, { etag: `"${md5.toString('hex')}"` }).end();
}

function sendObject({ bytes, told, storedAt }: KeptObject, request: IncomingMessage, response: ServerResponse): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const part = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes;
  response.writeHead(range ? 206 : 200, {
    ...told,
    'content-length': part.length,
    etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    'last-modified': storedAt.toUTCString(),
    ...(range ? { 'content-range': `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${bytes.length}` } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function listXml({ objects }: StandInBucket, { searchParams }: URL): string {
  const [prefix, after] = ['prefix', 'start-after'].map((name) => searchParams.get(name) ?? '');
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix ?? '') && key > (after ?? '')).toSorted();
  const contents = keys.map((key) => {
    const { bytes, storedAt = new Date(0) } = objects.get(key) ?? { bytes: [] };
    return `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  return `<?xml version="1.0"?><ListBucketResult><Name>${NAME}</Name><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
}
