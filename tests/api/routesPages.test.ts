/** What a page costs the server that many ask for, and one that asks for many (HLF-15). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIST_LAG_MS } from '../../src/contract/limits.ts';
import { PAGE_DRAWINGS } from '../../src/contract/loadLimits.ts';
import { CLUB } from '../support/tenants.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

const dist = mkdtempSync(join(tmpdir(), 'pages-dist-'));
const shell = '<!doctype html><head><!--first-images--></head><body><!--first-data--></body>';
let server: RoutesServer;
/** A network that may have nothing drawn. */
const SPENT = '192.0.2.66';
/** Drawings that have begun and not ended. */
let running = 0;

beforeAll(async () => {
  mkdirSync(join(dist, CLUB));
  for (const page of ['index', 'gallery', 'event-detail']) writeFileSync(join(dist, CLUB, `${page}.html`), shell);
  server = await startRoutesServer({
    dist,
    drawings: {
      take(network) {
        if (network === SPENT) return null;
        running += 1;
        return () => {
          running -= 1;
        };
      },
    },
  });
  await server.join('aki');
  await server.addEvent('e');
  await server.post('aki', 'e', [{ ...server.storePhoto('aki', 'e'), comment: 'one' }]);
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true });
});

const get = async (path: string, address = '192.0.2.1', headers: Record<string, string> = {}) => {
  const response = await server.fetch(new Request(`http://localhost/${CLUB}/${path}`, { headers }), address);
  return { status: response.status, tag: response.headers.get('etag'), html: await response.text() };
};
const isDrawn = ({ html }: { readonly html: string }) => html.includes('id="first-data"');
/** Marks a photo so that a page drawn anew differs, and no counter or list of the tenant is marked as changed. */
const changeUnseen = (comment: string) =>
  server.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update photo set comment = ${comment}`.execute(trx);
  });

test('HLF-15b a page is drawn once for all, whatever is added to its address, uncached or not', async () => {
  const first = await get('gallery.html');
  expect([isDrawn(first), first.html.includes('one')]).toEqual([true, true]);
  await changeUnseen('two');
  for (const query of ['?utm_source=a', '?x=1&y=2', '?fbclid=3'])
    expect(await get(`gallery.html${query}`)).toEqual(first);
  expect(await get('gallery.html', '198.51.100.7', { 'cache-control': 'no-cache', pragma: 'no-cache' })).toEqual(first);
  // Another page of the product is another one.
  expect((await get('gallery.html?list=x')).html).toContain('two');
});

test('HLF-15b what changed in the tenant is on the page after the moment lists lag', async () => {
  await get('index.html');
  await server.post('aki', 'e', [{ ...server.storePhoto('aki', 'e'), comment: 'newest' }]);
  await expect.poll(async () => (await get('index.html')).html, { timeout: 5 * LIST_LAG_MS }).toContain('newest');
});

test('HLF-15a who has no drawing left gets the frame, or what is drawn already; others are served', async () => {
  const frame = await get('event-detail.html?e=e', SPENT);
  expect([frame.status, isDrawn(frame)]).toEqual([200, false]);
  // Side by side with somebody who has none: the page is drawn for who has.
  const [refused, drawn] = await Promise.all([get('event-detail.html?e=e', SPENT), get('event-detail.html?e=e')]);
  expect([isDrawn(refused), isDrawn(drawn)]).toEqual([expect.any(Boolean), true]);
  expect(isDrawn(await get('event-detail.html?e=e', SPENT))).toBe(true);
  expect(running).toBe(0);
});

test('HLF-15b a value no page is meant to have is left to the browser', async () => {
  const page = await get(`gallery.html?text=${'a'.repeat(PAGE_DRAWINGS.valueMax + 1)}`, '203.0.113.10');
  expect([page.status, isDrawn(page)]).toEqual([200, false]);
});
