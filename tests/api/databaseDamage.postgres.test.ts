/** A PostgreSQL with checksums whose disk has changed bytes of the photos: what is told, and the way back of docs/operations.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { createDamageWatch } from '../../server/database/damageWatch.ts';
import { openDatabase } from '../../server/database/database.ts';
import { createLog } from '../../server/http/log.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { CLUB } from '../support/tenants.ts';
import { addEvent, EVENT } from './storeEvent.ts';
import { createTables, startPostgres, TABLES, type TestPostgres } from './storePostgres.ts';
import { newKey } from './storeProcess.ts';

const folder = mkdtempSync(join(tmpdir(), 'damaged-'));
const PAGE = 8192;
let postgres: TestPostgres;
let server: RunningServer | null = null;
const lines: string[] = [];
const start = async () => {
  postgres = await startPostgres({ bin: findPostgres() ?? '', folder, isChecked: true });
  return Object.assign(new URL(postgres.url), { pathname: `/${TABLES}` }).href;
};
async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Path of the table's file. */
let file: string;
beforeAll(async () => {
  const url = await start();
  await createTables(postgres.url);
  const { db, close } = await openDatabase({ databaseUrl: url });
  await addEvent(db);
  const photo = {
    ...{ tenant: CLUB, user_id: 'aki', public_list_id: 'event', event_id: EVENT, season_id: null, team_id: null },
    ...{ comment: '', htag: ['#a'], player: [], photo_location: null, option: null, usepermit: true, exif: null },
    ...{ file_name: 'a.jpg', width: 64, height: 48, color: '#228844', size: 100_000, created_at: new Date() },
  };
  const photos = Array.from({ length: 60 }, () => ({ ...photo, media_url: newKey('aki', EVENT) }));
  await db.transaction().execute((trx) => insertPhotos(trx, photos));
  await close();
  const [row] = await ask(url, `select pg_relation_filepath('photo') as path`);
  file = join(folder, 'data', String(row?.path));
  await postgres.stop();
});
afterAll(async () => {
  await server?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const response = await fetch(`${server?.url}${path}`, { headers });
  return { status: response.status, text: await response.text() };
};

test('HLF-18a damaged pages are told by health, log and figures; a setting brings lists back', async () => {
  const bytes = readFileSync(file);
  // The last byte of a page belongs to its oldest row.
  for (let end = PAGE; end <= bytes.length; end += PAGE) bytes[end - 1] = (bytes[end - 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const databaseUrl = await start();
  const log = createLog({ format: 'json', write: (line) => lines.push(line), now: Date.now });
  const options = { port: 0, host: '127.0.0.1', dataDir: join(folder, 'photos'), demoPictures: null, dist: null, log };
  server = await startServer({ ...options, databaseUrl });

  const list = async () => (await get('/f/media/public/list/items/all?l=10')).status;
  expect(await list()).toBe(500);
  expect(await get('/healthz')).toEqual({ status: 503, text: '{"database":"damaged"}' });
  expect((await get('/metrics')).text).toMatch(/^database_damage_total [1-9]/m);
  expect(lines.filter((line) => line.includes('the database is damaged'))).toEqual([
    expect.stringMatching(/"code":"XX001","said":"invalid page in block \d+ of relation base\//),
  ]);

  // As docs/operations.md says, 12.
  await ask(databaseUrl, `alter database ${TABLES} set ignore_checksum_failure = on`);
  await ask(postgres.url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TABLES}'`);
  expect(await list()).toBe(200);
  expect((await get('/healthz')).status).toBe(200);
});

test('HLF-18a a refusal is no damage, a torn index and a failing disk are, told once a minute', () => {
  let now = 0;
  const told: string[] = [];
  const watch = createDamageWatch(
    () => now,
    ({ code }) => told.push(code),
  );
  const see = (code: string) => watch.saw(Object.assign(new Error('refused'), { code }));
  for (const code of ['23505', '40001', '53100', 'XX000']) see(code);
  expect([watch.count(), watch.isRecent()]).toEqual([0, false]);
  for (const code of ['XX002', '58030', '58P01']) see(code);
  expect([watch.count(), watch.isRecent(), told]).toEqual([3, true, ['XX002']]);
  now = 10 * 60_000;
  expect(watch.isRecent()).toBe(false);
});
