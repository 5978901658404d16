import { setTimeout as pause } from 'node:timers/promises';
import { type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely';
import { DatabaseUnavailable, isOvertaken, isRolledBack } from './databaseFailure.ts';

/** So often a transaction is tried, the first time included. */
const TRIES = 5;
/** Afterwards it is not begun again: the caller still waits for an answer. */
const REPEAT_WITHIN_MS = 8_000;
/** Longest pause before the second try; it doubles. By chance, so that two who met do not meet again. */
const PAUSE_MS = 20;

/**
 * Runs `work` in a transaction and repeats it whole when it certainly left nothing behind: after a deadlock, a serialization
 * failure, a write that another one overtook, or a connection that broke before COMMIT (SAF-18, SAF-19, SAF-20). When the answer to COMMIT was lost, nobody knows
 * whether it happened: DatabaseUnavailable, not repeated.
 * @param work may run several times: what it changes outside the database must not add up. Errors it throws pass, rolled back.
 */
export async function inTransaction<DB, T>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
  { isolationLevel }: { readonly isolationLevel?: IsolationLevel } = {},
): Promise<T> {
  const builder = isolationLevel ? db.transaction().setIsolationLevel(isolationLevel) : db.transaction();
  const end = performance.now() + REPEAT_WITHIN_MS;
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    try {
      return await builder.execute(async (trx) => {
        const result = await work(trx);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      const leftNothing = isRolledBack(error) || isOvertaken(error) || (isBroken(error) && !isCommitting);
      if (!leftNothing || tries === TRIES || performance.now() > end) throw error;
    }
    await pause(Math.random() * PAUSE_MS * 2 ** tries);
  }
}

const isBroken = (error: unknown): boolean => error instanceof DatabaseUnavailable && error.isWorthRepeating;

/** How often a copy looks whether it is its turn. */
const TURN_MS = 200;

/**
 * As `inTransaction`, by one server copy at a time: the others wait for their turn and find what the first one did (SAF-25).
 * The lock is the transaction's own, and nobody waits inside the database, where waiting has a limit.
 * @param name of what is done
 */
export async function inTurn<DB, T>(
  db: Kysely<DB>,
  name: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  for (;;) {
    const turn = await inTransaction(db, async (trx) => {
      const lock = sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext(${name})) as "isMine"`;
      const { rows } = await lock.execute(trx);
      return rows[0]?.isMine ? { result: await work(trx) } : null;
    });
    if (turn) return turn.result;
    await pause(TURN_MS);
  }
}
