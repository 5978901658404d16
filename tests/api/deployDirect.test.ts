/** What is for whoever sits at this machine: neither a proxy on it nor another site's page gets to see it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { connect as connectHttp2, constants } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, type StartOptions, startServer } from '../../server/main.ts';
import { CLUB } from '../support/tenants.ts';
import { sendBytes } from './attackSetup.ts';
import { makeCertificate } from './tlsSetup.ts';

const place = mkdtempSync(join(tmpdir(), 'direct-'));
const start = (options: Partial<StartOptions> = {}) =>
  startServer({ port: 0, host: '127.0.0.1', demoPictures: null, dist: null, dataDir: place, ...options });
let server: RunningServer;
let port = '';
beforeAll(async () => {
  server = await start();
  port = new URL(server.url).port;
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

const LOCAL = ['/dev/mailbox', '/metrics', '/openapi.json'];

/** Status line's number of a request as it is written here. */
async function ask(path: string, lines: readonly string[], version = 'HTTP/1.1'): Promise<string> {
  const head = [`GET ${path} ${version}`, ...lines, 'Connection: close'].join('\r\n');
  const answer = await sendBytes(server.url, `${head}\r\n\r\n`);
  return /^HTTP\/1\.[01] (\d+)/.exec(answer)?.[1] ?? answer;
}

test('SAF-04 whoever asks on this machine by its own name and port sees the mailbox and the figures', async () => {
  for (const path of LOCAL)
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])
      expect([path, name, await ask(path, [`Host: ${name}:${port}`])]).toEqual([path, name, '200']);
  const own = `http://localhost:${port}`;
  const page = [`Host: localhost:${port}`, `Origin: ${own}`, `Referer: ${own}/dev/mailbox`];
  expect(await ask('/dev/mailbox', page)).toBe('200');
});

test('SAF-04 a foreign name, another port, a trace of a proxy or an old version: no mailbox, no figures', async () => {
  const own = `Host: localhost:${port}`;
  const refused: readonly (readonly string[])[] = [
    ...['photos.example.jp', 'localhost', 'localhost:1', `localhost.example.jp:${port}`, `127.0.0.2:${port}`].map(
      (host) => [`Host: ${host}`],
    ),
    ...[
      'Forwarded: for=203.0.113.9',
      'Via: 1.1 proxy',
      'X-Forwarded-For: 203.0.113.9',
      'X-Forwarded-Host: photos.example.jp',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Server: proxy',
      'X-Forwarded: for=203.0.113.9',
      'X-Real-IP: 203.0.113.9',
      'True-Client-IP: 203.0.113.9',
      'CF-Connecting-IP: 203.0.113.9',
      'X-Original-Host: photos.example.jp',
      'x-forwarded-for:',
      'Origin: https://photos.example.jp',
      'Origin: null',
      `Referer: https://photos.example.jp/${CLUB}/`,
    ].map((line) => [own, line]),
  ];
  for (const lines of refused)
    for (const path of LOCAL) expect([path, lines, await ask(path, lines)]).toEqual([path, lines, '404']);
  for (const path of LOCAL) {
    expect([path, await ask(path, [own], 'HTTP/1.0')]).toEqual([path, '404']);
    expect([path, await ask(`http://localhost:${port}${path}`, [own])]).toEqual([path, '404']);
  }
  // Ways of writing the path lead to the same judgement.
  for (const path of ['/dev/%6dailbox', '/dev/mailbox/', '/dev/mailbox/x', '/dev//mailbox', '/dev/mailbox?x=1'])
    expect([path, await ask(path, [own, 'Via: 1.1 proxy'])]).toEqual([path, '404']);
});

/** A proxy on this machine, as a web server in front of the product is. Passes the path on, and headers as `headersOf` says. */
async function startProxy(headersOf: (given: IncomingHttpHeaders) => IncomingHttpHeaders): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url } = incoming;
    const headers = headersOf(incoming.headers);
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return proxy;
}

test('SAF-04 a reverse proxy on this machine that asks for localhost opens nothing to its visitors', async () => {
  const own = `localhost:${port}`;
  const kinds: Record<string, (given: IncomingHttpHeaders) => IncomingHttpHeaders> = {
    'says for whom': (given) => ({ ...given, host: own, 'x-forwarded-for': '203.0.113.9' }),
    'says the address': (given) => ({ ...given, host: own, 'x-real-ip': '203.0.113.9' }),
    'says itself': (given) => ({ ...given, host: own, via: '1.1 proxy' }),
    'passes the name': (given) => given,
  };
  for (const [kind, headersOf] of Object.entries(kinds)) {
    const proxy = await startProxy(headersOf);
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    for (const path of LOCAL) expect([kind, path, (await fetch(address + path)).status]).toEqual([kind, path, 404]);
    // The rest of the product is there.
    expect((await fetch(`${address}/config.json`)).status).toBe(200);
    proxy.closeAllConnections();
    await new Promise((done) => proxy.close(done));
  }
});

test('SAF-04 with TLS the same names, over HTTP/2 too; with TRUST_PROXY or in production no mailbox', async () => {
  const tls = await makeCertificate();
  const secure = await start({ dataDir: join(place, 'tls'), tls });
  const securePort = new URL(secure.url).port;
  const session = connectHttp2(secure.url, { ca: tls.cert });
  const statusOf = (headers: Record<string, string>) =>
    new Promise<number>((done, fail) => {
      const stream = session.request({ ':path': '/dev/mailbox', ...headers });
      stream.once('response', (answer) => done(Number(answer[constants.HTTP2_HEADER_STATUS])));
      stream.once('error', fail);
      stream.resume();
    });
  expect(await statusOf({ ':authority': `localhost:${securePort}` })).toBe(200);
  expect(await statusOf({ ':authority': `photos.example.jp:${securePort}` })).toBe(404);
  expect(await statusOf({ ':authority': `localhost:${securePort}`, host: 'photos.example.jp' })).toBe(404);
  expect(await statusOf({ ':authority': `localhost:${securePort}`, via: '2 proxy' })).toBe(404);
  session.close();
  await secure.close();

  for (const reach of [{ isBehindProxy: true }, { isProduction: true }]) {
    const other = await start({ dataDir: join(place, 'tls'), ...reach });
    expect([reach, other.hasMailbox, (await fetch(`${other.url}/dev/mailbox`)).status]).toEqual([reach, false, 404]);
    const figures = (await fetch(`${other.url}/metrics`)).status;
    expect([reach, figures]).toEqual([reach, 'isProduction' in reach ? 200 : 404]);
    await other.close();
  }
});
