/** A PgBouncer of the tests' own in transaction mode, in front of a PostgreSQL. All it is not told is as it comes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPgbouncer } from '../../.ci/ensure-pgbouncer.mjs';
import { freePort, unprivileged } from './storePostgres.ts';

export interface TestPgbouncer {
  /** The same database, through it. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
  /** Ends it at once, with all its connections, and starts it again. */
  restart(): Promise<void>;
}

/** @param settings more lines of its file, as `name=value` */
export async function startPgbouncer(serverUrl: string, settings: readonly string[] = []): Promise<TestPgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const { hostname, port: serverPort } = new URL(serverUrl);
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, '"postgres" ""\n"fan" ""\n');
  writeFileSync(
    file,
    [
      ...['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]', 'pool_mode=transaction'],
      ...['listen_addr=127.0.0.1', `listen_port=${port}`, 'unix_socket_dir='],
      ...['auth_type=trust', `auth_file=${users}`, ...settings, ''],
    ].join('\n'),
  );
  const account = unprivileged();
  if (account) for (const path of [folder, users, file]) chownSync(path, account.uid, account.gid);
  let kill = await runPgbouncer(file);
  return {
    through: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
    async restart() {
      await kill();
      kill = await runPgbouncer(file);
    },
  };
}

/** Answers how to end it. */
async function runPgbouncer(file: string): Promise<() => Promise<void>> {
  const { path = '', env = {} } = findPgbouncer() ?? {};
  const child = spawn(path, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...unprivileged(),
  });
  const gone = once(child, 'exit');
  const said: string[] = [];
  await new Promise<void>((ready, fail) => {
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      if (/process up/.test(line)) ready();
      if (said.length < 50) said.push(line);
    });
    lines.on('close', () => fail(new Error(`PgBouncer did not start:\n${said.join('\n')}`)));
  });
  return async () => {
    child.kill('SIGKILL');
    await gone;
  };
}
