import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { CLUB } from '../../tests/support/tenants.ts';
import { ApiFailure, type Context, type Handlers } from '../api/handlers.ts';
import { JsonText } from '../database/jsonText.ts';
import { createPageScripts } from './pageScripts.ts';
import { createInlineStyles } from './pageStyles.ts';
import { renderPage } from './renderPage.ts';

const HTML =
  '<head><!--first-images--><script type="module" crossorigin src="/assets/app.js"></script><link rel="stylesheet" crossorigin href="/assets/app.css"></head><body><div id="root"><!--frame-->frame<!--/frame--></div><!--first-data--></body>';
const APP_CSS = 'b{color:blue}';
const MATCH_CSS = '.match{color:green}';
const PARTS_CSS = '.part,:is(main,dialog):has([data-unseen]) .other{color:red}';
const KEY = `ugc/${CLUB}/match-1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
const photo = { media_url: KEY, width: 3, height: 2, color: '#aabbcc', alt: '旗', comment: '' };

const MANIFEST = {
  _match: { file: 'assets/match.js', name: 'match', css: ['assets/match.css'] },
  _parts: { file: 'assets/parts.js', css: ['assets/parts.css'] },
  'src/app/boot/startScript.js': { file: 'assets/start-1a2b.js' },
  'src/app/pages/EventListPage.tsx': { file: 'assets/EventList.js' },
  'src/app/overlays/OpenPhoto.tsx': { file: 'assets/OpenPhoto.js', imports: ['_parts'] },
  'src/app/pages/HighlightsPage.tsx': { file: 'assets/Highlights.js' },
  'src/app/pages/EventDetailPage.tsx': { file: 'assets/Event.js', imports: ['_parts'] },
};

type Draw = Parameters<typeof renderPage>[4]['draw'];

const dist = mkdtempSync(join(tmpdir(), 'dist-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

async function fill(name: string, search: string, draw: Draw = () => null, given: object = {}) {
  const handlers = {
    getPublicList: vi.fn(async () => ({ media_list: [], cursor: null, total: 0 })),
    getEvents: vi.fn(async () => ({ list: [] })),
    getMemorialEvents: vi.fn(async () => ({ list: [] })),
    getEvent: vi.fn(async () => ({ event_id: 'match-1' })),
    getShortUrl: vi.fn(async () => ({ original_url: KEY, degenerate_url: 's~abc' })),
    getPhoto: vi.fn(async () => ({ list: [photo] })),
    getConfigInfo: vi.fn(async () => ({ credit_setting: [] })),
    ...given,
  };
  await mkdir(join(dist, '.vite'), { recursive: true });
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'assets/app.css'), APP_CSS);
  await writeFile(join(dist, 'assets/parts.css'), PARTS_CSS);
  await writeFile(join(dist, 'assets/match.css'), MATCH_CSS);
  await writeFile(join(dist, '.vite', 'manifest.json'), JSON.stringify(MANIFEST));
  const { html, css, isGone } = await renderPage(
    HTML,
    { name, search: new URLSearchParams(search) },
    {} as Context,
    handlers as unknown as Handlers,
    { publicBase: '/s3/photos', scripts: await createPageScripts(dist)(), styles: createInlineStyles(dist), draw },
  );
  const calls = JSON.parse(/id="first-data">(.*?)<\/script>/.exec(html)?.[1] ?? '[]') as {
    name: string;
    query: Record<string, string>;
  }[];
  return { html, css, isGone, calls, handlers };
}

test('WAL-07b WAL-07e highlights come with their page and script; the address of none is not found', async () => {
  const getHighlights = vi.fn(async () => ({ title: '夜' }));
  const there = await fill('highlights.html', 'e=match-1', undefined, { getHighlights });
  expect(there.calls.map(({ name }) => name)).toEqual(['getPublicList', 'getHighlights', 'getEvent']);
  expect([there.isGone, there.html.includes('/assets/Highlights.js')]).toEqual([false, true]);
  const missing = async () => {
    throw new ApiFailure('NOT_FOUND');
  };
  expect((await fill('highlights.html', 'e=match-1', undefined, { getHighlights: missing })).isGone).toBe(true);
  expect((await fill('highlights.html', '')).isGone).toBe(true);
  expect((await fill('event-detail.html', 'e=match-1')).isGone).toBe(false);
});

test('PHO-02b RTE-01b a shared photo comes with the page: code, photo, credit line, picture, scripts', async () => {
  const { html, calls } = await fill('index.html', 'q=s~abc');
  expect(calls.map(({ name }) => name)).toEqual([
    'getShortUrl',
    'getPhoto',
    'getConfigInfo',
    'getPublicList',
    'getEvents',
    'getMemorialEvents',
  ]);
  expect(calls[1]?.query).toEqual({ media_url: btoa(KEY) });
  expect(html).toContain(
    `<link rel="preload" as="image" href="/s3/photos/${KEY}" crossorigin="anonymous" fetchpriority="high">`,
  );
  for (const file of ['assets/parts.js', 'assets/OpenPhoto.js'])
    expect(/ data-code="([^"]+)"/.exec(html)?.[1]?.split(' ')).toContain(`/${file}`);
  // Nothing of it is drawn: it is asked for with the scripts, where the chunk that needs it will find it.
  expect(html).not.toContain('<link rel="stylesheet" disabled media="not all" crossorigin href="/assets/parts.css">');
  expect(/ data-code="([^"]+)"/.exec(html)?.[1]?.split(' ')).toContain('/assets/parts.css');
});

test('PHO-02a a key opens as a code does; what is no photo of ours is not asked for', async () => {
  const { calls, handlers } = await fill('gallery.html', `q=${encodeURIComponent(KEY)}`);
  expect(calls.map(({ name }) => name)).toEqual(['getPhoto', 'getConfigInfo', 'getPublicList']);
  expect(handlers.getShortUrl).not.toHaveBeenCalled();
  for (const q of ['雪', '../../etc', '"><script>']) {
    const wrong = await fill('gallery.html', new URLSearchParams({ q }).toString());
    expect(wrong.calls.map(({ name }) => name)).toEqual(['getPublicList']);
    expect(wrong.html).not.toContain('OpenPhoto.js');
  }
});

test("RTE-04 an event's page names its scripts; the others ask for none", async () => {
  expect((await fill('event-detail.html', 'e=match-1')).html).toContain('href="/assets/Event.js"');
  expect((await fill('gallery.html', '')).html).not.toContain('modulepreload');
});

test('PHO-02a the open photo stands over the page before any script runs, with a way out, alone', async () => {
  const draw = vi.fn(() => ({ html: 'drawn', css: '' }));
  const { html, css } = await fill('gallery.html', `team=t%261&q=${encodeURIComponent(KEY)}`, draw);
  expect(html).toContain(`<img src="/s3/photos/${KEY}" width="3" height="2" alt="旗"`);
  expect(html).toContain('href="gallery.html?team=t%261"');
  expect(html).toContain(`<style>${css}</style>`);
  expect(css).toBe(`${APP_CSS}#first-photo{--ratio:1.5}#first-photo img{background-color:#aabbcc}`);
  expect(html).toContain('frame');
  expect(draw).not.toHaveBeenCalled();
});

