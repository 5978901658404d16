/** The whole server behind its own certificate: HTTP/2, HTTP/1.1, uploads, windows, and the end of both. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TlsSettings } from '../../server/config/settings.ts';
import { SESSION_WINDOW, STREAM_WINDOW } from '../../server/http/nodeServer.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { openWriter, type Writer } from './deploySetup.ts';
import { makeCertificate } from './tlsSetup.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tls-'));
let tls: TlsSettings;
let server: RunningServer;
let session: ClientHttp2Session;
let writer: Writer;

beforeAll(async () => {
  tls = await makeCertificate();
  server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    demoPictures: null,
    dist: null,
    tls,
    // Long enough for the rest of a photo and its fsync, however slow the disk.
    graceMs: 10_000,
  });
  writer = await openWriter(server, CLUB);
  const event = { event_id: 'e', event_name: 'E', event_type: 'official', event_date: '2026-01-01' } as const;
  const period = { crawl_period_start: '2026-01-01 00:00:00', crawl_period_end: '2099-01-01 00:00:00' };
  const nothing = { thumbnail: null, post_limit: null, descriptive_photo: null, season_id: null, user_id: null };
  await server.deps.db
    .insertInto('event')
    .values({ tenant: CLUB, ...event, ...period, ...nothing })
    .execute();
  session = await openSession();
});
afterAll(async () => {
  session?.destroy();
  await server?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function openSession(): Promise<ClientHttp2Session> {
  const opened = connect(server.url, { ca: tls.cert, maxSessionMemory: 100 });
  opened.on('error', () => {});
  await once(opened, 'remoteSettings');
  return opened;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const [headers] = await once(stream, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { status: headers[constants.HTTP2_HEADER_STATUS], headers, body: Buffer.concat(chunks) };
}

const get = (path: string, headers = {}) => answerOf(session.request({ ':path': path, ...headers }));

/** A put of a photo over HTTP/2, signed as the SDK signs. */
async function put(bytes: Uint8Array, key: string): Promise<Answer> {
  const { headers, path } = await writer.sign('PUT', key, bytes, server.url);
  const { host, ...sent } = headers;
  const stream = session.request({ ':method': 'PUT', ':path': path, ':authority': host, ...sent });
  stream.end(bytes);
  return answerOf(stream);
}

const jpeg = (size: number): Buffer => {
  const bytes = randomBytes(size);
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes;
};
const newKey = () => originalKey({ dir: 'ugc', tenant: CLUB, owner: 'e', name: createObjectName() });

test('with a certificate the server speaks HTTP/2, and HTTP/1.1 to those who know no other', async () => {
  expect(server.url).toMatch(/^https:/);
  expect(session.alpnProtocol).toBe('h2');
  expect(await get('/healthz')).toMatchObject({ status: 200 });
  const old = httpsRequest(`${server.url}/healthz`, { ca: tls.cert, agent: false }).end();
  const [response] = await once(old, 'response');
  expect([response.httpVersion, response.statusCode]).toEqual(['1.1', 200]);
  response.resume();
});

test('PST-11a an upload may be a megabyte ahead of its reader, all of one connection four', () => {
  expect(STREAM_WINDOW).toBeGreaterThanOrEqual(1024 * 1024);
  expect(session.remoteSettings.initialWindowSize).toBe(STREAM_WINDOW);
  expect(session.state.remoteWindowSize).toBeGreaterThanOrEqual(STREAM_WINDOW);
  expect(SESSION_WINDOW).toBeGreaterThanOrEqual(STREAM_WINDOW);
  expect(session.state.remoteWindowSize).toBe(SESSION_WINDOW);
});

