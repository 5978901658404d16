/** The operators' commands on a routes server's database, with files in memory. */

import { perform } from '../../server/admin/adminJob.ts';
import { runCommandLine } from '../../server/admin/commandLine.ts';
import type { Ask } from '../../server/admin/nameCommands.ts';
import type { PictureStore } from '../../server/operations/takeDown.ts';
import { CLUB } from '../support/tenants.ts';
import { NOON, type RoutesServer } from './routesServer.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** @param options `store` null: the photos are on another machine; `ask`: answers as somebody at a terminal */
export function createAdmin(server: RoutesServer, options: { store?: PictureStore | null; ask?: Ask } = {}) {
  const ownStore: PictureStore = {
    remove: async (keys) => {
      for (const key of keys) server.stored.delete(key);
    },
  };
  const files = new Map<string, Uint8Array>();

  /** Runs one command; the tenant is CLUB unless the words name one. */
  async function run(...words: string[]): Promise<Ran> {
    let out = '';
    let err = '';
    const tenant = words.includes('--tenant') ? [] : ['--tenant', CLUB];
    const code = await runCommandLine([...words, ...tenant], {
      operator: 'tester',
      perform: (job) => perform(server.db, job, new Date(NOON), options.store === undefined ? ownStore : options.store),
      openPool: async () => null,
      backup: async () => ({ code: 0, out: '', err: '' }),
      readFile: async (path) => {
        const bytes = files.get(path);
        if (!bytes) throw new Error('no such file');
        return bytes;
      },
      writeFile: async (path, text) => {
        files.set(path, Buffer.from(text));
      },
      ...(options.ask ? { ask: options.ask } : {}),
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
    });
    return { code, out, err };
  }

  /** Runs what must succeed; its output. */
  async function done(...words: string[]): Promise<string> {
    const ran = await run(...words);
    if (ran.code !== 0) throw new Error(`${words.join(' ')} ended with ${ran.code}: ${ran.err}`);
    return ran.out;
  }

  const write = (path: string, text: string | Uint8Array) =>
    files.set(path, typeof text === 'string' ? Buffer.from(text) : text);
  const read = (path: string) => Buffer.from(files.get(path) ?? []).toString('utf8');
  return { run, done, write, read };
}
