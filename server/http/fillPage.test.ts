import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { Context, Handlers } from '../routes/handlers.ts';
import { fillPage } from './fillPage.ts';
import { createPageScripts } from './pageScripts.ts';

const HTML = '<head><!--first-images--></head><body><!--first-data--></body>';
const KEY = 'ugc/kawasakif/match-1/original/aaaaaaaaaaaaaaaaaaaa.jpg';
const photo = { media_url: KEY };

const dist = mkdtempSync(join(tmpdir(), 'dist-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

async function fill(name: string, search: string) {
  const handlers = {
    getPublicList: vi.fn(async () => ({ media_list: [], cursor: null, total: 0 })),
    getMemorialEvents: vi.fn(async () => ({ list: [] })),
    getEvent: vi.fn(async () => ({ event_id: 'match-1' })),
    getShortUrl: vi.fn(async () => ({ original_url: KEY, degenerate_url: 's~abc' })),
    getPhoto: vi.fn(async () => ({ list: [photo] })),
    getConfigInfo: vi.fn(async () => ({ credit_setting: [] })),
  };
  await mkdir(join(dist, '.vite'), { recursive: true });
  await writeFile(
    join(dist, '.vite', 'manifest.json'),
    JSON.stringify({
      _parts: { file: 'assets/parts.js', css: ['assets/parts.css'] },
      'src/app/OpenPhoto.tsx': { file: 'assets/OpenPhoto.js', imports: ['_parts'] },
      'src/app/pages/EventDetailPage.tsx': { file: 'assets/Event.js', imports: ['_parts'] },
    }),
  );
  const html = await fillPage(
    HTML,
    { name, search: new URLSearchParams(search) },
    {} as Context,
    handlers as unknown as Handlers,
    { publicBase: '/s3/photos', scripts: await createPageScripts(dist)() },
  );
  const calls = JSON.parse(/id="first-data">(.*)<\/script>/.exec(html)?.[1] ?? '[]') as {
    name: string;
    query: Record<string, string>;
  }[];
  return { html, calls, handlers };
}

test('PHO-02 RTE-01 a shared photo comes with the page: its code, itself, its credit line, its picture and its scripts', async () => {
  const { html, calls } = await fill('index.html', 'q=s~abc');
  expect(calls.map(({ name }) => name)).toEqual([
    'getShortUrl',
    'getPhoto',
    'getConfigInfo',
    'getPublicList',
    'getMemorialEvents',
  ]);
  expect(calls[1]?.query).toEqual({ media_url: btoa(KEY) });
  expect(html).toContain(`<link rel="preload" as="image" href="/s3/photos/${KEY}" crossorigin fetchpriority="high">`);
  for (const file of ['assets/parts.js', 'assets/OpenPhoto.js'])
    expect(html).toContain(`<link rel="modulepreload" crossorigin href="/${file}">`);
  expect(html).toContain('<link rel="preload" as="style" crossorigin href="/assets/parts.css">');
});

test('PHO-02 a key opens as a code does; what is no photo of ours is not asked for', async () => {
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
