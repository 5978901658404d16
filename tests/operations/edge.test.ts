/** HLF-10: the server behind nginx with the product's own configuration. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../../.ci/ensure-nginx.mjs';
import { CALL_VARY, PAGE_VARY } from '../../server/http/edgeCaching.ts';
import { setPhotoHidden } from '../../server/operations/moderation.ts';
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts';
import type { Photo } from '../../src/contract/entities.ts';
import { EDGE_CACHE, REACTION_VALUE } from '../../src/contract/limits.ts';
import { PAGE_PARAMETERS } from '../../src/contract/pageParameters.ts';
import { type RoutesServer, startRoutesServer } from '../api/routesServer.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { EDGE_HOST, type Edge, type EdgeAnswer, NGINX_CONF, startEdge } from './edgeSetup.ts';

const dist = mkdtempSync(join(tmpdir(), 'edge-dist-'));
const { freshS, staleS } = EDGE_CACHE;
const TOLD_MS = (freshS + staleS) * 1000;
const shell = '<!doctype html><head><!--first-images--></head><body><!--first-data--></body>';
const LIST = '/f/media/public/list/items/all';
const keyOf = (tenant: string) => ({ 'x-api-key': 'fan-web', 'x-api-tenant': tenant });
const as = (fan: string) => ({ ...keyOf(CLUB), 'x-api-authorization': `Bearer of.${fan}` });

let server: RoutesServer;
let edge: Edge;
/** Answered by 503 while `isBroken`, else kept for one second and two more: the bounds are the server's to say. */
const BRIEF = '/f/season/items';
const BRIEF_MS = 3000;
let isBroken = false;
async function answer(request: Request, address: string | null): Promise<Response> {
  if (!request.url.endsWith(BRIEF)) return server.fetch(request, address);
  if (isBroken) return new Response(null, { status: 503, headers: { 'cache-control': 'no-store' } });
  const response = await server.fetch(request, address);
  const caching = response.headers.get('cache-control')?.replace(`=${freshS},`, '=1,').replaceAll(`=${staleS}`, '=2');
  return new Response(response.body, {
    headers: { ...Object.fromEntries(response.headers), 'cache-control': caching ?? '' },
  });
}