test('PST-11a photos are stored over HTTP/2, several at once, and come back whole', async () => {
  const photos = [3_000_000, 5_000_000, 1_000_000].map((size) => ({ key: newKey(), bytes: jpeg(size) }));
  const answers = await Promise.all(photos.map(({ bytes, key }) => put(bytes, key)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { key, bytes } of nonEmpty(photos)) {
    const found = await get(`/s3/photos/${key}`);
    expect(found.status).toBe(200);
    expect(found.body.equals(bytes)).toBe(true);
  }
});

test('T21 a refused upload is answered over HTTP/2, and the connection goes on', async () => {
  const refused = await put(randomBytes(600_000), newKey());
  expect(refused.status).toBe(400);
  expect(refused.body.toString()).toContain('InvalidRequest');
  const tooLarge = await put(jpeg(26 * 1024 * 1024), newKey());
  expect(tooLarge.body.toString()).toContain('EntityTooLarge');
  expect((await get('/healthz')).status).toBe(200);
});

test('PST-11a an upload whose stream is reset leaves nothing, and the next one under its key is stored', async () => {
  const key = newKey();
  const bytes = jpeg(2_000_000);
  const { headers, path } = await writer.sign('PUT', key, bytes, server.url);
  const { host, ...sent } = headers;
  const stream = session.request({ ':method': 'PUT', ':path': path, ':authority': host, ...sent });
  stream.on('error', () => {});
  await new Promise<void>((done) => stream.write(bytes.subarray(0, 1_500_000), () => done()));
  stream.close(constants.NGHTTP2_CANCEL);
  await once(stream, 'close');
  expect((await get(`/s3/photos/${key}`)).status).toBe(404);
  expect((await put(bytes, key)).status).toBe(200);
  expect((await get(`/s3/photos/${key}`)).body.equals(bytes)).toBe(true);
});

test('PST-11a a photo that breaks off or arrives changed is no object: its key stays free for the whole', async () => {
  const key = newKey();
  const bytes = jpeg(300_000);
  const { headers, path } = await writer.sign('PUT', key, bytes, server.url);
  const head = `PUT ${path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  const port = Number(new URL(server.url).port);
  const socket = connectTls({ port, host: '127.0.0.1', ca: tls.cert, servername: 'localhost' });
  await once(socket, 'secureConnect');
  await new Promise<void>((done) =>
    socket.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, 200_000)]), () => done()),
  );
  socket.destroy();
  await once(socket, 'close');
  expect((await get(`/s3/photos/${key}`)).status).toBe(404);

  const wrong = await writer.sign('PUT', key, bytes, server.url, { 'x-amz-checksum-crc32': 'AAAAAA==' });
  const { host, ...sent } = wrong.headers;
  const stream = session.request({ ':method': 'PUT', ':path': path, ':authority': host, ...sent });
  stream.end(bytes);
  expect((await answerOf(stream)).body.toString()).toContain('BadDigest');
  expect((await get(`/s3/photos/${key}`)).status).toBe(404);

  expect((await put(bytes, key)).status).toBe(200);
  expect((await get(`/s3/photos/${key}`)).body.equals(bytes)).toBe(true);
});

/** Version and cipher of a connection that offers these; or that it was refused. */
async function agree(offer: { minVersion?: 'TLSv1.1'; maxVersion?: 'TLSv1.1' | 'TLSv1.2'; ciphers?: string }) {
  const { ca, port } = { ca: tls.cert, port: Number(new URL(server.url).port) };
  const socket = connectTls({ port, host: '127.0.0.1', ca, servername: 'localhost', ...offer });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.getCipher().name}`;
  } catch {
    return 'refused';
  } finally {
    socket.destroy();
  }
}

test('TLS 1.3 where both can, else 1.2; nothing older is spoken', async () => {
  expect(await agree({})).toMatch(/^TLSv1\.3 /);
  expect(await agree({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 /);
  const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  expect(await agree(old)).toBe('refused');
});

test('ciphers have forward secrecy and authenticated encryption, strongest first; no weaker is taken', async () => {
  expect(await agree({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
  // Offered first, the weaker one is not taken.
  const order = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384';
  expect(await agree({ maxVersion: 'TLSv1.2', ciphers: order })).toBe('TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384');
  for (const weak of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'AES128-GCM-SHA256'])
    expect([weak, await agree({ maxVersion: 'TLSv1.2', ciphers: weak })]).toEqual([weak, 'refused']);
});

test('a renewed certificate is shown to new connections', async () => {
  const renewed = await makeCertificate('renewed');
  server.renewTls(renewed);
  const port = Number(new URL(server.url).port);
  const socket = connectTls({ port, host: '127.0.0.1', ca: renewed.cert, servername: 'localhost' });
  await once(socket, 'secureConnect');
  expect(socket.getPeerCertificate().subject.CN).toBe('renewed');
  socket.destroy();
  expect((await get('/healthz')).status).toBe(200);
});

test('a server that ends finishes what it was asked and takes nothing new', async () => {
  const key = newKey();
  const bytes = jpeg(1_000_000);
  const { headers, path } = await writer.sign('PUT', key, bytes, server.url);
  const { host, ...sent } = headers;
  const stream = session.request({ ':method': 'PUT', ':path': path, ':authority': host, ...sent });
  const answer = answerOf(stream);
  await new Promise<void>((done) => stream.write(bytes.subarray(0, 500_000), () => done()));
  await get('/healthz');
  const goaway = once(session, 'goaway');
  const closed = server.close();
  await goaway;
  stream.end(bytes.subarray(500_000));
  expect((await answer).status).toBe(200);
  await closed;
  await expect(fetch(server.url)).rejects.toThrow();
});
