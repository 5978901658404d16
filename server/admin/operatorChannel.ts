/**
 * How commands reach the data while the server holds the data folder: a Unix socket in it, in a folder only the server's
 * own user can enter. Whoever can use it can read and write the data anyway. One job a connection.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../database/schema.ts';
import type { Outcome } from '../operations/outcome.ts';
import type { PictureStore } from '../operations/takeDown.ts';
import { AdminJob, perform } from './adminJob.ts';

const Answer = v.object({ code: v.picklist([0, 1, 3]), out: v.string(), err: v.string() });

/** Longest address of a socket the systems take. */
const ADDRESS_MAX = 100;

/** The absolute or the relative path of the socket of this name, whichever is shorter. null: both are too long. */
function addressOf(dataDir: string, name: string): string | null {
  const path = join(dataDir, 'operator', name);
  const ways = [path, relative(process.cwd(), path)].sort((a, b) => a.length - b.length);
  return ways.find((way) => Buffer.byteLength(way) <= ADDRESS_MAX) ?? null;
}

export interface ChannelDeps {
  /** The caller holds its lock. */
  readonly dataDir: string;
  readonly db: Kysely<Database>;
  readonly store: PictureStore;
  /** Epoch ms. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Name of the socket that takes jobs. */
const JOBS = 'socket';

/**
 * Lets commands in. Returns what closes the channel when the jobs that run are done. A system without such sockets has no
 * channel, which is told to `onError`; commands then ask to stop the server.
 */
export const openOperatorChannel = (deps: ChannelDeps): Promise<() => Promise<void>> =>
  openSocket(deps, JOBS, (socket) => serve(socket, deps));

/** Listens in the operators' folder. Returns what closes it when what is served has ended. */
export async function openSocket(
  { dataDir, onError }: ChannelDeps,
  name: string,
  serveOne: (socket: Socket) => Promise<void>,
): Promise<() => Promise<void>> {
  const address = addressOf(dataDir, name);
  if (address === null) return async () => {};
  const running = new Set<Promise<void>>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // A command that died (EPIPE). `serveOne` meets it at its next read or write. Without a listener it would end the server.
    socket.on('error', () => {});
    const done = serveOne(socket).catch((error: unknown) => {
      onError(error);
      socket.destroy();
    });
    running.add(done);
    void done.finally(() => running.delete(done));
  });
  const isOpen = await new Promise<boolean>((settle) => {
    server.once('error', (error) => {
      onError(error);
      settle(false);
    });
    try {
      mkdirSync(join(dataDir, 'operator'), { recursive: true, mode: 0o700 });
      // A killed server leaves its socket behind; ours is the only living one, since we hold the folder.
      rmSync(address, { force: true });
      server.listen(address, () => settle(true));
    } catch (error) {
      onError(error);
      settle(false);
    }
  });
  return async () => {
    if (!isOpen) return;
    const closed = new Promise<void>((settle) => server.close(() => settle()));
    await Promise.all(running);
    await closed;
  };
}

async function serve(socket: Socket, { db, store, now }: Pick<ChannelDeps, 'db' | 'store' | 'now'>): Promise<void> {
  const job = v.parse(AdminJob, JSON.parse(await readAll(socket)));
  const outcome = await perform(db, job, new Date(now()), store);
  const wasDelivered = await new Promise<boolean>((settle) => {
    socket.end(JSON.stringify(outcome), (error?: Error | null) => settle(!error));
  });
  if (!wasDelivered)
    throw new Error(
      `A command ended before its answer. The server did what it asked: ${job.task.do}, code ${outcome.code}.`,
    );
}

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Has the server that holds the folder do the job. Null: it takes no jobs. Rejects when it fails over it. */
export async function askServer(dataDir: string, job: AdminJob): Promise<Outcome | null> {
  const socket = await reachSocket(dataDir, JOBS);
  if (!socket) return null;
  socket.end(JSON.stringify(job));
  const answer = await readAll(socket);
  if (answer === '') throw new Error('The server could not do it; its log says why.');
  return v.parse(Answer, JSON.parse(answer));
}

/** null: nobody listens there. */
export function reachSocket(dataDir: string, name: string): Promise<Socket | null> {
  const address = addressOf(dataDir, name);
  return new Promise((settle) => {
    if (address === null) return settle(null);
    const socket = connect({ path: address, allowHalfOpen: true }, () => settle(socket));
    socket.once('error', () => settle(null));
  });
}
