/**
 * The thread the embedded PostgreSQL runs in: a long query never blocks the server's thread.
 * Requests run strictly one after another, in the order they came.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { emptyDatabaseFolder, ensureDatabaseFolder } from './databaseFolder.ts';
import { createDurablePglite, initialiseDatabase } from './durablePglite.ts';
import {
  OPENED,
  type PgliteFailure,
  type PgliteReply,
  type PgliteRequest,
  type PgliteThreadStart,
} from './pgliteProtocol.ts';

const failureOf = (error: unknown): PgliteFailure => {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
  return {
    message: text('message') ?? String(error),
    code: text('code'),
    constraint: text('constraint'),
    detail: text('detail'),
    isFatal: ['PANIC', 'FATAL'].includes(text('severity') ?? ''),
  };
};

async function main(port: NonNullable<typeof parentPort>) {
  const reply = (message: PgliteReply) => port.postMessage(message);
  const { folder, program, isFlushed } = workerData as PgliteThreadStart;
  let database: PGlite;
  try {
    await ensureDatabaseFolder(folder, emptyDatabaseFolder, (path) => initialiseDatabase(path, program));
    database = await createDurablePglite(folder, { program, isFlushed });
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
