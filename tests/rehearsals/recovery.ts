/**
 * A PostgreSQL that pgBackRest archives is destroyed while fans post, and recovered to a moment before an accident.
 *
 *   npm run rehearse:recovery
 *
 * The accident: photos are deleted. Afterwards all that was acknowledged before the moment is there with its pictures, and nothing
 * later. It needs Debian's package `pgbackrest`, which it fetches by apt, and pg_dump.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { unpackDebian } from '../../.ci/unpack-debian.mjs';
import { migrateServer } from '../../server/database/migrate.ts';
import { startBackup } from '../api/backupSetup.ts';
import { startBalancer } from '../api/balancer.ts';
import { openCopies } from '../api/copySetup.ts';
import { startFanLoad } from '../api/fanLoad.ts';
import { createTestDatabase, startPostgres, type TestPostgres, unprivileged } from '../api/storePostgres.ts';
import { openTcpProxy } from '../api/tcpProxy.ts';
import { compareCounters } from '../bench/halftime/counters.ts';
import { createSender } from '../bench/halftime/openLoop.ts';
import { createVerdict } from '../bench/support/verdict.ts';
import { FANS, PATIENCE_MS, RATES, waitUntil } from './support/load.ts';

const LOAD_MS = 15_000;
/** Of photos that are deleted by the accident. */
const DELETED = 10;
/** A post that is acknowledged so long after the moment began after it. */
const NEAR_MS = 5_000;
const RECOVERED_MS = 120_000;

const verdict = createVerdict('recovery', { kind: 'rehearse' });
const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const unpacked = unpackDebian('pgbackrest', ['pgbackrest']);
if (unpacked === null) throw new Error('There is no package pgbackrest.');
const account = unprivileged();
const folder = mkdtempSync(join(tmpdir(), 'recovery-'));
const at = (name: string) => join(folder, name);
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

const program = join(unpacked.folder, 'usr/bin/pgbackrest');
const words = [`--config=${at('pgbackrest.conf')}`, '--stanza=photos'];
/** As PostgreSQL runs it. */
const command = `env LD_LIBRARY_PATH=${unpacked.env.LD_LIBRARY_PATH} ${program} ${words.join(' ')}`;

async function run(...more: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: unpacked?.env.LD_LIBRARY_PATH };
  const child = spawn(program, [...words, ...more], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(account ?? {}),
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`pgbackrest ${more.join(' ')} ended with ${code}.`);
}

/** `archive_timeout`: seconds of writes that a destroyed server may take along. */
const settings = [
  'fsync=on',
  'full_page_writes=on',
  'archive_mode=on',
  'archive_timeout=5',
  `archive_command=${command} archive-push %p`,
];
const start = () => startPostgres({ bin, folder: at('server'), settings });

async function isInRecovery({ url }: TestPostgres): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_is_in_recovery() as is');
  await client.end();
  return rows[0].is;
}

try {
  for (const name of ['', 'server', 'repository', 'log', 'lock', 'spool']) {
    mkdirSync(at(name), { recursive: true });
    if (account) chownSync(at(name), account.uid, account.gid);
  }
  const places = ['log', 'lock', 'spool'].map((name) => `${name}-path=${at(name)}`);
  const given = [
    ...places,
    `repo1-path=${at('repository')}`,
    'log-level-console=warn',
    'start-fast=y',
    'repo1-retention-full=2',
    'compress-type=lz4',
  ];
  const stanza = [`pg1-path=${at('server/data')}`, `pg1-socket-path=${at('server')}`, 'pg1-user=postgres'];
  writeFileSync(at('pgbackrest.conf'), `[global]\n${given.join('\n')}\n[photos]\n${stanza.join('\n')}\n`);

  let postgres = await start();
  closing.push(() => postgres.stop());
  const proxy = await openTcpProxy(postgres.port);
  closing.push(() => proxy.close());
  const photos = await createTestDatabase(postgres.url, 'photos');
  const databaseUrl = Object.assign(new URL(photos), { port: String(proxy.port) }).href;
  await migrateServer(databaseUrl);
  const copies = await openCopies(databaseUrl, FANS);
  closing.push(() => copies.close());
  await run(`--pg1-port=${postgres.port}`, 'stanza-create');
  await run(`--pg1-port=${postgres.port}`, '--type=full', 'backup');

  const balancer = await startBalancer();
  closing.push(() => balancer.close());
  const first = copies.start({ TRUST_PROXY: '1' });
  const target = balancer.add(await first.url);
  const load = startFanLoad({ copies, fans: FANS, port: balancer.port, rates: RATES, patienceMs: PATIENCE_MS });
  await pause(LOAD_MS);
  const deleted = load.acknowledged.slice(0, DELETED);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: copies.dataDir, BACKUP_DIR: at('pictures') };
  const admin = async (...task: readonly string[]) => {
    const ran = await startBackup(task, env).ran;
    console.log(`  backup ${task.join(' ')}: ${ran.code} ${ran.out.split('\n').length - 1} lines ${ran.err}`);
    return ran;
  };
  verdict.most('exit code of backup create', (await admin('create')).code ?? 9, 0);
  await pause(LOAD_MS);

  const moment = Date.now();
  await pause(NEAR_MS);
  const { send, close } = createSender(balancer.port, PATIENCE_MS);
  for (const { fan, media_url } of deleted)
    await send(copies.callOf('deletePhoto', fan, { media_url, public_list_id: 'event' }));
  close();
  // What a server archives in its last seconds goes with it.
  await pause(LOAD_MS);
  await load.end();
  target.remove();
  await first.end('SIGKILL');
  await postgres.kill();
  proxy.leadTo(null);
  proxy.cut();
  rmSync(at('server/data'), { recursive: true });

  const begun = performance.now();
  const restoring = `restore_command=${command} archive-get %f "%p"`;
  const when = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00');
  await run('--type=time', `--target=${when}`, '--target-action=promote', `--recovery-option=${restoring}`, 'restore');
  postgres = await start();
  proxy.leadTo(postgres.port);
  await waitUntil('the database is recovered', RECOVERED_MS, async () => !(await isInRecovery(postgres)));
  console.log(`  recovered to ${when} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);

  const repaired = await admin('repair', '--missing');
  const second = copies.start();
  const url = await second.url;
  console.log(`  a copy serves ${((performance.now() - begun) / 1000).toFixed(1)} s after the restore began`);
  const rows = await copies.db.selectFrom('photo').select('media_url').execute();
  const there = new Set(rows.map(({ media_url }) => media_url));
  const before = load.acknowledged.filter((one) => one.at < moment);
  const after = load.acknowledged.filter((one) => one.at > moment + NEAR_MS);
  verdict.least('posts acknowledged before the moment', before.length, 50);
  verdict.least('posts acknowledged after it', after.length, 20);
  verdict.most('lost of those before', before.filter(({ media_url }) => !there.has(media_url)).length, 0);
  verdict.most('there of those after', after.filter(({ media_url }) => there.has(media_url)).length, 0);
  verdict.most('counters that disagree with their rows', (await compareCounters(copies.db)).length, 0);
  verdict.least('pictures of deleted photos that came back', repaired.out.match(/ is back/g)?.length ?? 0, 2 * DELETED);
  const again = await admin('repair', '--missing');
  verdict.most('exit code of a further repair', again.code ?? 9, 0);
  verdict.least('health of the copy', (await fetch(`${url}/healthz`)).status === 200 ? 1 : 0, 1);
} finally {
  for (const close of closing.reverse()) await close();
}
verdict.end();
