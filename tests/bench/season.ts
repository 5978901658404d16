/**
 * What a season costs a fan's data plan: the bytes that come down to one phone (390 px, two device pixels) of a signed-in fan over 10 matches,
 * 40 visits and 6 releases, by class. A visit begins at home or at a match, goes to the gallery, opens 5 photos and scrolls. Before it somebody
 * else posts photos. A match has four visits: the day before, two on its day, the day after. Browsers look for a new worker at each visit; after a
 * day they also ask for its scripts anew. The phone keeps its profile, and its browser starts anew for each visit.
 * A counting line stands between phone and server. Bodies count as they were compressed. Heads are those of HTTP/1.1: HTTP/2 sends less.
 *
 *   npm run bench:season                   (MATCHES=10, VISITS=40, RELEASES=6)
 *
 * AGAINST: root of another checkout, built there: the same season with its releases.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { RunningServer, StartOptions } from '../../server/main.ts';
import type { FanEvent } from '../../src/contract/entities.ts';
import { CLUB } from '../support/tenants.ts';
import { type Fan, fetchConfig, openFan, type Picture } from './match/fan.ts';
import { type ByteClass, CLASSES, type CountingLine, openCountingLine } from './season/countingLine.ts';
import { buildReleases, costOfRelease } from './season/releases.ts';
import { openVisitor } from './season/visits.ts';
import { NOT_SLOWER } from './support/otherCheckout.ts';
import { takeTurns } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';

const MATCHES = Number(process.env.MATCHES ?? 10);
const VISITS = Number(process.env.VISITS ?? 40);
const RELEASES = Number(process.env.RELEASES ?? 6);
const PHOTOS_A_VISIT = 5;
/** Of a match: the day before, twice on its day, the day after. */
const VISITS_A_MATCH = 4;
/** Photos of others between two visits. */
const NEW_PHOTOS = 3;
/** Bodies of all that is no photo, in kilobytes. */
const MOST_KB = 3_000;

const here = resolve(import.meta.dirname, '../..');
const roots = { ours: here, ...(process.env.AGAINST ? { other: resolve(process.env.AGAINST) } : {}) };
const verdict = createVerdict('season', { settings: ['MATCHES', 'VISITS', 'RELEASES', 'AGAINST'] });

interface Season {
  readonly line: CountingLine;
  readonly opened: number;
  readonly updates: number;
}

