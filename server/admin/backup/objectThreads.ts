/** Threads that read the objects of a backup, one for each core. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BackupContext } from './backupContext.ts';
import { Damaged } from './backupFiles.ts';
import type { IndexedObject } from './objectIndex.ts';

/** Where objects are stored. */
export type StoreContext = Pick<BackupContext, 'settings' | 'dataDir'>;

export interface ObjectThreadStart {
  /** Of all backups. */
  readonly dir: string;
  /** The key's secret; null: nothing is encrypted. */
  readonly identity: string | null;
  /** null: objects are only read. */
  readonly store: StoreContext | null;
}

export interface ObjectThreadRequest {
  /** A number: a list may name a key twice. */
  readonly id: number;
  readonly object: IndexedObject;
}

export interface ObjectThreadReply {
  /** Of the request. */
  readonly id: number;
  readonly failure?: {
    readonly message: string;
    readonly isDamage: boolean;
    /** What else the failure says of itself, such as its code. */
    readonly of: object;
  };
}

export interface ObjectThreads {
  /** Reads an object, checks it, and stores it. Throws Damaged, and what the store or the disk fails with. */
  work(object: IndexedObject): Promise<void>;
  end(): Promise<void>;
}

/** More cores do not help a disk. */
const THREADS_MAX = 4;

export function startObjectThreads(start: ObjectThreadStart): ObjectThreads {
  const count = Math.min(THREADS_MAX, availableParallelism());
  const threads = Array.from({ length: count }, () => startThread(start));
  let turn = 0;
  return {
    work: (object) => threads[turn++ % count]?.work(object) ?? Promise.resolve(),
    async end() {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

function startThread(start: ObjectThreadStart) {
  const worker = new Worker(new URL('./objectThread.ts', import.meta.url), { workerData: start });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let gone: unknown = null;
  const fail = (error: unknown) => {
    gone ??= error;
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  };
  worker.on('message', ({ id, failure }: ObjectThreadReply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) asked?.resolve();
    else
      asked?.reject(
        failure.isDamage ? new Damaged(failure.message) : Object.assign(new Error(failure.message), failure.of),
      );
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('A thread that reads objects has ended.')));
  return {
    work: (object: IndexedObject) =>
      new Promise<void>((resolve, reject) => {
        if (gone !== null) return reject(gone);
        const request: ObjectThreadRequest = { id: ++lastId, object };
        waiting.set(request.id, { resolve, reject });
        worker.postMessage(request);
      }),
    end: () => worker.terminate(),
  };
}
