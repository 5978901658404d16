/**
 * The thread the embedded PostgreSQL runs in: a long query never blocks the server's thread.
 * Requests run strictly one after another, in the order they came.
 */
import { fsyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import {
  OPENED,
  type PgliteFailure,
  type PgliteReply,
  type PgliteRequest,
  type PgliteStart,
} from './pgliteProtocol.ts';

interface EmscriptenStream {
  nfd?: number | null;
}
interface NodeFileSystem {
  stream_ops: Record<string, unknown>;
}
const EIO = 29;

/**
 * PGlite's node file system never calls fsync: a power cut left a database that did not open again.
 * This adds the missing call. It leans on internals, so PGlite's version is pinned.
 */
class DurableNodeFS extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(...given);
    const hooks = started.emscriptenOpts.preRun;
    if (!Array.isArray(hooks)) throw new Error('This version of PGlite starts differently: fsync cannot be added.');
    hooks.unshift((module: object) => {
      const files = (module as { NODEFS: NodeFileSystem }).NODEFS;
      files.stream_ops = { ...files.stream_ops, fsync: fsyncStream };
    });
    return started;
  }
}

function fsyncStream(stream: EmscriptenStream): number {
  try {
    if (stream.nfd != null) fsyncSync(stream.nfd);
    return 0;
  } catch {
    return EIO;
  }
}

async function openDurably(folder: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFS(folder),
    // -F would switch fsync off again.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'plan_cache_mode=force_custom_plan'],
    ],
    parsers: { [types.INT8]: Number },
  });
}

const failureOf = (error: unknown): PgliteFailure => {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
  return {
    message: text('message') ?? String(error),
    code: text('code'),
    constraint: text('constraint'),
    detail: text('detail'),
  };
};

async function main(port: NonNullable<typeof parentPort>) {
  const reply = (message: PgliteReply) => port.postMessage(message);
  const { folder } = workerData as PgliteStart;
  let database: PGlite;
  try {
    database = await openDurably(folder);
    reply({ id: OPENED, rows: [], affected: null });
  } catch (error) {
    reply({ id: OPENED, error: failureOf(error) });
    return;
  }
  const run = async ({ id, sql, parameters }: PgliteRequest) => {
    try {
      if (sql === null) {
        await database.exec('checkpoint');
        await database.close();
        reply({ id, rows: [], affected: null });
        port.close();
        return;
      }
      const { rows, affectedRows } = await database.query(sql, [...parameters]);
      reply({ id, rows, affected: affectedRows ?? null });
    } catch (error) {
      reply({ id, error: failureOf(error) });
    }
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (request: PgliteRequest) => {
    last = last.then(() => run(request));
  });
}

if (parentPort === null) throw new Error('pgliteWorker runs as a worker thread only.');
void main(parentPort);
