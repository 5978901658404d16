/**
 * Reads of what everybody sees, at a standby that follows the server that writes (HLF-04). It is asked only for what it knows: it must
 * have come to a position of the writing server's log, or the caller reads there instead.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import { inTime } from '../inTime.ts';
import type { DatabaseAddress } from './databaseHosts.ts';
import type { StateReader } from './databaseState.ts';
import type { Database } from './schema.ts';
import { createServerDialect } from './serverDialect.ts';
import { type ServerLimits, ServerPool } from './serverPool.ts';

/** So long a reader waits for a connection and for what was just written to arrive, in milliseconds: usually a few. */
const PATIENCE_MS = 150;
const LOOK_AGAIN_MS = 4;
/** A replica that is behind or away is left alone so long; then one reader tries it. */
const REST_MS = 1_000;
/** Reads for everybody take milliseconds: one that hangs is better asked elsewhere. */
const STATEMENT_MS = 2_000;
const ANSWER_MS = 2_500;

/** Reads so far: at the replica, and those that went to the writing server since it was behind, or failed. */
export interface ReplicaCounts {
  readonly read: number;
  readonly behind: number;
  readonly failed: number;
}

/** Something to read, at the place that is given. */
export type Reading<T> = (db: Kysely<Database>) => Promise<T>;

class NotThere extends Error {}

export class ReadReplica {
  readonly #db: Kysely<Database>;
  readonly #counts = { read: 0, behind: 0, failed: 0 };
  #restsUntil: number | null = null;
  #isTried = false;

  constructor(address: DatabaseAddress, limits: ServerLimits, onRefused: (error: unknown) => void = () => {}) {
    const statementMs = Math.min(limits.statementMs, STATEMENT_MS);
    const pool = new ServerPool(
      address,
      { ...limits, statementMs, answerMs: ANSWER_MS },
      { name: 'replica', onRefused },
    );
    this.#db = new Kysely<Database>({ dialect: createServerDialect(pool) });
  }

  get counts(): ReplicaCounts {
    return { ...this.#counts };
  }

  /**
   * What `work` reads once the replica has come to `position`. null: it has not, or cannot be asked.
   * Errors that are `isAnswer` pass.
   */
  async read<T>(
    position: string | null,
    work: Reading<T>,
    isAnswer: (error: unknown) => boolean,
  ): Promise<{ readonly result: T } | null> {
    const isDoubtful = this.#restsUntil !== null;
    if (position === null || (isDoubtful && (this.#isTried || performance.now() < (this.#restsUntil ?? 0)))) {
      this.#counts.behind += 1;
      return null;
    }
    if (isDoubtful) this.#isTried = true;
    try {
      const result = await this.#readAt(position, work);
      this.#counts.read += 1;
      this.#restsUntil = null;
      return { result };
    } catch (error) {
      if (isAnswer(error)) throw error;
      this.#counts[error instanceof NotThere ? 'behind' : 'failed'] += 1;
      this.#restsUntil = performance.now() + REST_MS;
      return null;
    } finally {
      if (isDoubtful) this.#isTried = false;
    }
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  /** One transaction, so that all is read where the position was asked for. */
  async #readAt<T>(position: string, work: Reading<T>): Promise<T> {
    const end = performance.now() + PATIENCE_MS;
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const reading = this.#db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        while (!(await isThere(trx, position))) {
          if (performance.now() > end) throw new NotThere();
          await pause(LOOK_AGAIN_MS);
        }
        // Nobody waits any more.
        if (performance.now() > end) throw new NotThere();
        arrive();
        return work(trx);
      });
    try {
      await inTime(PATIENCE_MS, Promise.race([arrived, reading]), () => {
        throw new NotThere();
      });
    } finally {
      // Told to whoever still waits for it.
      reading.catch(() => {});
    }
    return reading;
  }
}

/** Runs a reading of what everybody of a tenant sees, where it sees all the state reader saw when it begins. */
export type ReadForAll = <T>(tenant: string, work: Reading<T>) => Promise<T>;

/** Where the replica cannot be asked, or there is none, the server that writes answers. */
export const createReadForAll =
  (
    db: Kysely<Database>,
    replica: ReadReplica | null,
    { positionOf, isAnswer }: Pick<StateReader, 'positionOf'> & { readonly isAnswer: (error: unknown) => boolean },
  ): ReadForAll =>
  async (tenant, work) =>
    ((await replica?.read(positionOf(tenant), work, isAnswer)) ?? { result: await work(db) }).result;

/** One that was promoted follows nobody any more. */
async function isThere(trx: Transaction<Database>, position: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isThere"`.execute(trx);
  return rows[0]?.isThere === true;
}
