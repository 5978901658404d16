import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/config.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { cardKey } from '../../src/rules/objectKeys.ts';
import { findTenant } from '../../tenants/index.ts';
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
});
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
  expect(head).not.toMatch(/<script(?! src=| type="application\/ld\+json">)|<img|onerror=y>/);
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
    expect(contentOf(text, 'og:title')).toMatch(/^背番号7｜決勝/);
    expect(text).toContain(`<link rel="canonical" href="http://localhost/${CLUB}/?q=${encodeURIComponent(photo)}">`);
    expect([contentOf(text, 'og:image:width'), contentOf(text, 'og:image:height')]).toEqual(['480', '360']);
    expect(contentOf(text, 'og:description')).toContain('#勝利 撮影：akiさん');
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
    expect(contentOf((await read(`/${CLUB}/${path}`)).text, 'og:image')).toContain('/icons/card.jpg');
});

/** What the page says to search engines; null: nothing. */
function dataOf(html: string): Record<string, unknown> | null {
  const [, text] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html.slice(0, html.indexOf('</head>'))) ?? [];
  return text === undefined ? null : (JSON.parse(text) as Record<string, unknown>);
}

test('FAN-14a a photo’s page tells author and credit, and whom to ask only if its author permits it', async () => {
  const dataFor = async (key: string) => dataOf((await read(`/${CLUB}/?q=${encodeURIComponent(key)}`)).text);
  const allowed = server.storePhoto('aki', 'final', {
    comment: hostile,
    usepermit: true,
    alt: '紙吹雪',
    htag: '#勝利',
  });
  const refused = server.storePhoto('aki', 'final', { usepermit: false });
  await server.post('aki', 'final', [allowed, refused]);
  expect(await dataFor(allowed.media_url)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    url: `http://localhost/${CLUB}/?q=${encodeURIComponent(allowed.media_url)}`,
    contentUrl: `http://localhost/s3/photos/${allowed.media_url}`,
    caption: `">alert('x') & `,
    description: '紙吹雪',
    keywords: '#勝利',
    uploadDate: '2026-06-10T12:00:00+09:00',
    creator: { '@type': 'Person', name: 'aki' },
    creditText: `© ${findTenant(CLUB)?.creditLabel}`,
    copyrightNotice: '© aki',
    license: `http://localhost/${CLUB}/terms.pdf`,
    acquireLicensePage: `http://localhost/${CLUB}/?open=contact`,
  });
  const other = await dataFor(refused.media_url);
  expect(other).toMatchObject({ creator: { name: 'aki' }, creditText: 'aki', copyrightNotice: '© aki' });
  expect(Object.keys(other ?? {})).not.toContain('license');
  expect(Object.keys(other ?? {})).not.toContain('acquireLicensePage');
  expect(dataOf((await read(`/${CLUB}/?q=none`)).text)).toBeNull();
});

test('FAN-14b a match is a SportsEvent, a fan’s project an Event of that fan', async () => {
  await server.addEvent('project', {
    event_name: '</script><script>alert(1)</script>',
    event_type: 'memorial',
    user_id: 'aki',
    crawl_period_start: '2026-06-01 10:00:00',
    crawl_period_end: '2026-06-30 23:59:59',
    photo_location: ['等々力'],
  });
  const dataFor = async (e: string) => {
    const { text } = await read(`/${CLUB}/event-detail.html?e=${e}`);
    expectHarmless(text);
    return dataOf(text);
  };
  const club = { '@type': 'SportsOrganization', name: findTenant(CLUB)?.name, url: `http://localhost/${CLUB}/` };
  expect(await dataFor('final')).toMatchObject({
    '@type': 'SportsEvent',
    name: `決勝 ${hostile}`,
    startDate: '2026-06-10',
    endDate: '2026-06-10',
    url: `http://localhost/${CLUB}/event-detail.html?e=final`,
    organizer: club,
  });
  expect(await dataFor('project')).toMatchObject({
    '@type': 'Event',
    name: '</script><script>alert(1)</script>',
    startDate: '2026-06-01T10:00:00+09:00',
    endDate: '2026-06-30T23:59:59+09:00',
    location: { '@type': 'Place', name: '等々力' },
    organizer: { '@type': 'Person', name: 'aki' },
  });
});