test('RTE-01a RTE-02a a page is drawn from its first data in place of the frame; else the frame stays', async () => {
  const drawn = '<main><img src="/b.jpg"><img src="/a.jpg" fetchPriority="high"/></main>';
  const draw = vi.fn<Draw>(() => ({ html: drawn, css: '[data-s="0"]{color:red}' }));
  const { html, css } = await fill('gallery.html', '', draw);
  expect(draw.mock.calls[0]?.[0]).toContain('getPublicList');
  expect(html).toContain(`<div id="root" inert data-first>${drawn}</div><div id="frame-rest">`);
  expect(html).toContain(`<style>${css}</style>`);
  expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([
    '<link rel="preload" as="image" href="/a.jpg" crossorigin="anonymous" fetchpriority="high">',
  ]);
  // Behind the photos: before them it would take one of the browser's six connections.
  expect(html).toMatch(
    /id="frame-rest">.*<script async src="\/assets\/start-1a2b\.js" data-code="\/assets\/app\.js"><\/script>/s,
  );
  expect(html).not.toContain('type="module"');
  expect(html).toContain('<link rel="expect" href="#frame-rest" blocking="render">');
  // Styles come with it; the link says that they are there, and asks for nothing.
  expect(css).toBe(`${APP_CSS}[data-s="0"]{color:red}`);
  expect(html).toContain('<link rel="stylesheet" disabled media="not all" crossorigin href="/assets/app.css">');
  const plain = await fill('gallery.html', '');
  expect(plain.html).toContain('<link rel="stylesheet" crossorigin href="/assets/app.css">');
  expect(plain.html).toContain('frame');
  expect(plain.html).not.toContain('<style>');
  expect(plain.html).toContain('<script type="module" crossorigin src="/assets/app.js"></script>');
});

