import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dictionaryOf, writeDeltas } from '../../build/deltas.ts';
import { EARLY_SCRIPT_HASH } from '../../build/earlyScript.ts';
import { ALLOTTED_MS } from '../../server/identity/allotments.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { RATE_LIMITS } from '../../src/contract/limits.ts';
import { findTenant } from '../../tenants/index.ts';
import { CLUB } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const dist = mkdtempSync(join(tmpdir(), 'dist-'));
const write = (path: string, text: string) => {
  mkdirSync(join(dist, path, '..'), { recursive: true });
  writeFileSync(join(dist, path), text);
};
const shell = '<!doctype html><head><!--first-images--></head><body><!--first-data--></body>';

/** Of the build before it is `code`. */
const SCRIPT = 'app-BBBBBBB.js';
const code = Array.from({ length: 300 }, (_, i) => `export const part${i} = ${i * 7919};\n`).join('');

let server: RoutesServer;
beforeAll(async () => {
  write('index.html', '<!doctype html>tenants');
  write('404.html', '<!doctype html>not here');
  write(`${CLUB}/404.html`, '<!doctype html>not here, fan');
  for (const page of ['index', 'gallery', 'event-detail', 'mediasite']) write(`${CLUB}/${page}.html`, shell);
  write(`${CLUB}/common/tutorial.html`, '<!doctype html>own tutorial');
  write('common/create-account.html', '<!doctype html>sign up');
  write('assets/main-abc.js', 'plain');
  write('assets/main-abc.js.br', 'squeezed');
  write('assets/main-abc.js.dcz', 'delta');
  write('sw.js', 'worker');
  write(`assets/${SCRIPT}`, `${code}// changed`);
  await writeDeltas(dist, new Map([['app-AAAAAAA.js', Buffer.from(code)]]));
  server = await startRoutesServer({ dist });
  await server.join('aki');
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => server.send('GET', path, headers);
const key = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

describe('who may call', () => {
  test('API key and tenant are checked first', async () => {
    expect(await codeOf(await get('/f/team/items', { 'x-api-tenant': CLUB }))).toEqual([403, 'API_KEY_INVALID']);
    expect(await codeOf(await get('/f/team/items', { ...key, 'x-api-tenant': 'nobody' }))).toEqual([
      404,
      'UNKNOWN_TENANT',
    ]);
    expect(await codeOf(await get('/f/nothing', key))).toEqual([404, 'NOT_FOUND']);
  });

  test('ROL-01 ROL-02 without, with a broken and with an expired token', async () => {
    expect(await codeOf(await get('/f/user/tenant', key))).toEqual([401, 'UNAUTHENTICATED']);
    const as = (token: string) => get('/f/user/tenant', { ...key, 'x-api-authorization': `Bearer ${token}` });
    expect(await codeOf(await as('forged'))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await codeOf(await as('old'))).toEqual([401, 'TOKEN_EXPIRED']);
    expect((await as('of.aki')).status).toBe(200);
    // A call for anybody does not even look at the token.
    expect((await get('/f/team/items', { ...key, 'x-api-authorization': 'Bearer old' })).status).toBe(200);
  });

  test('T26 HLF-10 signed-in answers are stored nowhere, anonymous ones by shared caches alone', async () => {
    const list = '/f/media/public/list/items/all';
    const anonymous = await get(list, key);
    expect(anonymous.headers.get('cache-control')).toMatch(/^public, max-age=0, must-revalidate, s-maxage=\d,/);
    expect(anonymous.headers.get('vary')).toBe(
      'x-api-tenant, x-api-key, x-api-authorization, accept-encoding, x-forwarded-proto',
    );
    const signedIn = await get(list, { ...key, 'x-api-authorization': 'Bearer of.aki' });
    expect(signedIn.headers.get('cache-control')).toBe('no-store');
    expect(signedIn.headers.get('access-control-expose-headers')).toBe('Date, Retry-After');
  });
});

describe('what may be sent', () => {
  const put = (body: string, type = 'application/json') =>
    server.send('PUT', '/f/search/word/item', { ...key, 'content-type': type }, body);

  test('only JSON of the agreed shape and size', async () => {
    expect(await codeOf(await put('{"word":'))).toEqual([400, 'INVALID_REQUEST']);
    expect(await codeOf(await put('{"word":"x","tagtype":"none"}'))).toEqual([400, 'INVALID_REQUEST']);
    expect(await codeOf(await put('{"word":"x","tagtype":"text"}', 'text/plain'))).toEqual([400, 'INVALID_REQUEST']);
    expect(await codeOf(await put(JSON.stringify({ word: 'x'.repeat(300_000), tagtype: 'text' })))).toEqual([
      413,
      'BODY_TOO_LARGE',
    ]);
    expect(await codeOf(await get('/f/media/public/list/items/all?l=101', key))).toEqual([400, 'INVALID_REQUEST']);
    expect(await codeOf(await get("/f/media/public/list/items/all?e=1'--", key))).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('how often', () => {
  test('ROL-01 anonymous writes of one network are bounded; reads, fans and other networks are not', async () => {
    const word = { method: 'PUT', path: '/f/search/word/item', body: '{"word":"goal","tagtype":"text"}' };
    const write = (address: string, headers: Record<string, string> = {}) =>
      server.send(
        word.method,
        word.path,
        { ...key, 'content-type': 'application/json', ...headers },
        word.body,
        address,
      );
    const { count } = RATE_LIMITS.anonymousWrites;
    expect((await write('203.0.113.7')).status).toBe(200);
    await server.identityDb.updateTable('identity_limit').set({ count }).execute();
    server.setNow(NOON + ALLOTTED_MS);
    expect(await codeOf(await write('203.0.113.7'))).toEqual([429, 'RATE_LIMITED']);
    expect((await write('203.0.113.8')).status).toBe(200);
    const read = await server.send('GET', '/f/search/word/ranking/items', key, undefined, '203.0.113.7');
    expect(read.status).toBe(200);
    const view = JSON.stringify({ media_url: server.storePhoto('aki', 'g').media_url, kind: '拡大画像' });
    const signedIn = { ...key, 'content-type': 'application/json', 'x-api-authorization': 'Bearer of.aki' };
    const seen = await server.send('PUT', '/f/media/public/list/history', signedIn, view, '203.0.113.7');
    expect(seen.status).toBe(200);
    server.setNow(NOON + RATE_LIMITS.anonymousWrites.windowMs + 1);
    expect((await write('203.0.113.7')).status).toBe(200);
    server.setNow(NOON);
  });
});

describe('pages', () => {
  test('RTE-18d RTE-18g pages, shared pages and unknown paths', async () => {
    const text = async (path: string) => {
      const response = await get(path);
      return [response.status, await response.text()];
    };
    expect(await text('/')).toEqual([200, '<!doctype html>tenants']);
    expect(await text(`/common/create-account.html?t=${CLUB}`)).toEqual([200, '<!doctype html>sign up']);
    expect(await text(`/${CLUB}/common/tutorial.html`)).toEqual([200, '<!doctype html>own tutorial']);
    expect(await text(`/${CLUB}/common/create-account.html`)).toEqual([200, '<!doctype html>sign up']);
    expect((await get(`/${CLUB}?q=s~1`)).headers.get('location')).toBe(`/${CLUB}/?q=s~1`);
    expect(await text(`/${CLUB}/nothing.html`)).toEqual([404, '<!doctype html>not here, fan']);
    expect(await text('/nobody/')).toEqual([404, '<!doctype html>not here']);
    // Of the club as well, where the address names it in `t` or in other letters.
    for (const path of [
      `/common/nothing.html?t=${CLUB}`,
      `/common/nothing.html?t=${CLUB.toUpperCase()}`,
      `/${CLUB.toUpperCase()}/nothing.html`,
    ])
      expect([path, ...(await text(path))]).toEqual([path, 404, '<!doctype html>not here, fan']);
    expect(await text('/common/nothing.html?t=nobody')).toEqual([404, '<!doctype html>not here']);
    for (const path of [
      '/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
      '/.stamp',
      '/assets/main-abc.js.br',
      '/assets/main-abc.js.dcz',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  test('RTE-18f an address without .html or in other letters leads to its page, none to another site', async () => {
    const leads = async (path: string) => {
      const response = await get(path);
      return [response.status, response.headers.get('location')];
    };
    expect(await leads(`/${CLUB}/gallery`)).toEqual([308, `/${CLUB}/gallery.html`]);
    expect(await leads(`/${CLUB.toUpperCase()}/Gallery.html?team=T1&q=%E3%81%82`)).toEqual([
      308,
      `/${CLUB}/gallery.html?team=T1&q=%E3%81%82`,
    ]);
    expect(await leads(`/${CLUB}/INDEX`)).toEqual([308, `/${CLUB}/index.html`]);
    expect(await leads(`/${CLUB.toUpperCase()}?q=s~1`)).toEqual([308, `/${CLUB}/?q=s~1`]);
    expect(await leads(`/common/Create-Account?t=${CLUB}`)).toEqual([308, `/common/create-account.html?t=${CLUB}`]);
    expect(await leads(`/${CLUB}/common/Tutorial/`)).toEqual([308, `/${CLUB}/common/tutorial.html`]);
    const unknown = ['/nobody/gallery', '/nobody', `/${CLUB}/nothing`, `/${CLUB}/common`, '/common/gallery'];
    const others = ['//evil.example', '//evil.example/gallery', `//${CLUB}/gallery`, '/%2f%2fevil.example/gallery'];
    for (const path of [...unknown, ...others, `/${CLUB}//evil.example`, '/S3/gallery'])
      expect([path, ...(await leads(path))]).toEqual([path, 404, null]);
  });

  test('the HTML of the gallery brings its first photos, safely', async () => {
    await server.addEvent('g');
    const photos = Array.from({ length: 8 }, () =>
      server.storePhoto('aki', 'g', { comment: '</script><!-- $& 1 < 2' }),
    );
    await server.post('aki', 'g', photos);
    const html = await (await get(`/${CLUB}/gallery.html`)).text();
    const data = /<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(data).not.toContain('<');
    const [call] = JSON.parse(data);
    expect(call).toMatchObject({ name: 'getPublicList', params: { publicListId: 'all' }, query: {} });
    expect(call.answer).toEqual(await server.ok('getPublicList', { params: { publicListId: 'all' } }));
    expect(call.answer.media_list[0].comment).toContain('1 < 2');
    const preloads = [
      ...html.matchAll(
        /<link rel="preload" as="image" href="\/s3\/photos\/(ugc\/\w+\/g\/thumbnail\/\w{20}\.jpg)" crossorigin>/g,
      ),
    ];
    // What a first screen shows, in the order it shows it.
    expect(preloads.length).toBeGreaterThan(5);
    const shown = call.answer.media_list.map((photo: { media_url: string }) => thumbnailKey(photo.media_url));
    expect(preloads.map((preload) => preload[1])).toEqual(shown.slice(0, preloads.length));
    const unfilled = await (await get(`/${CLUB}/event-detail.html?e='bad`)).text();
    const card = /<link rel="canonical".*?(?=<\/head>)/;
    expect(unfilled.replace(card, '').replace(/<script type="application\/json" id="config">.*?<\/script>/, '')).toBe(
      shell,
    );
    expect(await (await get(`/${CLUB}/event-detail.html?e=g`)).text()).toContain('"name":"getEvent"');
  });

  test('HTML is revalidated, hashed assets never; both travel compressed', async () => {
    const first = await get(`/${CLUB}/gallery.html`, { 'accept-encoding': 'gzip, br' });
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=0, must-revalidate, s-maxage=\d,/);
    expect(first.headers.get('vary')).toBe('accept-encoding, x-forwarded-proto');
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await first.arrayBuffer())).toString()).toContain('first-data');
    const etag = first.headers.get('etag') ?? '';
    expect((await get(`/${CLUB}/gallery.html`, { 'if-none-match': etag })).status).toBe(304);
    const asset = await get('/assets/main-abc.js', { 'accept-encoding': 'br' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(await asset.text()).toBe('squeezed');
    const worker = await get('/sw.js');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect((await get('/sw.js', { 'if-none-match': worker.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await get('/assets/gone.js')).headers.get('cache-control')).not.toContain('immutable');
  });

  test('OPS-15a a file named by its content is not sent again to a browser that has it', async () => {
    const path = '/assets/main-abc.js';
    const tag = (await get(path, { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    expect(tag).toBe('W/"main-abc.js"');
    const same = await get(path, { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([same.status, await same.text(), same.headers.get('cache-control')]).toEqual([
      304,
      '',
      'public, max-age=31536000, immutable',
    ]);
    for (const name of ['content-length', 'content-encoding'])
      expect([name, same.headers.get(name)]).toEqual([name, null]);
    expect((await get(path, { 'if-none-match': 'W/"main-abd.js"' })).status).toBe(200);
    expect((await get('/assets/gone.js', { 'if-none-match': 'W/"gone.js"' })).status).toBe(404);
  });

  test('KEP-05b who has the build before is answered by what is new, everybody else by the whole', async () => {
    const can = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz' };
    const delta = readFileSync(join(dist, 'assets', `${SCRIPT}.dcz`));
    const dictionary = dictionaryOf(delta) ?? '';
    const heads = ({ headers }: Response) =>
      ['content-type', 'content-encoding', 'cache-control', 'vary', 'use-as-dictionary'].map((name) =>
        headers.get(name),
      );
    const told = ['accept-encoding, available-dictionary', 'match="/assets/app-*.js"'];
    const type = 'text/javascript; charset=utf-8';
    const own = await get(`/assets/${SCRIPT}`, { ...can, 'available-dictionary': dictionary });
    expect(heads(own)).toEqual([type, 'dcz', 'private, max-age=31536000, immutable', ...told]);
    expect(Buffer.from(await own.arrayBuffer()).equals(delta)).toBe(true);
    for (const headers of [{}, can, { 'accept-encoding': 'gzip, br', 'available-dictionary': dictionary }]) {
      const other = await get(`/assets/${SCRIPT}`, headers);
      expect(heads(other)).toEqual([type, null, 'public, max-age=31536000, immutable', ...told]);
      expect(await other.text()).toBe(`${code}// changed`);
    }
  });

  test('HLF-10 a page that lacks its data is for one visitor, a refusal or a redirect for nobody to keep', async () => {
    const cachingOf = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await cachingOf(`/${CLUB}/gallery.html`)).toContain('s-maxage');
    expect(await cachingOf(`/${CLUB}/sitemap.xml`)).toContain('s-maxage');
    await server.db.schema.alterTable('photo').renameTo('photo_away').execute();
    // Another page than the one that was just drawn, which is still given.
    const page = await get(`/${CLUB}/gallery.html?team=none`);
    await server.db.schema.alterTable('photo_away').renameTo('photo').execute();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(server.errors.splice(0)).toHaveLength(1);
    for (const path of [`/${CLUB}/nothing.html`, `/${CLUB}`, '/robots.txt', '/f/nothing', '/nobody/sitemap.xml'])
      expect([path, await cachingOf(path)]).toEqual([path, 'no-store']);
  });

  test('every answer carries the security headers', async () => {
    for (const path of ['/', `/${CLUB}/gallery.html`, '/nothing', '/config.json', '/f/team/items', '/sw.js']) {
      const { headers } = await get(path, key);
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'self'",
        `script-src 'self' '${EARLY_SCRIPT_HASH}'`,
        "object-src 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types fanphoto',
      ]) {
        expect(policy.split('; ')).toContain(rule);
      }
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // Chromium would start a process for the page, before its photos (ADR 1).
      for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster']) expect(headers.get(name)).toBeNull();
      expect(headers.get('permissions-policy')).toContain('camera=(self)');
      expect(headers.get('referrer-policy')).not.toBeNull();
    }
  });

  test('RTE-16b only mediasite.html may stand in a frame of another site, and only of the tenant’s', async () => {
    const ancestorsOf = async (path: string) => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy')?.split('; ') ?? [];
      return [policy.find((rule) => rule.startsWith('frame-ancestors')), headers.get('x-frame-options')];
    };
    expect(await ancestorsOf(`/${CLUB}/mediasite.html?e=x`)).toEqual([
      `frame-ancestors 'self' ${new URL(findTenant(CLUB)?.url ?? '').origin}`,
      null,
    ]);
    for (const path of [`/${CLUB}/gallery.html`, `/${CLUB}/`, '/nobody/mediasite.html', '/mediasite.html'])
      expect(await ancestorsOf(path)).toEqual(["frame-ancestors 'self'", 'SAMEORIGIN']);
  });

  test('/config.json and /healthz', async () => {
    expect(await (await get('/config.json')).json()).toMatchObject({ api: '/f', apiKey: 'fan-web' });
    expect(await (await get('/healthz')).json()).toEqual({ database: 'up' });
    expect(server.errors).toEqual([]);
  });
});
