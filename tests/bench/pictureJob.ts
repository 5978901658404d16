/**
 * What the job that derives AVIFs costs: photos a second on one core, the memory of its process, and p95 of lists while it works through
 * a backlog of PHOTOS (2000) against the same lists while its process is stopped, in turns of chance. Real photos of 8 to 22 megapixels,
 * on PostgreSQL; SECONDS (60) of each.
 *
 *   PHOTO_FIXTURES=… npm run bench:picture-job
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { openObjectFiles } from '../../server/objects/objectFiles.ts';
import { JPEG_QUALITY, MAX_IMAGE_SIDE, THUMBNAIL_QUALITY, THUMBNAIL_SIDE } from '../../src/contract/limits.ts';
import { thumbnailKey } from '../../src/contract/pictureKeys.ts';
import { createObjectName } from '../../src/rules/objectKeys.ts';
import { createTestDatabase, startPostgres } from '../api/storePostgres.ts';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { createCaller } from './load/measure.ts';
import { takeTurns } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';

const folder = process.env.PHOTO_FIXTURES;
if (!folder) throw new Error('PHOTO_FIXTURES: the folder of real photos');
const SECONDS = Number(process.env.SECONDS ?? 60);
const PHOTOS = Number(process.env.PHOTOS ?? 2000);
/** So many have their bytes: more than can be derived meanwhile. The job takes the newest first. */
const STORED = Math.min(PHOTOS, Math.ceil(SECONDS * 4));
/** Turns of either side: what a machine does at a time meets both. */
const TURNS = 6;
/** p95 of lists, against that while the job is stopped. */
const MOST_P95 = 1.5;
/** What the process may take before a fresh one comes (`pictureProcess.ts`), and the photo it is at. */
const MOST_MB = 900;
const CAMERAS = /(?:8|12|13|16|22)mp/;

/** A real photo as the client publishes it. */
async function readPhoto(name: string) {
  const upright = sharp(join(folder as string, name)).rotate();
  const inside = (side: number, quality: number) =>
    upright
      .clone()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: quality * 100 })
      .toBuffer({ resolveWithObject: true });
  const [original, thumbnail] = [
    await inside(MAX_IMAGE_SIDE, JPEG_QUALITY),
    await inside(THUMBNAIL_SIDE, THUMBNAIL_QUALITY),
  ];
  const { width, height, size } = original.info;
  return { original: original.data, thumbnail: thumbnail.data, facts: { width, height, size } };
}

const verdict = createVerdict('picture-job', { settings: ['SECONDS', 'PHOTOS'] });
const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const postgres = await startPostgres({ bin });
const dataDir = mkdtempSync(join(tmpdir(), 'bench-pictures-'));
const database = await createTestDatabase(postgres.url, 'pictures');
const product = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: database, DEMO: '1' }, { isFresh: true });
const client = new pg.Client({ connectionString: database });
await client.connect();
const waiting = async (): Promise<number> =>
  Number((await client.query('select count(*) from picture_job')).rows[0].count);

