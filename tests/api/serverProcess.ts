/** The server as it is started everywhere, as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { ofTheMachine } from './deployProcess.ts';

const root = resolve(import.meta.dirname, '../..');

export interface ServerProcess {
  readonly child: ChildProcess;
  /** What it has said so far. */
  said(): string;
  /** Its address, once it listens. */
  readonly url: Promise<string>;
  /** How it ended. */
  end(): Promise<number | null>;
}

/** @param env of it alone: nothing comes from ours but PATH */
export function startProcess(env: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...ofTheMachine(), PORT: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = new Promise<string>((listens) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
        const address = /^\s+(https?:\S+)$/m.exec(said)?.[1];
        if (address) listens(address);
      });
    }
  });
  // Only then all it said has come.
  const closed = once(child, 'close');
  return { child, said: () => said, url, end: () => closed.then(() => child.exitCode) };
}
