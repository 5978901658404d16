/** Several copies of the server that start at once on a PostgreSQL that has nothing yet. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { allDemoUsers, demoStaff } from '../../demo/content/people.ts';
import { hasDemo } from '../../demo/content.ts';
import { openDatabase } from '../../server/database/database.ts';
import { tenants } from '../../tenants/index.ts';
import { expectExactCounts } from '../api/countsCheck.ts';
import { writeDemoPictures } from '../api/demoPicturesSetup.ts';
import { createTestDatabase } from '../api/storePostgres.ts';
import { nonEmpty } from '../nonEmpty.ts';

// Many processes, each of which starts in seconds.
vi.setConfig({ testTimeout: 240_000 });

const COPIES = 3;
const folder = mkdtempSync(join(tmpdir(), 'copies-'));
const pictures = join(folder, 'pictures');
const kills: (() => Promise<void>)[] = [];
beforeAll(() => writeDemoPictures(pictures));
afterEach(async () => {
  for (const kill of kills.splice(0)) await kill();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Answers its address, or how it ended instead. */
async function startCopy(databaseUrl: string, demo: string): Promise<string> {
  const args = [join(import.meta.dirname, 'startCopy.ts'), databaseUrl, join(folder, 'data'), demo];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'exit');
  kills.push(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  const lines = createInterface({ input: child.stdout });
  return Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    gone.then(([code]) => `ended with ${code}: ${said.join('')}`),
  ]);
}

const startAll = (databaseUrl: string, demo: string) =>
  Promise.all(Array.from({ length: COPIES }, () => startCopy(databaseUrl, demo)));

async function expectAllServe(urls: readonly string[]): Promise<void> {
  for (const url of nonEmpty(urls)) {
    expect(url).toMatch(/^http:/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  // One key signs for all: a token of one copy is good at the others.
  const keys = await Promise.all(
    urls.map(async (url) => (await fetch(`${url}/idp/ap-northeast-1_fanphoto/.well-known/jwks.json`)).text()),
  );
  expect(new Set(keys).size).toBe(1);
}

test('SAF-25 three copies start at once on an empty database: all serve, with the same keys', async () => {
  for (let round = 1; round <= 2; round++) {
    const place = await createTestDatabase(inject('postgresUrl'), `copies_${round}`);
    await expectAllServe(await startAll(place, ''));
  }
});

test('SAF-25 three copies fill an empty database with the demo once', async () => {
  const place = await createTestDatabase(inject('postgresUrl'), 'copies_demo');
  await expectAllServe(await startAll(place, pictures));
  const { db, close } = await openDatabase({ databaseUrl: place });
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from official_user) as tenants, (select count(*) from profile) as people,
    (select count(*) from photo) as photos, (select count(distinct media_url) from photo) as "differentPhotos",
    (select count(*) from comment) as comments,
    (select count(*) from (select distinct tenant, media_url, user_id, parent_id, comment, created_at from comment) c) as "differentComments"`.execute(
    db,
  );
  const [counts] = rows;
  expect(counts).toMatchObject({
    // A folder may have no demo.
    tenants: tenants.filter(({ id }) => hasDemo(id)).length,
    people: allDemoUsers.length + Object.keys(demoStaff).length,
  });
  expect(counts?.photos).toBeGreaterThan(0);
  expect([counts?.photos, counts?.comments]).toEqual([counts?.differentPhotos, counts?.differentComments]);
  await expectExactCounts(db);
  await close();
});
