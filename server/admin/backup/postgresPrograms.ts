/** PostgreSQL's own programs, for data on a server: pg_dump and pg_restore, as new as the server or newer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseDatabaseAddress } from '../../database/databaseHosts.ts';
import { Unreachable } from '../../operations/outcome.ts';

type Program = 'pg_dump' | 'pg_restore';

const BROKEN_PIPE: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Scheme, name, password, host or hosts, database, parameters. */
const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^:@/?]*)(?::([^@/?]*))?@)?([^/?]*)(\/[^?]*)?(\?.*)?$/;

/** The address without its password, which other users of the machine could see among the arguments. */
function placeOf(databaseUrl: string): { readonly address: string; readonly env: NodeJS.ProcessEnv } {
  const [, scheme = '', name, password, hosts = '', path = '', query = ''] = PARTS.exec(databaseUrl) ?? [];
  // Of several hosts the programs would take the first that answers. The server takes the one that writes, so ask for that.
  const { attributes } = parseDatabaseAddress(databaseUrl);
  const isTold = hosts.includes(',') && !query.includes('target_session_attrs');
  const wanted = isTold ? `${query === '' ? '?' : `${query}&`}target_session_attrs=${attributes}` : query;
  const address = `${scheme}${name === undefined ? '' : `${name}@`}${hosts}${path}${wanted}`;
  return { address, env: { ...process.env, ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}) } };
}

/** The same server, another database of it. */
export const atDatabase = (databaseUrl: string, name: string): string =>
  databaseUrl.replace(PARTS, (_, scheme, user, password, hosts, __, query = '') => {
    const who = user === undefined ? '' : `${user}${password === undefined ? '' : `:${password}`}@`;
    return `${scheme}${who}${hosts}/${name}${query}`;
  });

function run(program: Program, words: readonly string[], databaseUrl: string, stdin: 'ignore' | 'pipe') {
  const { address, env } = placeOf(databaseUrl);
  const child = spawn(program, [...words, `--dbname=${address}`], { env, stdio: [stdin, 'pipe', 'pipe'] });
  const said = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  return { child, ended: endOf(program, child, said) };
}

/** Rejects when it ended badly, with what it said. */
async function endOf(program: Program, child: ChildProcess, said: Promise<string>): Promise<void> {
  try {
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Unreachable(`${program} failed: ${(await said).trim()}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw missing(program);
    throw error;
  }
}

const missing = (program: Program): Unreachable =>
  new Unreachable(
    `${program} is not installed here. Install PostgreSQL's client programs (on Debian and Ubuntu: postgresql-client), as new as the server or newer.`,
  );

/** Throws Unreachable where the program is missing or older than the server. @param serverVersion such as 150004 */
export async function checkProgram(program: Program, serverVersion: number): Promise<void> {
  const child = spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = await Promise.all([text(child.stdout), endOf(program, child, Promise.resolve(''))]);
  const own = Number(/ (\d+)(?:[.\s]|$)/.exec(said)?.[1] ?? 0);
  const wanted = Math.floor(serverVersion / 10_000);
  if (own < wanted)
    throw new Unreachable(
      `${program} is of PostgreSQL ${own}, the server of ${wanted}. Install client programs of PostgreSQL ${wanted} or newer.`,
    );
}

/** All of the database as of an exported snapshot, in pg_dump's custom format. */
export async function* dumpDatabase(databaseUrl: string, snapshot: string): AsyncGenerator<Uint8Array> {
  const words = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  const { child, ended } = run('pg_dump', words, databaseUrl, 'ignore');
  // Whoever reads the stream is told at its end.
  ended.catch(() => {});
  try {
    if (child.stdout) yield* child.stdout as AsyncIterable<Uint8Array>;
    await ended;
  } finally {
    child.kill();
  }
}

/** Fills an empty database, as a whole or not at all: a stream that fails ends it before it has committed. */
export async function restoreDatabase(databaseUrl: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const words = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  const { child, ended } = run('pg_restore', words, databaseUrl, 'pipe');
  ended.catch(() => {});
  const { stdin } = child;
  try {
    if (stdin) await pipeline(Readable.from(dump, { objectMode: false }), stdin);
  } catch (error) {
    child.kill();
    // The pipe breaks when the program ends first: it says why.
    if (error instanceof Error && 'code' in error && BROKEN_PIPE.has(error.code)) await ended;
    await ended.catch(() => {});
    throw error;
  }
  await ended;
}