test('SAF-01c data that is too large for the page is not even read, and the page comes without', async () => {
  const draw = vi.fn(() => ({ html: 'drawn', css: '' }));
  // What is read of this ends in an error.
  const getEvents = async () => new JsonText('['.repeat(64 * 1024 + 1));
  expect((await fill('index.html', '', draw, { getEvents })).html).toBe(HTML);
  expect(draw).not.toHaveBeenCalled();
  const small = await fill('index.html', '', draw, { getEvents: async () => new JsonText('{"list":[]}') });
  expect(small.calls.map(({ name }) => name)).toContain('getEvents');
});

test('RTE-01a the match on the home page comes with its styles; its script is in no hurry', async () => {
  const { html, css } = await fill('index.html', '', () => ({ html: '<main class="match"></main>', css: '' }));
  expect(css).toBe(`${APP_CSS}${MATCH_CSS}`);
  expect(html).not.toContain('match.js');
});

test('RTE-01a a sheet comes with a page when one of its classes is drawn', async () => {
  for (const drawn of ['<main class="part"></main>', '<main class="a other b"></main>']) {
    const { html, css } = await fill('event-detail.html', 'e=match-1', () => ({ html: drawn, css: '' }));
    expect(css).toBe(`${APP_CSS}${PARTS_CSS}`);
    expect(html).toContain('<link rel="stylesheet" disabled media="not all" crossorigin href="/assets/parts.css">');
    expect(/ data-code="([^"]+)"/.exec(html)?.[1]).not.toContain('.css');
  }
  const without = await fill('event-detail.html', 'e=match-1', () => ({
    html: '<main class="partly"></main>',
    css: '',
  }));
  expect(without.css).toBe(APP_CSS);
});

test('RTE-01a OPS-15c a sheet of which nothing is drawn stays out of the page, whatever its rules are', async () => {
  const head =
    '<head><link rel="stylesheet" crossorigin href="/assets/app.css"><link rel="stylesheet" crossorigin href="/assets/one.css"></head>';
  const laterOf = async (rules: string, app: string, body: string) => {
    const folder = mkdtempSync(join(dist, 'sheets-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets/one.css'), rules);
    await writeFile(join(folder, 'assets/app.css'), `b{color:blue}${app}`);
    return (await createInlineStyles(folder)(`${head}${body}`)).later;
  };
  const out = ['/assets/one.css'];
  expect(await laterOf('.a{color:red}[data-bars] main :focus-visible{margin:0}', '', '<main>')).toEqual(out);
  expect(await laterOf('.a{color:red}[data-bars] main{margin:0}', '', '<main data-bars>')).toEqual([]);
  expect(
    await laterOf('.a{color:red}[data-returns] main{margin:0}', '', '<main>'),
    'the first script gives it',
  ).toEqual([]);
  expect(await laterOf('.a{color:red}main{margin:0}', '', '<main>')).toEqual([]);
  const root = '.a{color:var(--rc-x)}:root{--rc-x:1px;--rc-y:#08f}';
  expect(await laterOf(root, '', '<main>')).toEqual(out);
  expect(await laterOf(root, 'i{color:var(--rc-y)}', '<main>'), 'another sheet uses it').toEqual([]);
  expect(await laterOf('.a{color:red}:root{--rc-x:1px;margin:0}', '', '<main>')).toEqual([]);
});

test('RTE-01a a drawn page whose style sheet cannot be read asks for it as it always did', async () => {
  const styles = createInlineStyles(join(dist, 'nowhere'));
  const html = '<link rel="stylesheet" crossorigin href="/assets/app.css">';
  expect(await styles(html)).toEqual({ html, css: '', later: [] });
});

test('a build whose manifest misses a module the pages name is refused: its preload would be lost silently', async () => {
  for (const gone of ['src/app/overlays/OpenPhoto.tsx', 'src/app/boot/startScript.js', '_match'] as const) {
    const { [gone]: _, ...rest } = MANIFEST;
    await writeFile(join(dist, '.vite', 'manifest.json'), JSON.stringify(rest));
    await expect(createPageScripts(dist)()).rejects.toThrow(gone === '_match' ? 'match' : gone);
  }
});
