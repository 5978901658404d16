/** Views of photos: of members it is kept who looked; all others count together, under the user id ''. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';

/** Photos whose views are given away in one transaction: nobody waits long for any of them. */
const BATCH = 500;

/**
 * Counts a view, if the tenant shows the photo, also for the desk's figures (STF-17). One statement, in which the photo is kept from being deleted: a photo that is just
 * going is no error (SAF-20).
 * @param viewer a member; '': anybody else
 */
export async function countView(
  db: Kysely<Database>,
  view: { readonly tenant: string; readonly media_url: string; readonly viewer: string; readonly kind: string },
  at: Date,
): Promise<void> {
  const { tenant, media_url, viewer, kind } = view;
  await sql`
    with shown as materialized (
      select tenant, media_url, event_id from photo
      where tenant = ${tenant} and media_url = ${media_url} and hidden_at is null for key share),
    figured as (
      insert into figure_change(tenant, day, kind, about, n)
      select tenant, day_in_japan(${at}::timestamptz), 'reads', event_id, 1 from shown)
    insert into view_history(tenant, media_url, user_id, kind, n, viewed_at)
    select tenant, media_url, ${viewer}, ${kind}, 1, ${at}::timestamptz from shown
    on conflict (media_url, user_id, kind) do update set n = view_history.n + 1, viewed_at = excluded.viewed_at`.execute(
    db,
  );
}

/** The views of a fan who leaves stay counted, as nobody's. In batches: a fan may have seen all there is. */
export async function giveAwayViews(db: Kysely<Database>, tenants: readonly string[], userId: string): Promise<void> {
  for (let last = 0; ; ) {
    const batch = await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ id: number; media_url: string }>`
        select id, media_url from photo where id > ${last} and media_url in
          (select media_url from view_history where ${ofFan(tenants, userId)})
        order by id limit ${BATCH} for key share`.execute(trx);
      await giveAwayViewsOf(
        trx,
        tenants,
        userId,
        rows.map((row) => row.media_url),
      );
      return rows;
    });
    if (batch.length < BATCH) return;
    last = batch.at(-1)?.id ?? last;
  }
}

/** Of photos the caller has locked. */
export async function giveAwayViewsOf(
  trx: Transaction<Database>,
  tenants: readonly string[],
  userId: string,
  mediaUrls: readonly string[],
): Promise<void> {
  await sql`
    with gone as (delete from view_history
      where ${ofFan(tenants, userId)} and media_url = any(${[...mediaUrls]}::text[]) returning tenant, media_url, kind, n, viewed_at)
    insert into view_history(tenant, media_url, user_id, kind, n, viewed_at)
      select tenant, media_url, '', kind, n, viewed_at from gone order by media_url, kind
      on conflict (media_url, user_id, kind) do update set n = view_history.n + excluded.n`.execute(trx);
}

const ofFan = (tenants: readonly string[], userId: string) =>
  sql`tenant = any(${[...tenants]}) and user_id = ${userId} and user_id <> ''`;
