/** A start that fails says why, readably, in both formats of the log, and without a password. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { type ServerProcess, startProcess } from '../api/serverProcess.ts';
import { createTestDatabase, startPostgres, type TestPostgres } from '../api/storePostgres.ts';

// Many processes, each of which starts in seconds.
vi.setConfig({ testTimeout: 240_000 });

const SECRET = 'g3he!m+öffnet/nichts';
const folder = mkdtempSync(join(tmpdir(), 'failed-'));
let postgres: TestPostgres;
let holder: ServerProcess;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const rules = join(folder, 'pg_hba.conf');
  writeFileSync(rules, 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
  postgres = await startPostgres({ bin: findPostgres() ?? '', settings: [`hba_file=${rules}`] });
  const client = new pg.Client({ connectionString: await createTestDatabase(postgres.url, 'taken') });
  await client.connect();
  await client.query(`create role fan login password 'another'`);
  await client.query('create table photo()');
  await client.end();
  holder = startProcess({ DATA_DIR: join(folder, 'held') });
  await holder.url;
});
afterAll(async () => {
  holder?.child.kill('SIGTERM');
  await holder?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const address = (host: string, role: string, database: string) =>
  `postgres://${role}:${encodeURIComponent(SECRET)}@${host}/${database}`;

/** A start that must fail, in one format. */
async function failedStart(format: string, env: Readonly<Record<string, string>>): Promise<string> {
  const started = startProcess({ DATA_DIR: join(folder, format), LOG_FORMAT: format, ...env });
  expect(await started.end()).toBe(1);
  const said = started.said();
  expect(said).not.toContain(SECRET);
  expect(said).not.toContain(encodeURIComponent(SECRET));
  if (format === 'text') return said;
  const entries = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; reason: string });
  return entries
    .filter(({ level }) => level === 'fatal')
    .map(({ reason }) => reason)
    .join('\n');
}

/** Fails with `env`, and says `reason` in both formats; a foreseen fault has no stack. */
async function expectReason(env: Readonly<Record<string, string>>, reason: RegExp, hasStack = false) {
  for (const said of await Promise.all(['json', 'text'].map((format) => failedStart(format, env)))) {
    expect(said).toMatch(reason);
    expect(/^ +at /m.test(said)).toBe(hasStack);
  }
}

test('SAF-26 a wrong DATABASE_URL: host, port, password, database, each named in both log formats', async () => {
  const here = `127.0.0.1:${postgres.port}`;
  const nothing = 'no-such-host.invalid';
  await expectReason(
    { DATABASE_URL: address(`${nothing}:5433`, 'fan', 'photos') },
    /The database of DATABASE_URL cannot be opened \(no-such-host\.invalid:5433, database photos, role fan\): .*host/,
  );
  await expectReason({ DATABASE_URL: address('127.0.0.1:1', 'fan', 'photos') }, /nothing listens there .*ECONNREFUSED/);
  await expectReason({ DATABASE_URL: address(here, 'fan', 'taken') }, /password authentication failed for user "fan"/);
  await expectReason(
    { DATABASE_URL: address(here, 'postgres', 'nothing') },
    /database nothing, role postgres\): database "nothing" does not exist/,
  );
});

test('SAF-26 a migration that fails is named with its reason in both log formats', async () => {
  const DATABASE_URL = address(`127.0.0.1:${postgres.port}`, 'postgres', 'taken');
  await expectReason({ DATABASE_URL }, /Migration 001_initial failed: relation "photo" already exists/, true);
});

test('SAF-26 a port in use, a folder that is busy or no folder, are named in both log formats', async () => {
  const { port } = new URL(await holder.url);
  await expectReason({ PORT: port }, new RegExp(`^Port ${port} is in use\\. Set PORT to another one\\.$`, 'm'));
  const held = join(folder, 'held');
  await expectReason(
    { DATA_DIR: held },
    new RegExp(`The data folder ${held} is in use by process ${holder.child.pid}`),
  );
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expectReason({ DATA_DIR: file }, new RegExp(`The data folder ${file} cannot be used: it is not a folder`));
});
