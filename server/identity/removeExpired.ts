/**
 * Sign-ins, codes and counts that have expired: nobody reads them any more, and some have a network's address in their keys. They are
 * counted with accounts of our own and with those of another provider, so the server's jobs remove them in both.
 */
import { type Kysely, sql } from 'kysely';
import { EXPIRED_PER_RUN } from '../../src/contract/limits.ts';
import type { Database } from '../database/schema.ts';

const EXPIRING = ['identity_session', 'identity_sign_up', 'identity_code', 'identity_limit', 'identity_nonce'] as const;

/** One run, of any number of copies at once. Gives back how many rows it removed. */
export async function removeExpired(
  db: Kysely<Database>,
  now: () => number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  for (const table of EXPIRING) {
    for (let ofTable = 0; ofTable < EXPIRED_PER_RUN.table && !isStopped(); ) {
      const count = await removeSome(db, table, new Date(now()));
      ofTable += count;
      removed += count;
      if (count < EXPIRED_PER_RUN.statement) break;
    }
  }
  return removed;
}

/** Those another copy removes, or somebody counts anew at this moment, are left to them. */
async function removeSome(db: Kysely<Database>, table: (typeof EXPIRING)[number], now: Date): Promise<number> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where expires_at < ${now}
      order by expires_at limit ${EXPIRED_PER_RUN.statement} for update skip locked)) returning 1`.execute(db);
  return rows.length;
}
