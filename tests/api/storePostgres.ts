/** A PostgreSQL server of the tests' own: a free port, a temporary folder, gone when they end. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrateServer } from '../../server/database/migrate.ts';

export interface TestPostgres {
  /** Of its database `postgres`, as superuser. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  /** Ends all its processes at once, without a word to anybody. */
  kill(): Promise<void>;
  /** Makes a standby the server that writes. */
  promote(): void;
}
export interface PostgresOptions {
  /** Folder of the programs initdb and postgres. */
  readonly bin: string;
  /** More settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** Where its data is kept for the next start; left out: a temporary folder. */
  readonly folder?: string | undefined;
  /** Its pages have checksums. */
  readonly isChecked?: boolean;
}

/** PostgreSQL refuses to run as root; these accounts are on every Linux, or come with the server's package. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // The next one.
    }
  }
  throw new Error('No account to run PostgreSQL as.');
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** Starts one. Data is not flushed to the disk unless the settings say so: it lives as long as the tests. */
export async function startPostgres({
  bin,
  settings = [],
  folder: kept,
  isChecked,
}: PostgresOptions): Promise<TestPostgres> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'pg-'));
  mkdirSync(folder, { recursive: true });
  const account = unprivileged();
  if (account) chownSync(folder, account.uid, account.gid);
  const as = account ?? {};
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) {
    execFileSync(
      join(bin, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C',
        '--no-sync',
        '--no-instructions',
        ...(isChecked ? ['-k'] : []),
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...as },
    );
  }
  const port = await freePort();
  const options = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'max_connections=300'],
    ...['fsync=off', 'full_page_writes=off', 'log_min_messages=log'],
    ...settings,
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((option) => ['-c', option])], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...as,
  });
  const gone = once(server, 'exit');
  const remove = () => {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    // Fast shutdown: ends the connections that are left.
    server.kill('SIGINT');
    await gone;
    remove();
  };
  const kill = async () => {
    for (const pid of [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]) killNow(pid);
    await gone;
    remove();
  };
  const promote = () => {
    execFileSync(join(bin, 'pg_ctl'), ['promote', '-D', data, '-W'], { cwd: folder, stdio: 'ignore', ...as });
  };
  try {
    await untilReady(server.stderr);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, stop, kill, promote };
}

/** Its backends live on for a moment when only the first process is killed. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list) ? readFileSync(list, 'utf8').split(' ').map(Number).filter(Boolean) : [];
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** A server that follows `primary`, which, unless `isLate`, from now on acknowledges only what this one has, too. */
export async function startStandby(
  primary: TestPostgres,
  { bin, isLate = false }: PostgresOptions & { readonly isLate?: boolean },
): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const account = unprivileged();
  if (account) chownSync(folder, account.uid, account.gid);
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  execFileSync(
    join(bin, 'pg_basebackup'),
    ['-D', join(folder, 'data'), ...from, '-R', '--checkpoint=fast', '--no-sync'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...(account ?? {}) },
  );
  const standby = await startPostgres({ bin, folder });
  if (!isLate) await waitForStandby(primary);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { ...standby, stop: () => standby.stop().finally(remove), kill: () => standby.kill().finally(remove) };
}

async function waitForStandby(primary: TestPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`alter system set synchronous_standby_names = '*'`);
  await client.query('select pg_reload_conf()');
  const isSynchronous = `select 1 from pg_stat_replication where sync_state = 'sync'`;
  while ((await client.query(isSynchronous)).rowCount === 0) await pause(50);
  await client.end();
}

/** Resolves when the server says so; what it said is in the error if it ends before. */
function untilReady(log: Readable): Promise<void> {
  const said: string[] = [];
  const lines = createInterface({ input: log });
  return new Promise((ready, fail) => {
    lines.on('line', (line) => {
      if (/ready to accept (?:read-only )?connections/.test(line)) ready();
      if (said.length < 50) said.push(line);
    });
    lines.on('close', () => fail(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)));
  });
}

/** Name of the database that has the product's tables and nothing in them; nobody is connected to it. */
export const TABLES = 'tables';

/** A new, empty database on the server. Answers its address. */
export const createTestDatabase = (serverUrl: string, name: string): Promise<string> =>
  createDatabase(serverUrl, `create database ${name}`, name);

/** Makes what `copyTables` copies: a copy takes a tenth of the migrations' time. */
export async function createTables(serverUrl: string): Promise<void> {
  await migrateServer(await createTestDatabase(serverUrl, TABLES));
}

/** A new database with the product's tables. Answers its address. */
export const copyTables = (serverUrl: string, name: string): Promise<string> =>
  createDatabase(serverUrl, `create database ${name} template ${TABLES}`, name);

async function createDatabase(serverUrl: string, statement: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
