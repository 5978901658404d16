import { setTimeout as pause } from 'node:timers/promises';
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
import type pg from 'pg';
import { DatabaseUnavailable, isRolledBack } from './databaseFailure.ts';
import { statementOf } from './preparedQuery.ts';
import { IDLE_IN_TRANSACTION_MS, type ServerPool } from './serverPool.ts';
import { ISOLATION } from './sessionSettings.ts';

/** A read outside a transaction is tried so often, the first time included. */
const TRIES = 3;
/** Afterwards it is not tried again, in milliseconds. */
const REPEAT_WITHIN_MS = 12_000;
const PAUSE_MS = 20;

/** Statements that only read: running them twice changes nothing. Whatever looks like a write or a lock is none. */
const READS = /^\s*(?:select|with)\b/i;
const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|for\s+(?:no\s+key\s+)?(?:update|share)|nextval|setval|set_config|pg_advisory\w*|pg_notify)\b/i;

class ServerConnection implements DatabaseConnection {
  readonly #pool: ServerPool;
  /** null: it broke, and there was no other one. */
  #client: pg.PoolClient | null;
  #isInTransaction = false;

  constructor(pool: ServerPool, client: pg.PoolClient) {
    this.#pool = pool;
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql } = query;
    const end = performance.now() + REPEAT_WITHIN_MS;
    for (let tries = 1; ; tries++) {
      try {
        return resultOf(await this.#runOnce(query));
      } catch (error) {
        // A transaction is repeated as a whole, by `inTransaction`.
        if (this.#isInTransaction || tries === TRIES || performance.now() > end || !mayRepeat(error, sql)) throw error;
        await pause(Math.random() * PAUSE_MS * tries);
        if (this.#isBroken()) await this.#renew();
      }
    }
  }

  // biome-ignore lint/correctness/useYield: the interface demands a generator; nothing here is read by cursor
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Queries are not streamed.');
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const words = ['begin', `isolation level ${isolationLevel ?? ISOLATION}`, accessMode].filter(Boolean);
    // For this transaction alone: the session may be somebody else's next, behind a pooler.
    const limit = `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
    await this.#run([words.join(' '), limit, this.#pool.sessionSettings ?? ''].filter(Boolean).join('; '));
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    const { command } = await this.#run('commit');
    this.#isInTransaction = false;
    // What a statement has failed in is rolled back, whatever we say.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
  }

  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return;
    this.#isInTransaction = false;
    // The server rolls back what a broken connection leaves; the error that broke it is the one to be told.
    if (this.#isBroken()) return;
    await this.#run('rollback').catch(() => this.#drop());
  }

  release(): void {
    if (this.#isInTransaction || this.#isBroken()) this.#drop();
    else if (this.#client) this.#pool.giveBack(this.#client, false);
    this.#client = null;
  }

  #runOnce(query: CompiledQuery): Promise<pg.QueryResult> {
    const { sql, parameters } = query;
    const name = statementOf(query);
    if (this.#isInTransaction || this.#client === null) return this.#run(sql, parameters, name);
    return this.#pool.runAlone(this.#client, sql, parameters, name);
  }

  #run(sql: string, parameters: readonly unknown[] = [], name?: string): Promise<pg.QueryResult> {
    if (this.#client) return this.#pool.run(this.#client, sql, parameters, name);
    throw new DatabaseUnavailable('the connection was lost', { isWorthRepeating: true });
  }

  #isBroken(): boolean {
    return this.#client === null || this.#pool.isBroken(this.#client);
  }

  #drop(): void {
    if (this.#client) this.#pool.giveBack(this.#client, true);
    this.#client = null;
  }

  /** The broken one first: it holds a place in the pool. */
  async #renew(): Promise<void> {
    this.#drop();
    this.#client = await this.#pool.take();
  }
}

const mayRepeat = (error: unknown, sql: string): boolean =>
  isRolledBack(error) ||
  (error instanceof DatabaseUnavailable && error.isWorthRepeating && READS.test(sql) && !WRITES.test(sql));

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function resultOf<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const changed = CHANGES.has(command) && rowCount !== null ? { numAffectedRows: BigInt(rowCount) } : {};
  return { rows: rows ?? [], ...changed };
}

class ServerDriver implements Driver {
  readonly #pool: ServerPool;
  constructor(pool: ServerPool) {
    this.#pool = pool;
  }
  async init() {}
  async acquireConnection() {
    return new ServerConnection(this.#pool, await this.#pool.take());
  }
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await ours(connection).begin(settings);
  }
  async commitTransaction(connection: DatabaseConnection) {
    await ours(connection).commit();
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await ours(connection).rollback();
  }
  async releaseConnection(connection: DatabaseConnection) {
    ours(connection).release();
  }
  destroy() {
    return this.#pool.end();
  }
}

function ours(connection: DatabaseConnection): ServerConnection {
  if (connection instanceof ServerConnection) return connection;
  throw new Error('A connection of another driver.');
}

/** PostgreSQL over the network. Reads outside transactions are repeated on another connection when theirs breaks. */
export function createServerDialect(pool: ServerPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ServerDriver(pool),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