async function ask<T>(origin: string, path: string): Promise<T> {
  const answer = await fetch(`${origin}/f${path}`, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** A new picture each time, as others post it. */
async function makePicture(n: number): Promise<Picture> {
  const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const;
  const background = `hsl(${(n * 37) % 360} 60% 40%)`;
  const drawn = await sharp({ create: { width: 300, height: 225, channels: 3, background, noise } })
    .png()
    .toBuffer();
  const jpeg = async (width: number) =>
    new Uint8Array(await sharp(drawn).resize(width).jpeg({ quality: 70 }).toBuffer());
  return { original: await jpeg(1200), thumbnail: await jpeg(480) };
}

/** One server after another on the same address and data, each with the build it is given. */
async function startSide(root: string, builds: readonly string[]) {
  const { startServer } = (await import(join(root, 'server/main.ts'))) as {
    startServer(options: StartOptions): Promise<RunningServer>;
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'season-data-'));
  const start = (release: number, port: number) =>
    startServer({
      port,
      host: '127.0.0.1',
      dataDir,
      demoPictures: join(root, 'dist/demo'),
      dist: builds[release] ?? '',
    });
  let running = await start(0, 0);
  const { url } = running;
  return {
    url,
    async deploy(release: number) {
      await running.close();
      running = await start(release, Number(new URL(url).port));
    },
    async close() {
      await running.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openOther(url: string): Promise<Fan> {
  const codeFor = async (email: string) => {
    const answer = await fetch(`${url}/dev/mailbox`, { headers: { accept: 'application/json' } });
    const mails = (await answer.json()) as { to: string; code: string }[];
    return mails.find(({ to }) => to === email)?.code ?? '';
  };
  return openFan(1, { url, config: await fetchConfig(url) }, codeFor);
}

async function post(other: Fan, event: FanEvent, visit: number): Promise<void> {
  const pictures = await Promise.all(Array.from({ length: NEW_PHOTOS }, (_, n) => makePicture(visit * NEW_PHOTOS + n)));
  await other.post({ id: event.event_id, name: event.event_name, seasonId: event.season_id }, pictures);
  while ((await other.countWaiting()) > 0) await other.sendNow();
}

async function playSeason(side: keyof typeof roots): Promise<Season> {
  const root = roots[side] ?? here;
  const builds = await buildReleases(root, RELEASES);
  for (const [n, build] of builds.entries()) {
    if (n === 0) continue;
    const { files, whole, news } = await costOfRelease(build, builds[n - 1] ?? '');
    console.log(
      `${side}, release ${n}: ${files} files have another name, ${kb(whole)} kB; what is new in them ${kb(news)} kB`,
    );
  }
  const product = await startSide(root, builds);
  const line = await openCountingLine(product.url);
  const visitor = await openVisitor(line);
  try {
    const { list } = await ask<{ list: FanEvent[] }>(product.url, '/event/items');
    const today = list.find(({ event_id }) => event_id === `${CLUB}-today`);
    if (!today) throw new Error('No event is going on: is there a build with demo content?');
    const matches = [today, ...list.filter((event) => event !== today)].slice(0, MATCHES);
    const other = await openOther(product.url);
    await visitor.arrive();
    tell(side, 'arrival', line);
    let release = 0;
    for (let n = 0; n < VISITS; n += 1) {
      await post(other, today, n);
      const due = Math.floor(((n + 1) * (RELEASES + 1)) / (VISITS + 1));
      const hasRelease = due > release;
      if (hasRelease) await product.deploy(due);
      release = due;
      const match = matches[Math.floor((n * matches.length) / VISITS)] as FanEvent;
      const start = n % 2 === 0 ? `/${CLUB}/` : `/${CLUB}/event-detail.html?e=${match.event_id}`;
      const isNextDay = n % VISITS_A_MATCH !== 2;
      await visitor.visit({ start, photos: PHOTOS_A_VISIT, isNextDay, hasRelease });
      if (hasRelease || n % 10 === 9) tell(side, `visit ${n + 1}${hasRelease ? `, release ${release}` : ''}`, line);
    }
    await other.stop();
    return { line, opened: visitor.done.opened, updates: visitor.done.updates };
  } finally {
    await visitor.leave();
    line.close();
    await product.close();
  }
}

const kb = (bytes: number): string => (bytes / 1000).toFixed(0);
const sumOf = ({ classes }: CountingLine, what: 'bodies' | 'heads') =>
  CLASSES.filter((name) => name !== 'photos').reduce((sum, name) => sum + classes[name][what], 0);
function tell(side: string, when: string, line: CountingLine): void {
  const parts = CLASSES.map((name) => `${name} ${kb(line.classes[name].bodies)}`);
  console.log(`${side}, ${when}: ${parts.join(', ')}; no photos ${kb(sumOf(line, 'bodies'))} kB`);
}

const SHOWN = 30;
function tellAddresses(side: string, { addresses, savings }: CountingLine): void {
  console.log(`${side}: ${savings.deltas} answers as what is new, ${savings.unchanged} unchanged; most bytes:`);
  const all = [...addresses].filter(([address]) => !address.startsWith('/s3/'));
  for (const [address, { bodies, heads, answers }] of all
    .toSorted(([, a], [, b]) => b.bodies - a.bodies)
    .slice(0, SHOWN))
    console.log(`  ${kb(bodies).padStart(6)} kB ${String(answers).padStart(4)} × ${address} (heads ${kb(heads)})`);
}

const sides = Object.keys(roots) as (keyof typeof roots)[];
const [seasons] = await takeTurns(sides, 1, playSeason);
const { ours, other } = seasons as { ours: Season; other?: Season };
for (const [side, { line }] of Object.entries(seasons ?? {})) tellAddresses(side, line);
const cells = (name: ByteClass, { line: { classes } }: Season) => [
  kb(classes[name].bodies),
  kb(classes[name].heads),
  String(classes[name].answers),
];
verdict.table(
  'season',
  [
    'class',
    'bodies, kB',
    'heads, kB',
    'answers',
    ...(other ? ['bodies of the other checkout, kB', 'heads', 'answers'] : []),
  ],
  CLASSES.map((name) => [name, ...cells(name, ours), ...(other ? cells(name, other) : [])]),
);
const without = sumOf(ours.line, 'bodies');
verdict.most('bytes that are no photos, kB', without / 1000, MOST_KB);
verdict.least('photos opened', ours.opened, VISITS * PHOTOS_A_VISIT);
verdict.least('releases taken over', ours.updates, RELEASES);
if (other) {
  const ratio = without / sumOf(other.line, 'bodies');
  verdict.most('bytes that are no photos ÷ the other checkout’s', ratio, NOT_SLOWER);
  const heads = sumOf(ours.line, 'heads') / sumOf(other.line, 'heads');
  console.log(`no photos ÷ the other checkout’s: bodies ${ratio.toFixed(2)}, heads ${heads.toFixed(2)}`);
}
verdict.end();
process.exit();
