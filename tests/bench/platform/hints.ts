/**
 * When photos are drawn on slow 4G with what the page says of them, and without: `fetchpriority`, and the preload in the head as a header.
 * And how long a page is waited for at the server: no 103 can come earlier than that before it.
 */
import { chromium } from 'playwright';
import { ensureHeadlessShell } from '../../../.ci/ensure-chromium.mjs';
import { CLUB } from '../../support/tenants.ts';
import { openLink } from '../support/link.ts';
import { drawnOf, median, PHONE, watchPhotos } from '../support/watchPhotos.ts';
import { openChanging } from './changing.ts';

const PAGES = [`/${CLUB}/`, `/${CLUB}/gallery.html`, `/${CLUB}/event-detail.html?e=${CLUB}-today`];
const LINE = { up: 675_000, down: 1_474_560, rtt: 562.5 } as const;
const PRELOAD = /<link rel="preload" as="image"[^>]*>/g;
const SIDES = ['ours', 'no fetchpriority', 'preload as a header'] as const;
const ASKED = 60;

function change(side: (typeof SIDES)[number], html: string): { readonly html: string; readonly link?: string } {
  if (side === 'no fetchpriority') return { html: html.replaceAll(/ fetchpriority="\w+"/gi, '') };
  if (side === 'ours') return { html };
  const links = html.match(PRELOAD) ?? [];
  const header = links.map((tag) => {
    const read = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(tag)?.[1];
    const others = ['imagesrcset', 'imagesizes', 'fetchpriority', 'type'].flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [`; ${name}="${value}"`];
    });
    return `<${read('href') ?? ''}>; rel=preload; as=image; crossorigin=anonymous${others.join('')}`;
  });
  return { html: html.replaceAll(PRELOAD, ''), ...(header.length > 0 && { link: header.join(', ') }) };
}

export async function compareHints(url: string, rounds: number): Promise<void> {
  let side: (typeof SIDES)[number] = 'ours';
  const changing = await openChanging(url, (html) => change(side, html));
  const line = await openLink(changing.port, LINE);
  const browser = await chromium.launch({ executablePath: ensureHeadlessShell(), args: ['--no-sandbox'] });
  const open = async (path: string) => {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    await page.addInitScript(watchPhotos);
    await page.goto(`http://localhost:${line.port}${path}`, { waitUntil: 'networkidle', timeout: 120_000 });
    const { at } = await drawnOf(page);
    await context.close();
    return at;
  };
  for (const path of PAGES) {
    const drawn = new Map<string, number[]>(SIDES.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (side of SIDES.toSorted(() => Math.random() - 0.5)) drawn.get(side)?.push(await open(path));
    const ours = drawn.get('ours') ?? [];
    const told = [...drawn].map(([name, times]) => {
      const ratio = median(times.map((time, at) => time / (ours[at] ?? Number.NaN)));
      return `${name} ${Math.round(median(times))} ms (${ratio.toFixed(2)})`;
    });
    console.log(`${path}, photos drawn, median of ${rounds}: ${told.join(', ')}`);
  }
  await browser.close();
  line.close();
  changing.close();
  await tellWaits(url);
}

/** Times to the first byte with nothing but the server in between, beside a file's. */
async function tellWaits(url: string): Promise<void> {
  for (const path of [...PAGES, '/brand.svg']) {
    const waits: number[] = [];
    for (let i = 0; i < ASKED; i += 1) {
      const begun = performance.now();
      const answer = await fetch(url + path);
      waits.push(performance.now() - begun);
      await answer.arrayBuffer();
    }
    console.log(`${path}: first byte after ${median(waits).toFixed(1)} ms, median of ${ASKED}`);
  }
}