/** Registers the backlog, as posts do: photos first, then in one step all that waits. */
async function fillBacklog(): Promise<void> {
  const photos = await Promise.all(
    readdirSync(folder as string)
      .filter((name) => CAMERAS.test(name))
      .map(readPhoto),
  );
  const files = await openObjectFiles(join(dataDir, 'objects'), Date.now);
  const store = async (key: string, owner: string, bytes: Uint8Array) => {
    const meta = { key, owner, size: bytes.length, md5: '', crc32: '', storedAt: Date.now() };
    const body = (async function* () {
      yield bytes;
    })();
    await files.publish(await files.stage(body, () => meta));
  };
  const { rows } = await client.query(
    'select *, (select max(id) from photo) as last from photo where tenant = $1 order by id desc limit 1',
    [CLUB],
  );
  const model = rows[0] as { last: string; media_url: string; user_id: string };
  const keys: string[] = [];
  for (let at = 0; at < PHOTOS; at += 1) {
    const photo = photos[at % photos.length];
    if (!photo) throw new Error(`no photo of a camera in ${folder}`);
    const key = model.media_url.replace(/[^/]+\.jpg$/, `${createObjectName()}.jpg`);
    if (at < STORED) {
      await store(key, model.user_id, photo.original);
      await store(thumbnailKey(key), model.user_id, photo.thumbnail);
    }
    const change = { ...photo.facts, id: Number(model.last) + 1 + at, media_url: key, variants: [], has_preview: true };
    await client.query(
      `insert into photo overriding system value
       select (jsonb_populate_record(p, $2::jsonb)).* from photo p where media_url = $1`,
      [model.media_url, JSON.stringify(change)],
    );
    keys.push(key);
  }
  await client.query(
    `insert into picture_job (media_url, tenant, due_at, created_at)
     select key, $2, now(), now() - n * interval '1 second' from unnest($1::text[]) with ordinality as one (key, n)`,
    [keys, CLUB],
  );
}

/** Times of lists, one after the other, in milliseconds. */
async function measureLists(seconds: number): Promise<number[]> {
  const { call, close } = createCaller(Number(new URL(product.url).port), 1);
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const begun = performance.now();
    await call({ path: '/f/media/public/list/items/all?l=30' });
    times.push(performance.now() - begun);
    await new Promise((next) => setTimeout(next, 20));
  }
  close();
  return times;
}

const p95Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

/** Of the picture process; null: there is none. */
function findPictureProcess(): number | null {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('pictureWorker')) return Number(name);
    } catch {
      // It has ended meanwhile.
    }
  return null;
}

/** Megabytes of the picture process; 0: there is none. */
function pictureMemory(): number {
  try {
    const status = readFileSync(`/proc/${findPictureProcess()}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

try {
  const photosWaitingBefore = await waiting();
  if (photosWaitingBefore > 0) throw new Error(`${photosWaitingBefore} photos of the demo content wait already`);
  await measureLists(5); // the first answers of a server are slower
  await fillBacklog();
  while (findPictureProcess() === null) await measureLists(0.1);
  let most = 0;
  const looks = setInterval(() => {
    most = Math.max(most, pictureMemory());
  }, 250);
  const before = await waiting();
  const turns = await takeTurns(['stopped', 'working'], TURNS, (side) => {
    // A fresh process comes when the last one has grown too large: another one each turn, perhaps.
    const pid = findPictureProcess();
    if (pid !== null) process.kill(pid, side === 'stopped' ? 'SIGSTOP' : 'SIGCONT');
    return measureLists(SECONDS / TURNS);
  });
  const left = await waiting();
  clearInterval(looks);
  const [idle, busy] = [p95Of(turns.flatMap(({ stopped }) => stopped)), p95Of(turns.flatMap(({ working }) => working))];
  const ratio = busy / idle;
  console.log(
    `${before} photos waiting: ${((before - left) / SECONDS).toFixed(2)} a second on one core, its process took up to ${most.toFixed(0)} MB (at most ${MOST_MB})`,
  );
  console.log(
    `p95 of lists: ${idle.toFixed(1)} ms while it is stopped, ${busy.toFixed(1)} ms meanwhile: ${ratio.toFixed(2)} (at most ${MOST_P95})`,
  );
  verdict.most('p95 of lists meanwhile ÷ while it is stopped', ratio, MOST_P95);
  verdict.most('memory of the picture process, MB', most, MOST_MB);
  verdict.least('photos derived meanwhile', before - left, 1);
  verdict.least('photos that still wait at the end, so that the job was never idle', left, 1);
} finally {
  const pid = findPictureProcess();
  if (pid !== null) process.kill(pid, 'SIGCONT');
  await client.end();
  await product.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
verdict.end();
process.exit();
