/** Rows nobody is shown or needs any more: counters that came to nothing, words chosen once and never again, what is old. */
import { type Kysely, sql } from 'kysely';
import { EXPIRED_PER_RUN, KEPT_DAYS, WAITING_DEVICES } from '../../src/contract/limits.ts';
import { UNUSED_WORD_DAYS, WORD_CANDIDATES } from '../../src/contract/wordLimits.ts';
import { inTurns, type Removable, removeRows } from './removeRows.ts';
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

/** Messages that staff or operator dealt with so long ago; requests to take a photo down stay, as evidence. */
const closedBefore = (since: Date) => sql`closed_at < ${since} and photo_key is null order by closed_at`;

/** Removes some notices of fans that are so old, with the marks that they were read. News stays: staff remove it. */
async function removeOldNotices(db: Kysely<Database>, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from notice where ctid = any(array(
        select ctid from notice where recipient_id is not null and created_at < ${since} order by created_at
        limit ${EXPIRED_PER_RUN.statement} for update skip locked))
      returning tenant, recipient_id, notice_id),
    unmarked as (
      delete from notice_read as mark using gone
      where mark.tenant = gone.tenant and mark.user_id = gone.recipient_id and mark.notice_id = gone.notice_id)
    select count(*)::int as n from gone`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One run, of any number of copies at once. Gives back how many rows it removed (SAF-31b, SAF-31e). */
export async function removeUnused(
  db: Kysely<Database>,
  now: () => number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const daysAgo = (days: number) => new Date(now() - days * DAY_MS);
  const unused: readonly Removable[] = [
    { table: 'tally', which: atNothing },
    { table: 'person_tally', which: atNothing },
    { table: 'search_word', which: unusedSince(daysAgo(UNUSED_WORD_DAYS)) },
    { table: 'waiting_device', which: toldBefore(daysAgo(WAITING_DEVICES.days)) },
    { table: 'contact', which: closedBefore(daysAgo(KEPT_DAYS.message)) },
  ];
  const notices = await inTurns(() => removeOldNotices(db, daysAgo(KEPT_DAYS.notice)), isStopped);
  return notices + (await removeRows(db, unused, isStopped));
}
