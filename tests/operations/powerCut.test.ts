/**
 * Power cuts, simulated: a writer is killed, and its database is opened from folders in which each file is either as it was
 * or as it was last flushed. A file that was never flushed is empty.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { afterAll, expect, test } from 'vitest';
import { createDurablePglite } from '../../server/database/durablePglite.ts';

const folder = mkdtempSync(join(tmpdir(), 'power-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Killed after so many commits: several checkpoints. */
const ROUNDS = [130];
/** Share of the files that are as last flushed, for each folder that is tried. */
const SHARES = [1, 0.5];

/** Runs a writer until it acknowledged `commits`, and kills it without warning. Answers the last commit it told. */
async function writeAndKill(dataDir: string, shadow: string, commits: number): Promise<number> {
  const here = import.meta.dirname;
  const writer = spawn(
    process.execPath,
    ['--import', join(here, 'powerCutShadow.ts'), join(here, 'powerCutWriter.ts'), dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, SHADOW_DIR: shadow } },
  );
  const gone = once(writer, 'exit');
  let last = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    last = Number(line);
    if (last === commits) writer.kill('SIGKILL');
  }
  expect((await gone)[1]).toBe('SIGKILL');
  return last;
}

/** A generator with a seed, so that a failure can be had again. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What a power cut leaves of `live`. Answers how many files are older than the process saw them. */
function cutPower(live: string, shadow: string, left: string, isFlushedOnly: () => boolean): number {
  rmSync(left, { recursive: true, force: true });
  cpSync(live, left, { recursive: true });
  let older = 0;
  for (const entry of readdirSync(live, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !isFlushedOnly()) continue;
    const path = join(entry.parentPath, entry.name);
    const flushed = join(shadow, String(statSync(path, { bigint: true }).ino));
    const target = left + path.slice(live.length);
    if (existsSync(flushed)) copyFileSync(flushed, target);
    else truncateSync(target);
    older += 1;
  }
  return older;
}

/** Opens the folder as the server does, and looks at everything. */
async function inspect(path: string, acknowledged: number) {
  const db = await createDurablePglite(path, { extensions: { amcheck } });
  try {
    const one = async (sql: string, values: unknown[] = []) =>
      Object.values((await db.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
    const found = {
      acknowledged: await one('select count(*) from photo where id <= $1', [acknowledged]),
      photos: await one('select count(*) from photo'),
      counted: await one(`select n from tally where kind = 'all'`),
      tags: await one('select count(*) from photo_tag'),
      countedTags: await one(`select sum(n)::int from tally where kind in ('htag', 'person', 'location')`),
      posters: await one('select sum(n)::int from event_poster'),
    };
    await db.exec(`create extension amcheck;
      select bt_index_check(c.oid, heapallindexed => true) from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relpersistence = 'p';
      select gin_index_check(c.oid) from pg_class c join pg_am a on a.oid = c.relam
        where a.amname = 'gin' and c.relkind = 'i'`);
    return found;
  } finally {
    await db.close();
  }
}

test('the version of PGlite is the one whose internals the flushing leans on', () => {
  const { version } = createRequire(import.meta.url)('../../node_modules/@electric-sql/pglite/package.json');
  const { dependencies } = createRequire(import.meta.url)('../../package.json');
  expect(dependencies['@electric-sql/pglite']).toBe('0.5.16');
  expect(version).toBe('0.5.16');
});

test.each(ROUNDS)(
  'PST-11b power cut after %i commits: every acknowledged photo is there, counters and indexes agree',
  async (commits) => {
    const dataDir = join(folder, `data-${commits}`);
    const shadow = join(folder, `shadow-${commits}`);
    mkdirSync(shadow);
    const acknowledged = await writeAndKill(dataDir, shadow, commits);
    const chance = createChance(commits);
    for (const share of SHARES) {
      const left = join(folder, 'left');
      expect(cutPower(join(dataDir, 'postgres'), shadow, left, () => chance() < share)).toBeGreaterThan(100);
      const { photos, ...found } = await inspect(left, acknowledged);
      expect(photos).toBeGreaterThanOrEqual(acknowledged);
      expect(found).toEqual({
        acknowledged,
        counted: photos,
        tags: Number(photos) * 3,
        countedTags: Number(photos) * 3,
        posters: photos,
      });
    }
  },
  120_000,
);
