/** The server as a process of its own, as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../..');

/** What a server of the tests gets from their own environment: where programs are, where compiled modules are kept, and no setting. */
export function ofTheMachine(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return NODE_COMPILE_CACHE ? { PATH, NODE_COMPILE_CACHE } : { PATH };
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Lines of standard output so far. */
  readonly said: readonly string[];
  /** What came on standard error so far. */
  readonly errors: readonly string[];
  /** Address of the server once it listens; rejects when it ends before. */
  readonly url: Promise<string>;
  /** Stops it, and tells its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `server/main.ts` with these settings and no other ones, on any free port. Files are made under the umask of most systems.
 * `cwd`: the project, or a copy of it.
 */
export function startProcess(env: Readonly<Record<string, string>>, cwd = root): ServerProcess {
  const script = 'umask 022; exec "$0" server/main.ts';
  const child = spawn('/bin/sh', ['-c', script, process.execPath], {
    cwd,
    env: { ...ofTheMachine(), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const errors: string[] = [];
  const ended = once(child, 'exit');
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const url = new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      if (/^\s+https?:\S+$/.test(line)) done(line.trim());
    });
    ended.then(() => fail(new Error(`The server ended: ${[...said, ...errors].join('\n')}`)), fail);
  });
  // Whoever waits for the end alone must not be told of it as an unhandled rejection.
  url.catch(() => undefined);
  return {
    child,
    said,
    errors,
    url,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** Waits until the process ends by itself. */
export async function exitCodeOf({ child }: ServerProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}