describe('pictures of links', () => {
  const storedAs = async (fields: Parameters<RoutesServer['storePhoto']>[2], facts: object = {}) => {
    const shot = server.storePhoto('aki', 'final', fields);
    await server.post('aki', 'final', [shot]);
    if (Object.keys(facts).length > 0)
      await server.db.updateTable('photo').set(facts).where('media_url', '=', shot.media_url).execute();
    return shot.media_url;
  };
  const linkOf = async (key: string) => {
    const { text } = await read(`/${CLUB}/?q=${encodeURIComponent(key)}`);
    const of = (name: string) => contentOf(text, name);
    return {
      text,
      url: of('og:image'),
      size: [of('og:image:width'), of('og:image:height')],
      type: of('og:image:type'),
    };
  };
  const at = (key: string) => `http://localhost/s3/photos/${key}`;

  test('FAN-11a a wide photo is shown by its preview, others by their card: 1,200 pixels and more', async () => {
    const wide = await linkOf(await storedAs({}, { width: 4000, height: 2667, has_preview: true }));
    expect(wide.url).toContain('/preview/');
    expect([wide.size, wide.type]).toEqual([['1600', '1067'], 'image/jpeg']);
    for (const [width, height] of [
      [3000, 4000],
      [900, 600],
    ]) {
      const key = await storedAs({}, { width, height, has_preview: true, has_card: true });
      expect(await linkOf(key)).toMatchObject({ url: at(cardKey(key)), size: ['1200', '630'], type: 'image/jpeg' });
    }
  });

  test('FAN-11a until they are made an upright photo has its preview, a large one its thumbnail', async () => {
    const early = await storedAs({}, { width: 3000, height: 4000, has_preview: true });
    expect(await linkOf(early)).toMatchObject({ url: at(previewKey(early)), size: ['1200', '1600'] });
    const fresh = await storedAs({}, { width: 3000, height: 4000 });
    expect(await linkOf(fresh)).toMatchObject({ url: at(thumbnailKey(fresh)), size: ['360', '480'] });
  });

  test('FAN-11b the title names players and match, without players the author too', async () => {
    const titleOf = async (player: string) => contentOf((await linkOf(await storedAs({ player }))).text, 'og:title');
    expect(await titleOf('高峰蓮,中村俊')).toMatch(/^高峰蓮・中村俊｜決勝/);
    expect(await titleOf('一,二,三,四')).toMatch(/^一・二・三ほか｜決勝/);
    expect(await titleOf('')).toMatch(/^決勝.*｜akiさんの写真$/);
  });

  test('FAN-11b event and player pages say in the words of the tenant what they show', async () => {
    await server.addEvent('quiet', { event_name: '第36節', public_message: '', descriptive_text: '' });
    const event = (await read(`/${CLUB}/event-detail.html?e=quiet`)).text;
    expect(contentOf(event, 'og:description')).toBe('試合「第36節」の写真を見られます。');
    expect(contentOf(event, 'og:image')).toContain('/icons/card.jpg');
    const player = (await read(`/${CLUB}/player-detail.html?p=${encodeURIComponent('背番号7')}`)).text;
    expect(contentOf(player, 'og:description')).toMatch(/^選手「背番号7」を.+のファンが撮った写真/);
  });

  test('FAN-11c a deleted or hidden photo leaves neither picture, title nor author in its link', async () => {
    const hidden = await storedAs({ player: '秘密' }, { has_preview: true, hidden_at: new Date() });
    const gone = await storedAs({ player: '秘密' }, { width: 3000, height: 4000, has_card: true });
    await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: gone } });
    for (const key of [hidden, gone]) {
      const link = await linkOf(key);
      expect(link.url).toContain('/icons/card.jpg');
      const head = link.text.slice(0, link.text.indexOf('</head>'));
      for (const told of ['秘密', 'akiさん', key.split('/').at(-1) ?? '']) expect(head).not.toContain(told);
    }
  });
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

test('RTE-18a a player whose last photo is gone leaves the sitemap', async () => {
  const persons = ['背番号7', '背番号99'].map((name, position) => ({ tenant: CLUB, name, position }));
  await server.db.insertInto('person').values(persons).execute();
  const person = encodeURIComponent('背番号99');
  const stored = server.storePhoto('aki', 'final', { player: '背番号99' });
  await server.post('aki', 'final', [stored]);
  expect((await read(`/${CLUB}/sitemap.xml`)).text).toContain(person);
  await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: stored.media_url } });
  const after = (await read(`/${CLUB}/sitemap.xml`)).text;
  expect(after).toContain(encodeURIComponent('背番号7'));
  expect(after).not.toContain(person);
});
