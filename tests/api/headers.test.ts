/** The whole server's headers, on every kind of answer it gives: pages, calls, identity, photos, refusals, files. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EARLY_SCRIPT, EARLY_SCRIPT_HASH } from '../../build/earlyScript.ts';
import { createLog } from '../../server/http/log.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { openWriter } from './deploySetup.ts';
import { jpegOf } from './objectsSetup.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'headers-'));
const dist = join(dataDir, 'dist');
let server: RunningServer;
let photo = '';
/** The server's log. */
const lines: string[] = [];

beforeAll(async () => {
  for (const [path, text] of Object.entries({
    'index.html': '<!doctype html>tenants',
    '404.html': '<!doctype html>not here',
    [`${CLUB}/index.html`]: '<!doctype html><head></head>',
    [`${CLUB}/gallery.html`]: '<!doctype html><head></head>',
    [`${CLUB}/mediasite.html`]: '<!doctype html><head></head>',
    [`${CLUB}/manifest.webmanifest`]: '{}',
    'common/create-account.html': '<!doctype html>',
    'assets/main-abc.js': 'plain',
    'sw.js': 'worker',
  })) {
    mkdirSync(join(dist, path, '..'), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
  const log = createLog({ format: 'json', write: (line) => lines.push(line), now: Date.now });
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist, log });
  const writer = await openWriter(server, CLUB);
  photo = originalKey({ dir: 'avatar', tenant: CLUB, owner: writer.sub, name: createObjectName() });
  const bytes = jpegOf(400);
  const { headers, path } = await writer.sign('PUT', photo, bytes, server.url);
  const { host: _, 'content-length': __, ...given } = headers;
  const stored = await fetch(server.url + path, { method: 'PUT', headers: given, body: Buffer.from(bytes) });
  expect(stored.status).toBe(200);
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const call = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
const identity = (target: string) => ({ 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target });
type Asked = readonly [path: string, options?: RequestInit];
/** What a browser may be sent, by what it is. */
const pages: readonly Asked[] = [
  ['/'],
  [`/${CLUB}/`],
  [`/${CLUB}/gallery.html?x=1`],
  [`/${CLUB}/mediasite.html`],
  ['/common/create-account.html'],
  [`/${CLUB}/nowhere.html`],
  ['/nothing/at/all'],
];
const others: readonly Asked[] = [
  [`/${CLUB}`, { redirect: 'manual' }],
  [`/${CLUB}/share`, { method: 'POST', redirect: 'manual' }],
  [`/${CLUB}/manifest.webmanifest`],
  ['/assets/main-abc.js'],
  ['/assets/gone.js'],
  ['/sw.js'],
  ['/config.json'],
  ['/healthz'],
  ['/robots.txt'],
  ['/metrics'],
  ['/f/team/items', { headers: call }],
  ['/f/team/items'],
  ['/f/user/tenant', { headers: call }],
  ['/f/none', { headers: call }],
  ['/f/search/word/item', { method: 'PUT', headers: call, body: '{' }],
  ['/idp', { method: 'POST', headers: identity('AWSCognitoIdentityProviderService.GetUser'), body: '{}' }],
  ['/idp', { method: 'POST', body: 'x' }],
  ['/idp/ap-northeast-1_fanphoto/.well-known/jwks.json'],
  ['/identity', { method: 'POST', headers: identity('AWSCognitoIdentityService.GetId'), body: '{}' }],
  ['/s3/photos/PHOTO'],
  ['/s3/photos/PHOTO', { headers: { range: 'bytes=0-9' } }],
  ['/s3/photos/none.jpg'],
  ['/s3/photos/PHOTO', { method: 'PUT', body: 'x' }],
  ['/dev/mailbox'],
  ['/dev/mailbox', { headers: { accept: 'application/json' } }],
];
const ask = async ([path, options]: Asked, origin = server.url) => {
  const response = await fetch(origin + path.replace('PHOTO', photo), options);
  await response.arrayBuffer();
  const name = `${options?.method ?? 'GET'} ${path} ${response.status}`;
  return {
    name,
    headers: response.headers,
    policy: (response.headers.get('content-security-policy') ?? '').split('; '),
  };
};

test('CSP every page allows scripts of its own origin only, one inline by hash, and asks for trusted types', async () => {
  for (const asked of nonEmpty(pages)) {
    const { name, policy } = await ask(asked);
    for (const rule of [
      "default-src 'self'",
      `script-src 'self' '${EARLY_SCRIPT_HASH}'`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      // No other policy, and no 'default' one: nobody makes it, so an injected script could.
      'trusted-types fanphoto',
    ])
      expect([name, policy]).toEqual([name, expect.arrayContaining([rule])]);
    expect([name, policy.some((rule) => rule.startsWith('frame-ancestors '))]).toEqual([name, true]);
  }
});

test('CSP nothing else opens as a page that runs, loads or is framed; no answer allows inline code', async () => {
  for (const asked of [...pages, ...others]) {
    const { name, headers, policy } = await ask(asked);
    const scripts =
      policy.find((rule) => rule.startsWith('script-src ')) ?? policy.find((rule) => /^default-src /.test(rule));
    expect([name, scripts?.replace(` '${EARLY_SCRIPT_HASH}'`, '')]).toEqual([
      name,
      expect.stringMatching(/^(?:script|default)-src (?:'self'|'none')$/),
    ]);
    expect([name, policy.join('; ')]).toEqual([name, expect.not.stringMatching(/unsafe|\*|http:/)]);
    expect([name, policy.join('; ')]).toEqual([name, expect.stringMatching(/frame-ancestors '(?:self|none)'/)]);
    expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff']);
    expect([name, headers.get('referrer-policy')]).toEqual([name, expect.stringMatching(/^(?:strict-|no-)/)]);
    expect([name, headers.get('set-cookie')]).toEqual([name, null]);
    expect([name, headers.get('server'), headers.get('x-powered-by')]).toEqual([name, null, null]);
    const allowed = headers.get('access-control-allow-origin');
    // Published pictures may be shown anywhere; nothing else is for other origins.
    expect([name, allowed]).toEqual([name, asked[0].startsWith('/s3/') ? '*' : null]);
    expect([name, headers.get('access-control-allow-credentials')]).toEqual([name, null]);
  }
});

test('CSP answers that carry text say in which encoding, and personal or refused ones are stored nowhere', async () => {
  for (const asked of [...pages, ...others]) {
    const { name, headers } = await ask(asked);
    const type = headers.get('content-type') ?? '';
    if (/^text\/html/.test(type)) expect([name, type.toLowerCase()]).toEqual([name, 'text/html; charset=utf-8']);
    if (/^\S+ \/(?:idp|identity|dev)\b/.test(name) && !name.includes('jwks'))
      expect([name, headers.get('cache-control')]).toEqual([name, 'no-store']);
  }
});

test('HSTS visitors by https stay with it, and with every name below; this machine’s names are left alone', async () => {
  const hstsOf = async (path: string, host: string, scheme: string) => {
    const { default: http } = await import('node:http');
    const headers = { host, 'x-forwarded-proto': scheme };
    return new Promise((done, fail) => {
      const asking = http.get(server.url + path, { headers }, (answer) => {
        answer.resume();
        done(answer.headers['strict-transport-security']);
      });
      asking.on('error', fail);
    });
  };
  for (const path of [`/${CLUB}/`, '/f/team/items', '/idp', `/s3/photos/${photo}`, '/nothing']) {
    expect(await hstsOf(path, 'photos.example.jp', 'https')).toBe('max-age=31536000; includeSubDomains');
    expect(await hstsOf(path, 'photos.example.jp', 'http')).toBeUndefined();
    expect(await hstsOf(path, 'localhost', 'https')).toBeUndefined();
  }
});

test('TRACE and other unknown methods are told nothing, no answer tells of the inside', async () => {
  const { sendBytes } = await import('./attackSetup.ts');
  for (const path of [`/${CLUB}/gallery.html`, '/f/team/items', '/idp', '/s3/photos/x.jpg']) {
    const secret = 'x-secret: keep-me\r\n';
    const traced = await sendBytes(
      server.url,
      `TRACE ${path} HTTP/1.1\r\nhost: localhost\r\n${secret}connection: close\r\n\r\n`,
    );
    expect([path, traced.slice(0, 10)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 [45]/)]);
    expect(traced).not.toContain('keep-me');
  }
  for (const asked of nonEmpty(others)) {
    const [path, options] = asked;
    const response = await fetch(server.url + path.replace('PHOTO', photo), options);
    const text = await response.text();
    if (response.status < 400) continue;
    expect([path, /\bat \S+ \(|node_modules|\.ts:\d|select |insert |stack/i.exec(text)?.[0]]).toEqual([
      path,
      undefined,
    ]);
  }
});

test('sign-ins, refusals and limits leave a line each: what, when, with which outcome; nobody is named', async () => {
  lines.length = 0;
  const AUTH = identity('AWSCognitoIdentityProviderService.InitiateAuth');
  const start = { AuthFlow: 'USER_SRP_AUTH', ClientId: 'fanphotoweb', AuthParameters: { USERNAME: 'aki@example.jp' } };
  await ask(['/idp', { method: 'POST', headers: AUTH, body: JSON.stringify(start) }]);
  await ask(['/f/user/tenant', { headers: call }]);
  await ask([
    '/f/search/word/item',
    { method: 'PUT', headers: { ...call, 'content-type': 'application/json' }, body: '{' },
  ]);
  const said = lines.map((line) => JSON.parse(line));
  expect(said).toEqual([
    expect.objectContaining({
      message: 'request',
      method: 'POST',
      route: expect.stringMatching(/InitiateAuth/),
      status: 400,
    }),
    expect.objectContaining({ message: 'request', method: 'GET', status: 401 }),
    expect.objectContaining({ message: 'request', method: 'PUT', status: 400 }),
  ]);
  for (const { time } of nonEmpty(said)) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(lines.join('')).not.toContain('aki');
});

const built = resolve(import.meta.dirname, '../../dist');
test.runIf(existsSync(join(built, 'shell.html')))(
  'CSP the built pages have one inline script, no style or handler',
  () => {
    const files = readdirSync(built, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.html'));
    expect(files.length).toBeGreaterThan(50);
    for (const file of nonEmpty(files)) {
      const html = readFileSync(join(built, file), 'utf8').replace(EARLY_SCRIPT, '');
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>/g)].map(
        String,
      );
      expect([file, inline]).toEqual([file, []]);
      expect([file, /<style|\sstyle="|\son[a-z]+="/.exec(html)?.[0]]).toEqual([file, undefined]);
    }
  },
);
