/** Rows anybody can leave behind and nobody is shown: counters that came to nothing, words chosen once and never again. */
import { type Kysely, sql } from 'kysely';
import { WAITING_DEVICES } from '../../src/contract/limits.ts';
import { UNUSED_WORD_DAYS, WORD_CANDIDATES } from '../../src/contract/wordLimits.ts';
import { type Removable, removeRows } from './removeRows.ts';
import type { Database } from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Whoever counts on a counter that has just gone begins it anew: they all insert or add. One below nothing stays: what makes it good
 * is still to be added up (`counterChanges.ts`).
 */
const atNothing = sql`n = 0`;

/** Words `readPopularWords` looks at stay: those of the ranking are among them. */
const unusedSince = (since: Date) => sql`used_at < ${since} and word not in (
  select popular.word from search_word as popular where popular.tenant = gone.tenant
  order by popular.n desc, popular.word limit ${WORD_CANDIDATES}) order by used_at`;

/** A device that has not been heard of for so long is not asked about any more. */
const toldBefore = (since: Date) => sql`at < ${since} order by at`;

/** One run, of any number of copies at once. Gives back how many rows it removed. */
export function removeUnused(
  db: Kysely<Database>,
  now: () => number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const unused: readonly Removable[] = [
    { table: 'tally', which: atNothing },
    { table: 'person_tally', which: atNothing },
    { table: 'search_word', which: unusedSince(new Date(now() - UNUSED_WORD_DAYS * DAY_MS)) },
    { table: 'waiting_device', which: toldBefore(new Date(now() - WAITING_DEVICES.days * DAY_MS)) },
  ];
  return removeRows(db, unused, isStopped);
}