describe.runIf(findNginx() !== null)('nginx in front', () => {
  beforeAll(async () => {
    for (const tenant of [CLUB, LEAGUE]) {
      mkdirSync(join(dist, tenant));
      for (const page of ['index', 'gallery', 'event-detail']) writeFileSync(join(dist, tenant, `${page}.html`), shell);
    }
    server = await startRoutesServer({ dist });
    edge = await startEdge(answer);
    for (const tenant of [CLUB, LEAGUE]) {
      await server.join('aki', tenant);
      await server.addEvent('g', { tenant });
      for (let i = 0; i < 8; i++) {
        const photo = server.storePhoto('aki', 'g', { comment: `of ${tenant}` }, tenant);
        expect((await server.post('aki', 'g', [photo], tenant)).status).toBe(200);
      }
    }
  });
  afterAll(async () => {
    await edge.close();
    await server.close();
    rmSync(dist, { recursive: true, force: true });
  });

  const photosOf = (answer: EdgeAnswer) => (JSON.parse(answer.text) as { media_list: Photo[] }).media_list;
  const plain = ({ headers, bytes }: EdgeAnswer) => {
    const encoding = headers['content-encoding'];
    return String(encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes);
  };

  test('HLF-10 ten thousand readers cost the server a handful of reads, and no tenant meets another', async () => {
    const wanted = [CLUB, LEAGUE].flatMap((tenant) => [
      { tenant, path: `/${tenant}/`, headers: {} },
      { tenant, path: `/${tenant}/gallery.html`, headers: {} },
      { tenant, path: LIST, headers: keyOf(tenant) },
      { tenant, path: '/f/event/items', headers: keyOf(tenant) },
    ]);
    const encodings = ['gzip, deflate, br', 'gzip, deflate, br, zstd', 'gzip', 'GZIP;q=1'];
    const begun = performance.now();
    edge.takeAsked();
    let left = 10_000;
    /** Of each address in each compression what was answered, once. */
    const seen = new Map<string, EdgeAnswer[]>();
    const reader = async () => {
      while (left > 0) {
        const number = left--;
        const { tenant, path, headers } = wanted[number % wanted.length] ?? { tenant: '', path: '', headers: {} };
        const answer = await edge.get(`${path}?timestamp=${1e12 + number}`, {
          ...headers,
          'accept-encoding': encodings[number % 3] ?? '',
          'accept-language': `ja,en;q=0.${number % 10}`,
        });
        if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
        const key = `${tenant} ${path} ${answer.headers['content-encoding']}`;
        const known = seen.get(key) ?? [];
        if (!known.some(({ bytes }) => bytes.equals(answer.bytes))) seen.set(key, [...known, answer]);
      }
    };
    await Promise.all(Array.from({ length: 32 }, reader));
    const periods = Math.ceil((performance.now() - begun) / (freshS * 1000));
    expect(seen.size).toBeGreaterThan(wanted.length);
    for (const [key, answers] of nonEmpty([...seen])) {
      expect([key, answers.length]).toEqual([key, 1]);
      const [tenant] = key.split(' ');
      const text = answers.map(plain).join();
      if (!key.includes('/event/')) expect(text).toContain(`of ${tenant}`);
      expect(text).not.toContain(`of ${tenant === CLUB ? LEAGUE : CLUB}`);
    }
    const asked = edge.takeAsked();
    // Two compressions of each address, each once in a period and at its end.
    expect(asked.length).toBeLessThanOrEqual(wanted.length * 2 * (periods + 1));
    expect(asked.filter((path) => path.includes('?'))).toEqual([]);
  });

  test('HLF-10 ROL-02 who is signed in is told their own, before and after strangers are told theirs', async () => {
    const [first] = photosOf(await edge.get(LIST, keyOf(CLUB)));
    await server.ok('putReaction', {
      as: 'aki',
      body: { media_url: first?.media_url ?? '', reaction: REACTION_VALUE, targetuser: 'aki' },
    });
    const own = async (query: string, headers: Record<string, string>) =>
      photosOf(await edge.get(`${LIST}?${query}`, headers)).filter((photo) => photo.reactionInfo.own_reacted).length;
    for (const query of ['l=7', 'l=6']) {
      const order = query === 'l=7' ? [as('aki'), keyOf(CLUB)] : [keyOf(CLUB), as('aki')];
      for (const headers of [...order, ...order])
        expect([query, await own(query, headers)]).toEqual([query, 'x-api-authorization' in headers ? 1 : 0]);
    }
    edge.takeAsked();
    const answers = await Promise.all([1, 2, 3].map(() => edge.get(LIST, as('aki'))));
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store', 'no-store']);
    expect(edge.takeAsked()).toHaveLength(3);
    expect((await edge.get('/f/user/tenant', as('aki'))).text).toContain(CLUB);
    expect((await edge.get('/f/user/tenant', keyOf(CLUB))).status).toBe(401);
    expect((await edge.get(LIST, { ...keyOf(CLUB), 'x-api-authorization': 'Bearer forged' })).status).toBe(401);
    // Without the key there is no answer, kept or not; nor of a tenant nobody has.
    expect((await edge.get(LIST, { 'x-api-tenant': CLUB })).status).toBe(403);
    expect((await edge.get(LIST, keyOf('nobody'))).status).toBe(404);
  });

  test('HLF-10 a browser asks again each time, and is told in short that nothing changed', async () => {
    const page = await edge.get(`/${CLUB}/gallery.html`);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toContain('script-src');
    expect(page.headers['strict-transport-security']).toContain('max-age=');
    const etag = page.headers.etag ?? '';
    edge.takeAsked();
    const again = await edge.get(`/${CLUB}/gallery.html`, { 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect([again.status, again.text, again.headers['cache-control']]).toEqual([304, '', 'no-cache']);
    expect((await edge.get(`/${CLUB}/gallery.html`, {}, 'HEAD')).headers.etag).toBe(etag);
    expect(edge.takeAsked()).toEqual([]);
    // Who has just written something asks the server.
    await edge.get(LIST, { ...keyOf(CLUB), 'cache-control': 'no-cache' });
    expect(edge.takeAsked()).toEqual([LIST]);
  });

  test('HLF-10 what was deleted or hidden is gone from lists and pages within the time told', async () => {
    const [deleted, hidden] = [1, 2].map(() => server.storePhoto('aki', 'g', { comment: 'soon gone' }));
    if (!deleted || !hidden) throw new Error('No photos');
    await server.post('aki', 'g', [deleted, hidden]);
    const places = [
      ['/f/media/public/list/items/event?e=g', keyOf(CLUB)],
      [`/${CLUB}/event-detail.html?e=g`, {}],
      ...[deleted, hidden].flatMap(
        ({ media_url }) =>
          [
            [`/f/media/public/list/item?media_url=${btoa(media_url)}`, keyOf(CLUB)],
            [`/${CLUB}/?q=${media_url}`, {}],
          ] as const,
      ),
    ] as const;
    const shown = async () => {
      const answers = await Promise.all(places.map(([path, headers]) => edge.get(path, headers)));
      return answers.filter(({ text }) => text.includes('soon gone')).length;
    };
    await expect.poll(shown, { timeout: TOLD_MS, interval: 100 }).toBe(places.length);
    const begun = performance.now();
    const body = { public_list_id: 'event', media_url: deleted.media_url } as const;
    await server.ok('deletePhoto', { as: 'aki', body });
    await server.db.transaction().execute((trx) => setPhotoHidden(trx, CLUB, hidden.media_url, new Date()));
    await expect.poll(shown, { timeout: TOLD_MS + 1000, interval: 100 }).toBe(0);
    expect(performance.now() - begun).toBeLessThan(TOLD_MS + 1000);
  });

  test('HLF-10 errors are not kept', async () => {
    for (const bad of [`${LIST}?l=101`, '/f/nothing', `/${CLUB}/nothing.html`, '/f/push/key']) {
      edge.takeAsked();
      const answers = [await edge.get(bad, keyOf(CLUB)), await edge.get(bad, keyOf(CLUB))];
      expect([bad, answers.map(({ headers }) => headers['cache-control'])]).toEqual([bad, ['no-store', 'no-store']]);
      expect([bad, edge.takeAsked().length]).toEqual([bad, 2]);
    }
    isBroken = true;
    expect((await edge.get(BRIEF, keyOf(CLUB))).status).toBe(503);
    isBroken = false;
    expect((await edge.get(BRIEF, keyOf(CLUB))).status).toBe(200);
  });

  test('HLF-10 a server that fails is not noticed for the seconds told, and no longer hidden', async () => {
    const read = async () => (await edge.get(BRIEF, keyOf(CLUB))).status;
    const statuses = new Set<number>();
    const isAsked = async () => {
      statuses.add(await read());
      return edge.takeAsked().length > 0;
    };
    // The copy is a new one: what the test before stored, or a try of this one, may be over before it is asked for.
    isBroken = false;
    edge.takeAsked();
    await expect.poll(isAsked, { interval: 20 }).toBe(true);
    expect(await read()).toBe(200);
    const begun = performance.now();
    isBroken = true;
    edge.takeAsked();
    statuses.clear();
    // nginx counts whole seconds: a copy may stay for one more than told.
    const within = BRIEF_MS + 2000;
    await expect.poll(isAsked, { timeout: within, interval: 20 }).toBe(true);
    expect([...statuses, await read()]).toEqual([200, 200]);
    await expect.poll(read, { timeout: within, interval: 50 }).toBe(503);
    expect(performance.now() - begun).toBeLessThan(within);
    isBroken = false;
    expect(await read()).toBe(200);
  });

  test('HLF-10 what a stranger writes into a request reaches nobody else', async () => {
    const hostile: Record<string, string>[] = [
      ...[
        'x-forwarded-host',
        'x-host',
        'x-forwarded-server',
        'x-original-url',
        'x-rewrite-url',
        'origin',
        'referer',
      ].map((name) => ({ [name]: 'http://evil.example/evil' })),
      { forwarded: 'host=evil.example;proto=http' },
      { 'x-forwarded-proto': 'https', 'x-forwarded-scheme': 'evil' },
      { 'x-http-method-override': 'DELETE', 'accept-language': 'evil', 'user-agent': 'evil', cookie: 'evil=1' },
      { 'accept-encoding': 'identity, evil, gzip', te: 'evil', via: 'evil', 'x-real-ip': '127.0.0.1' },
      { 'x-api-tenant': LEAGUE, 'x-api-key': 'evil', range: 'bytes=0-3', 'if-none-match': '*' },
    ];
    const ours = ['accept-encoding', 'host', 'x-api-key', 'x-api-tenant', 'x-forwarded-for', 'x-forwarded-proto'];
    edge.takeHeard();
    for (const [number, headers] of hostile.entries()) {
      // An address nobody has asked for yet: the stranger is the first.
      const page = `/${CLUB}/event-detail.html?e=g&p=${number}`;
      const honest = await server.send('GET', page, { 'x-forwarded-proto': 'https' });
      const direct = (await honest.text()).replaceAll('https://localhost/', `https://${EDGE_HOST}/`);
      await edge.get(page, headers);
      expect([headers, (await edge.get(page)).text]).toEqual([headers, direct]);
      const list = `${LIST}?l=${10 + number}`;
      await edge.get(list, { ...keyOf(CLUB), ...headers });
      expect(photosOf(await edge.get(list, keyOf(CLUB))).length).toBeGreaterThan(7);
      expect((await edge.get(list, keyOf(CLUB))).text).not.toContain(LEAGUE);
    }
    expect(edge.takeHeard()).toEqual(ours);
  });

  test('HLF-10 another host is refused, and its answer is nobody’s', async () => {
    edge.takeAsked();
    const refused = await edge.get(`/${CLUB}/?p=host`, { host: 'evil.example' });
    expect(refused.status).toBe(421);
    const to = { port: edge.port, host: '127.0.0.1', rejectUnauthorized: false };
    await expect(once(connect({ ...to, servername: 'evil.example' }), 'secureConnect')).rejects.toThrow(/alert/);
    const socket = connect({ ...to, servername: EDGE_HOST });
    let heard = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      heard += chunk;
    });
    socket.write(`GET http://evil.example/${CLUB}/ HTTP/1.1\r\nHost: ${EDGE_HOST}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    expect(heard).toMatch(/^HTTP\/1\.1 421 /);
    expect(edge.takeAsked()).toEqual([]);
    const page = await edge.get(`/${CLUB}/?p=host`, { host: `${EDGE_HOST}:8080` });
    expect(page.text).toContain(`<link rel="canonical" href="https://${EDGE_HOST}/${CLUB}/">`);
  });

  test('HLF-10 parameters nobody knows, their order and repetitions are one address', async () => {
    edge.takeAsked();
    const begun = performance.now();
    for (let i = 0; i < 200; i++) {
      const known = i % 2 === 0 ? 'team=t1&l=9' : 'l=9&team=t1&team=t2&l=8';
      const answer = await edge.get(`${LIST}?a${i}=1&${known}&timestamp=${i}&%65=x&team`, keyOf(CLUB));
      expect(answer.status).toBe(200);
      await edge.get(`/${CLUB}/gallery.html?fbclid=${i}&team=t1&utm_source=${i}#${i}`, { 'x-api-tenant': `t${i}` });
      await edge.get(`${LIST}?l=5`, { ...keyOf(CLUB), 'accept-encoding': `identity, x${i}` });
    }
    const periods = Math.ceil((performance.now() - begun) / (freshS * 1000));
    const asked = edge.takeAsked();
    const addresses = new Set([`${LIST}?team=t1&l=9`, `/${CLUB}/gallery.html?team=t1`, `${LIST}?l=5`]);
    expect(new Set(asked)).toEqual(addresses);
    // Each once in a period and at its end.
    expect(asked.length).toBeLessThanOrEqual(addresses.size * (periods + 1));
  });
});

