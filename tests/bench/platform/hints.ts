/**
 * When photos are drawn on slow 4G with what the page says of them, and without: `fetchpriority`, and the preload in the head as a header.
 * And how long a page is waited for at the server: no 103 can come earlier than that before it.
 */
import { chromium } from 'playwright';
import { ensureHeadlessShell } from '../../../.ci/ensure-chromium.mjs';
import { CLUB } from '../../support/tenants.ts';
import { openLink } from '../support/link.ts';
import { NOT_SLOWER } from '../support/otherCheckout.ts';
import { takeTurns } from '../support/turns.ts';
import type { Verdict } from '../support/verdict.ts';
import { drawnOf, median, PHONE, watchPhotos } from '../support/watchPhotos.ts';
import { openChanging } from './changing.ts';

const PAGES = [`/${CLUB}/`, `/${CLUB}/gallery.html`, `/${CLUB}/event-detail.html?e=${CLUB}-today`];
const LINE = { up: 675_000, down: 1_474_560, rtt: 562.5 } as const;
const PRELOAD = /<link rel="preload" as="image"[^>]*>/g;
const SIDES = ['ours', 'no fetchpriority', 'preload as a header'] as const;
const ASKED = 60;
/** What 103 Early Hints could gain at best, of the time until photos are drawn: less is not worth them. */
const LEAST_GAIN = 0.02;

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

export async function compareHints(url: string, rounds: number, verdict: Verdict): Promise<void> {
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
    const turns = await takeTurns(SIDES, rounds, (name) => {
      side = name;
      return open(path);
    });
    const told = SIDES.map((name) => {
      const ratio = median(turns.map((turn) => turn[name] / turn.ours));
      if (name !== 'ours') verdict.most(`photos drawn ÷ with ${name}`, 1 / ratio, NOT_SLOWER, path);
      return `${name} ${Math.round(median(turns.map((turn) => turn[name])))} ms (${ratio.toFixed(2)})`;
    });
    console.log(`${path}, photos drawn, median of ${rounds}: ${told.join(', ')}`);
    const wait = await measureWait(url + path);
    console.log(`  first byte after ${wait.toFixed(1)} ms, median of ${ASKED}`);
    const drawn = median(turns.map(({ ours }) => ours));
    verdict.most('first byte ÷ photos drawn', wait / drawn, LEAST_GAIN, path);
  }
  await browser.close();
  line.close();
  changing.close();
  console.log(`a file: first byte after ${(await measureWait(`${url}/brand.svg`)).toFixed(1)} ms`);
}

/** ms to the first byte with nothing but the server in between. */
async function measureWait(address: string): Promise<number> {
  const waits: number[] = [];
  for (let i = 0; i < ASKED; i += 1) {
    const begun = performance.now();
    const answer = await fetch(address);
    waits.push(performance.now() - begun);
    await answer.arrayBuffer();
  }
  return median(waits);
}
