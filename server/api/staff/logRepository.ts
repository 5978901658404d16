/** The log of operators and staff, as the desk reads it. */
import type { Kysely } from 'kysely';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { containsPattern } from '../../database/likePattern.ts';
import type { Database } from '../../database/schema.ts';

export interface LogFilter {
  /** Kind of act, or its first word; null: any. */
  readonly act: string | null;
  /** User id of a staff member or name of an operator; null: anybody. */
  readonly who: string | null;
  /** From this moment on; null: from the first. */
  readonly since: Date | null;
  /** Up to this moment, not included. */
  readonly until: Date | null;
  /** Only rows before this id. */
  readonly before: number | null;
}

/** Returns acts of the tenant, the latest first. Acts of all tenants (moves of accounts) are the operators' own. */
export const readActs = (db: Kysely<Database>, tenant: string, filter: LogFilter, limit: number) =>
  db
    .selectFrom('operator_log as l')
    .leftJoin('profile as f', 'f.user_id', 'l.staff_id')
    .select(['l.id', 'l.at', 'l.act', 'l.what', 'l.reason', 'l.operator', 'l.outcome'])
    .select(['l.staff_id', 'l.before', 'l.after', 'f.nickname'])
    .where('l.tenant', '=', tenant)
    .$if(filter.act !== null, (query) =>
      query.where((eb) => eb.or([eb('l.act', '=', filter.act), eb('l.act', 'like', `${filter.act} %`)])),
    )
    .$if(filter.who !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('l.operator', '=', filter.who),
          eb('f.search', 'like', containsPattern(searchKey(filter.who ?? ''))),
        ]),
      ),
    )
    .$if(filter.since !== null, (query) => query.where('l.at', '>=', filter.since as Date))
    .$if(filter.until !== null, (query) => query.where('l.at', '<', filter.until as Date))
    .$if(filter.before !== null, (query) => query.where('l.id', '<', filter.before as number))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
