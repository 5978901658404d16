import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { DatabaseUnavailable, hasNoResources } from './databaseFailure.ts';
import {
  OPENED,
  type PgliteReply,
  type PgliteRequest,
  type PgliteStart,
  type PgliteThreadStart,
} from './pgliteProtocol.ts';

let program: Promise<WebAssembly.Module> | undefined;
/** PostgreSQL, compiled once a process: threads share the code, and what the engine makes faster while it runs. */
const compiledProgram = (): Promise<WebAssembly.Module> => {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  program ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return program;
};

/** A refusal of the embedded database, with PostgreSQL's own five-character code, as `pg` reports it. */
class PgliteError extends Error {
  readonly code: string | null;
  readonly constraint: string | null;
  readonly detail: string | null;
  constructor(failure: { message: string; code: string | null; constraint: string | null; detail: string | null }) {
    super(failure.message);
    this.name = 'PgliteError';
    this.code = failure.code;
    this.constraint = failure.constraint;
    this.detail = failure.detail;
  }
}

const unavailable = (cause: Error) => new DatabaseUnavailable(cause.message, { isWorthRepeating: false, cause });

/** Until a database that gave itself up is opened again, when it could not be: its disk is still full. In milliseconds. */
const REOPEN_MS = 2_000;

interface Waiting {
  resolve(result: QueryResult<unknown>): void;
  reject(error: Error): void;
}

/** The server's end of the thread: numbered requests, answered in order. */
class PgliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = OPENED;
  #gone: Error | null = null;

  readonly #onRefused: (error: unknown) => void;

  constructor(start: PgliteThreadStart, onRefused: (error: unknown) => void) {
    this.#onRefused = onRefused;
    this.#worker = new Worker(new URL('./pgliteWorker.ts', import.meta.url), { workerData: start });
    this.#worker.on('message', (reply: PgliteReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#fail(new Error('The database thread has ended.')));
  }

  opened(): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => this.#waiting.set(OPENED, { resolve, reject }));
  }

  send(sql: string | null, parameters: readonly unknown[] = []): Promise<QueryResult<unknown>> {
    if (this.#gone) return Promise.reject(this.#gone);
    const request: PgliteRequest = { id: ++this.#lastId, sql, parameters };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #settle(reply: PgliteReply) {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('error' in reply) {
      const refusal = new PgliteError(reply.error);
      this.#onRefused(refusal);
      waiting?.reject(hasNoResources(refusal) || reply.error.isFatal ? unavailable(refusal) : refusal);
      if (reply.error.isFatal) this.#giveUp(refusal);
    } else {
      const affected = reply.affected === null ? {} : { numAffectedRows: BigInt(reply.affected) };
      waiting?.resolve({ rows: reply.rows, ...affected });
    }
  }

  /** It would hang from now on. The next one brings the database back to what was committed. */
  #giveUp(cause: PgliteError) {
    this.#fail(unavailable(cause));
    void this.#worker.terminate();
  }

  /** For one that was not opened. */
  end() {
    this.#fail(new DatabaseUnavailable('The embedded database is not open.', { isWorthRepeating: false }));
    void this.#worker.terminate();
  }

  get isGone(): boolean {
    return this.#gone !== null;
  }

  #fail(error: Error) {
    this.#gone ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}

class PgliteConnection implements DatabaseConnection {
  readonly #thread: PgliteThread;
  constructor(thread: PgliteThread) {
    this.#thread = thread;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (await this.#thread.send(query.sql, query.parameters)) as QueryResult<R>;
  }
  // biome-ignore lint/correctness/useYield: the interface demands a generator; the embedded database has no cursors
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream.');
  }
}

/** How the one connection is used at this moment. */
export interface PgliteLoad {
  isBusy: boolean;
  waiting: number;
}

/** One connection for all, handed out in the order it is asked for, so a transaction has it alone. */
class PgliteThreadDriver implements Driver {
  readonly #start: PgliteStart;
  readonly #load: PgliteLoad;
  readonly #queue: (() => void)[] = [];
  #thread: PgliteThread | null = null;
  #connection: PgliteConnection | null = null;
  #reopensAt = Number.NEGATIVE_INFINITY;

  readonly #onRefused: (error: unknown) => void;

  constructor(start: PgliteStart, load: PgliteLoad, onRefused: (error: unknown) => void) {
    this.#onRefused = onRefused;
    this.#start = start;
    this.#load = load;
  }
  async init() {
    const thread = new PgliteThread({ ...this.#start, program: await compiledProgram() }, this.#onRefused);
    this.#thread = thread;
    await thread.opened();
    this.#connection = new PgliteConnection(thread);
  }

  /** Opens the database again that gave itself up. Throws DatabaseUnavailable: it cannot be yet. */
  async #reopen(): Promise<void> {
    if (performance.now() < this.#reopensAt)
      throw unavailable(new Error('The embedded database cannot be opened yet.'));
    try {
      await this.init();
    } catch (error) {
      this.#thread?.end();
      this.#reopensAt = performance.now() + REOPEN_MS;
      throw unavailable(error instanceof Error ? error : new Error(String(error)));
    }
  }
  async acquireConnection() {
    if (this.#load.isBusy) {
      this.#load.waiting += 1;
      await new Promise<void>((done) => this.#queue.push(done));
      this.#load.waiting -= 1;
    }
    this.#load.isBusy = true;
    try {
      if (this.#thread?.isGone) await this.#reopen();
      if (this.#connection) return this.#connection;
      throw new Error('The embedded database is not open.');
    } catch (error) {
      await this.releaseConnection();
      throw error;
    }
  }
  async beginTransaction(_: DatabaseConnection, { accessMode, isolationLevel }: TransactionSettings) {
    const words = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
    await this.#thread?.send(words.join(' '));
  }
  async commitTransaction() {
    await this.#thread?.send('commit');
  }
  async rollbackTransaction() {
    // One that is gone has rolled back; the error it went with is the one to be told.
    if (!this.#thread?.isGone) await this.#thread?.send('rollback');
  }
  async releaseConnection() {
    // Stays busy when it goes to the next one: nobody may slip in between.
    const next = this.#queue.shift();
    if (next) next();
    else this.#load.isBusy = false;
  }
  async destroy() {
    if (!this.#thread?.isGone) await this.#thread?.send(null);
    this.#thread = null;
    this.#connection = null;
  }
}

/** Nobody else to lock migrations against. */
class PgliteThreadAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/**
 * PostgreSQL in WASM, in a thread of its own, on disk in `folder`. One process only: take the folder's lock first.
 * @param load kept up to date, for whoever watches the queue
 * @param onRefused is notified of every error a statement ends with
 */
export function createPgliteDialect(
  start: PgliteStart,
  load: PgliteLoad = { isBusy: false, waiting: 0 },
  onRefused: (error: unknown) => void = () => {},
): Dialect {
  return {
    createAdapter: () => new PgliteThreadAdapter(),
    createDriver: () => new PgliteThreadDriver(start, load, onRefused),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
