/** Figures of the desk (STF-17): adds up what triggers and reads left (`migrations/figures.ts`), and counts photos older than the figures. */
import { type Kysely, sql } from 'kysely';
import { inTransaction } from './retryTransaction.ts';
import type { Database } from './schema.ts';

/** Changes that one statement adds up. */
const FIGURES_AT_ONCE = 2000;
/** Old photos of one transaction: a fan who edits one of them waits for it. */
const OLD_AT_ONCE = 200;

const addUpSome = sql<{ taken: number }>`
  with taken as (
    delete from figure_change where id = any(array(
      select id from figure_change order by id limit ${FIGURES_AT_ONCE} for update skip locked))
    returning tenant, day, kind, about, n),
  added as (
    insert into figure(tenant, day, kind, about, n)
    select tenant, day, kind, about, sum(n)::int from taken group by 1, 2, 3, 4 having sum(n) <> 0
    order by tenant collate "C", day, kind collate "C", about collate "C"
    on conflict (tenant, day, kind, about) do update set n = figure.n + excluded.n)
  select count(*)::int as taken from taken`;

/** Who posted where, in the order of rows: copies that do it at once wait for each other, and never in a circle. */
const addUpSomePosters = sql<{ taken: number }>`
  with taken as (
    delete from figure_poster_change where id = any(array(
      select id from figure_poster_change order by id limit ${FIGURES_AT_ONCE} for update skip locked))
    returning tenant, user_id, scope, day, n),
  summed as materialized (
    select tenant, user_id, scope, coalesce(min(day) filter (where n > 0), min(day)) as day, sum(n)::int as n
    from taken group by 1, 2, 3 having sum(n) <> 0
    order by tenant collate "C", user_id collate "C", scope collate "C"),
  counted as materialized (select count_poster(tenant, user_id, scope, day, n) from summed)
  select (select count(*)::int from taken) as taken, (select count(*) from counted) as counted`;

/** Adds up all changes that wait. Throws as the database does. */
export async function addUpFigures(db: Kysely<Database>): Promise<void> {
  // Posters first: who is counted for the first time leaves a figure.
  for (const statement of [addUpSomePosters, addUpSome]) {
    let taken = FIGURES_AT_ONCE;
    while (taken >= FIGURES_AT_ONCE) {
      const { rows } = await inTransaction(db, (trx) => statement.execute(trx));
      taken = rows[0]?.taken ?? 0;
    }
  }
}

/** The same, after one look at whether any waits. */
export async function addUpWaitingFigures(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from figure_change) or exists (select from figure_poster_change) as waits`.execute(db);
  if (rows[0]?.waits) await addUpFigures(db);
}

/** Counts photos that were posted before there were figures, some at a time, until `isStopped` or all are counted. Copies may do it at once. */
export async function figureOldPhotos(db: Kysely<Database>, isStopped: () => boolean): Promise<void> {
  for (let isMore = true; isMore && !isStopped(); ) {
    const { rows } = await inTransaction(db, (trx) =>
      sql<{ more: boolean }>`select figure_old_photos(${OLD_AT_ONCE}) as more`.execute(trx),
    );
    isMore = rows[0]?.more === true;
  }
}
