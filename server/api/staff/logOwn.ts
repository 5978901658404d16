import type { Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { type Act, logAct } from '../../operations/operatorLog.ts';
import type { StaffContext } from './staffHandlers.ts';

/** An act at the desk. */
export interface DeskAct extends Act {
  /** What came of it; left out: it was done. */
  readonly outcome?: string;
  readonly reason?: string;
  /** State of the subject before and after. Left out: not recorded. */
  readonly before?: object;
  readonly after?: object;
}

/** Writes an act of the caller into the log, in the transaction that does it (STF-14a). */
export const logOwn = (
  { tenant, userId, now }: StaffContext,
  trx: Transaction<Database>,
  { outcome = 'Done.', reason, ...act }: DeskAct,
): Promise<void> =>
  logAct(trx, { ...act, outcome, reason: reason ?? null, at: now(), tenant, operator: userId, staffId: userId });
