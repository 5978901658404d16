import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/config.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

const dist = mkdtempSync(join(tmpdir(), 'dist-'));
const shell =
  '<!doctype html><html><head><title>site</title><meta name="description" content="lead"><!--first-images--></head>' +
  '<body><!--first-data--></body></html>';
const hostile = `"><script>alert('x')</script><img src=x onerror=y> & </title>`;
let server: RoutesServer;
let photo: string;

beforeAll(async () => {
  for (const page of ['index', 'gallery', 'event-detail', 'player-detail', 'my-photo', 'download']) {
    mkdirSync(join(dist, CLUB), { recursive: true });
    writeFileSync(join(dist, `${CLUB}/${page}.html`), shell);
  }
  server = await startRoutesServer({ dist });
  await server.join('aki');
  await server.addEvent('final', { event_name: `決勝 ${hostile}`, public_message: hostile });
  const stored = server.storePhoto('aki', 'final', { comment: hostile, player: '背番号7', htag: '#勝利' });
  await server.post('aki', 'final', [stored]);
  photo = stored.media_url;
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await server.send('GET', path, headers);
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
};
/** Nothing of a fan's text has become markup. */
function expectHarmless(html: string) {
  const head = html.slice(0, html.indexOf('</head>'));
  expect(head).not.toMatch(/<script(?! src=)|<img|onerror=y>/);
  expect(head.match(/<\/title>/g)).toHaveLength(1);
}
const contentOf = (html: string, name: string) =>
  new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

test('PHO-06a a shared photo says whose it is, with its thumbnail, from its key and from its short code', async () => {
  const { degenerate_url } = await server.ok('putShortUrl', { body: { original_url: photo } });
  for (const [path, q] of [
    ['', photo],
    ['gallery.html', photo],
    ['', degenerate_url],
  ]) {
    const { text } = await read(`/${CLUB}/${path}?q=${encodeURIComponent(q ?? '')}`);
    expectHarmless(text);
    expect(contentOf(text, 'og:image')).toBe(`http://localhost/s3/photos/${thumbnailKey(photo)}`);
    expect(contentOf(text, 'og:title')).toBe('akiさんの写真');
    expect(text).toContain(`<link rel="canonical" href="http://localhost/${CLUB}/?q=${encodeURIComponent(photo)}">`);
    expect([contentOf(text, 'og:image:width'), contentOf(text, 'og:image:height')]).toEqual(['480', '360']);
    expect(contentOf(text, 'og:description')).toContain('#勝利');
  }
});

test('RTE-04 RTE-05 event and player pages say what they are about; unknown ones only whose site it is', async () => {
  const event = (await read(`/${CLUB}/event-detail.html?e=final`)).text;
  expectHarmless(event);
  expect(contentOf(event, 'og:title')).toContain('決勝');
  expect(contentOf(event, 'og:image')).toContain('/thumbnail/');
  const player = (await read(`/${CLUB}/player-detail.html?p=${encodeURIComponent('背番号7')}&utm=x`)).text;
  expect(contentOf(player, 'og:title')).toBe('背番号7の写真');
  expect(player).toContain(`player-detail.html?p=${encodeURIComponent('背番号7')}">`);
  // However it is asked for, it is called as the photo has it.
  const spelled = (await read(`/${CLUB}/player-detail.html?p=${encodeURIComponent('背 番号７')}`)).text;
  expect(contentOf(spelled, 'og:title')).toBe('背番号7の写真');
  expect(spelled).toContain(`player-detail.html?p=${encodeURIComponent('背番号7')}">`);
  const forged = (await read(`/${CLUB}/player-detail.html?p=${encodeURIComponent('嘘の見出し')}`)).text;
  expect(forged.slice(0, forged.indexOf('</head>'))).not.toContain('嘘の見出し');
  for (const path of ['event-detail.html?e=none', 'event-detail.html', '?q=none', `?q=${photo.replace('a', 'b')}x`])
    expect(contentOf((await read(`/${CLUB}/${path}`)).text, 'og:image')).toContain('/icons/icon-512.png');
});

test('RTE-18a private pages carry no card; https behind a proxy is in every address', async () => {
  expect((await read(`/${CLUB}/my-photo.html?u=aki`)).text).not.toContain('og:');
  const secure = (await read(`/${CLUB}/gallery.html?team=t1&s=x`, { 'x-forwarded-proto': 'https' })).text;
  expect(secure).toContain(`<link rel="canonical" href="https://localhost/${CLUB}/gallery.html?team=t1">`);
});

test('RTE-18a robots.txt names the sitemaps, one a tenant, with its events', async () => {
  const robots = await read('/robots.txt');
  expect(robots.text).toContain('Disallow: /f/');
  expect(robots.text).toContain('Sitemap: http://localhost/sitemap.xml');
  const all = await read('/sitemap.xml');
  expect(all.type).toContain('xml');
  expect(all.text.match(/<sitemap>/g)).toHaveLength(2);
  const own = await read(`/${CLUB}/sitemap.xml`);
  expect(own.text).toContain(`<loc>http://localhost/${CLUB}/event-detail.html?e=final</loc>`);
  expect(own.text).not.toContain('ranking-list');
  expect((await read(`/${LEAGUE}/sitemap.xml`)).text).toContain('ranking-list');
  expect((await read('/nobody/sitemap.xml')).status).toBe(404);
});
