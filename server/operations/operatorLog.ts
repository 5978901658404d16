/**
 * What operators and staff did, in one log that the database only lets grow (OPR-01, STF-14): ids, no names of fans. The command line and
 * the staff's calls write it by the same function.
 */
import type { Transaction } from 'kysely';
import { OPERATOR_LOG } from '../../src/contract/limits.ts';
import type { ActName } from '../../src/contract/staffActs.ts';
import { formatDateTime } from '../../src/rules/dates.ts';
import type { Database } from '../database/schema.ts';
import { onOneLine } from './terminalText.ts';

type Trx = Transaction<Database>;

/** As the tenant of what is done to all of them, such as moving the accounts. */
const OF_ALL = '';

/** What a task does, as the log names it. */
export interface Act {
  readonly act: ActName;
  /** Id of what it is done to; empty: the tenant. */
  readonly what: string;
  readonly details?: object;
}

/** A row of the log, as it is written. */
interface Entry extends Act {
  readonly tenant: string;
  /** Who did it: a name on the command line, the user id of a staff member. */
  readonly operator: string;
  readonly reason: string | null;
  readonly at: Date;
  readonly outcome: string;
  /** User id of the staff member who did it at the desk. Left out: the command line. */
  readonly staffId?: string;
  /** State of the subject before and after the act. Left out: not recorded. */
  readonly before?: object;
  readonly after?: object;
}

const jsonOf = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Writes an act down, in the transaction that does it. */
export async function logAct(trx: Trx, entry: Entry): Promise<void> {
  const { at, tenant, act, what, reason, operator, outcome, staffId: staff_id = null } = entry;
  const states = { details: jsonOf(entry.details), before: jsonOf(entry.before), after: jsonOf(entry.after) };
  await trx
    .insertInto('operator_log')
    .values({ at, tenant, act, what, reason, operator, outcome, staff_id, ...states })
    .execute();
}

/** Acts, the latest first. @param since epoch ms; null: the last ones */
export function readLog(trx: Trx, tenant: string, since: number | null) {
  const acts = trx
    .selectFrom('operator_log')
    .select(['at', 'act', 'what', 'reason', 'operator', 'outcome', 'details'])
    .where('tenant', 'in', [tenant, OF_ALL])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  return (since === null ? acts.limit(OPERATOR_LOG.shown) : acts.where('at', '>=', new Date(since))).execute();
}

export async function listLog(trx: Trx, tenant: string, since: number | null): Promise<string[]> {
  const acts = await readLog(trx, tenant, since);
  if (acts.length === 0) return [`${tenant}: nothing was done.`];
  return acts.map(({ at, act, what, reason, operator, outcome }) => {
    const head = [formatDateTime(at.getTime()), operator, act, what].filter((part) => part !== '').join('  ');
    const why = reason === null ? [] : [`  why: ${reason}`];
    return [head, ...why, `  ${outcome}`].map(onOneLine).join('\n');
  });
}