/** Names of parameters the configuration passes on. */
const passed = () =>
  [...readFileSync(NGINX_CONF, 'utf8').matchAll(/map \$args \$edge_(\w+) \{ "~\(\?:\^\|&\)\((\w+)=/g)].map(
    ([, variable, name]) => [variable, name] as const,
  );

test('HLF-10 nginx.conf passes on each parameter calls and pages read, and no other', () => {
  const conf = readFileSync(NGINX_CONF, 'utf8');
  const chain = /map "((?:\$edge_\w+)+)" \$edge_args/.exec(conf)?.[1]?.split('$edge_').slice(1) ?? [];
  for (const [variable, name] of nonEmpty(passed())) expect(variable).toBe(name);
  const names = passed().map(([, name]) => name);
  expect(chain).toEqual(names);
  const all: readonly Endpoint[] = Object.values(endpoints);
  const ofCalls = all
    .filter(({ method, auth }) => method === 'GET' && auth !== 'user')
    .flatMap(({ query }) => Object.keys(query.entries));
  expect([...names].sort()).toEqual([...new Set([...ofCalls, ...PAGE_PARAMETERS])].sort());
});

test('HLF-10 all that answers differ by is in the key of nginx.conf, or keeps a request away from it', () => {
  const conf = readFileSync(NGINX_CONF, 'utf8');
  const key = /proxy_cache_key "([^"]+)"/.exec(conf)?.[1] ?? '';
  const shared = /map "([^"]+)" \$edge_is_shared/.exec(conf)?.[1] ?? '';
  const sent = new Map(
    [...conf.matchAll(/proxy_set_header ([\w-]+) (\$\w+);/g)].map(([, name = '', by = '']) => [name.toLowerCase(), by]),
  );
  for (const name of [...CALL_VARY.split(', '), ...PAGE_VARY.split(', ')]) {
    const isKey = key.split(' ').includes(sent.get(name) ?? '?');
    expect([name, isKey || shared.includes(`$http_${name.replaceAll('-', '_')}`)]).toEqual([name, true]);
  }
});
