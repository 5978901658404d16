/**
 * Sign-ins, codes and counts, also of what fans published (SAF-45), that have expired: nobody reads them any more, and some have a network's address in their keys. They are
 * counted with accounts of our own and with those of another provider, so the server's jobs remove them in both.
 */
import { type Kysely, sql } from 'kysely';
import { removeRows } from '../database/removeRows.ts';
import type { Database } from '../database/schema.ts';

const EXPIRING = [
  'identity_session',
  'identity_sign_up',
  'identity_code',
  'identity_limit',
  'identity_nonce',
  'published_bytes',
] as const;

/** One run, of any number of copies at once. Gives back how many rows it removed. */
export const removeExpired = (
  db: Kysely<Database>,
  now: () => number,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const which = sql`expires_at < ${new Date(now())} order by expires_at`;
  return removeRows(
    db,
    EXPIRING.map((table) => ({ table, which })),
    isStopped,
  );
};
