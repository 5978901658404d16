/** What a fan who leaves takes along, over all tenants (`deleteAccount.ts` has the order). */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { PhotoTable } from '../../database/photoTables.ts';
import { deleteInOrder } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';

const ofFan = (tenants: readonly string[], userId: string) =>
  sql`tenant = any(${[...tenants]}::text[]) and user_id = ${userId}`;

/** Tenants a fan has joined. */
export async function readTenants(db: Kysely<Database>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('membership').select('tenant').where('user_id', '=', userId).execute();
  return rows.map((row) => row.tenant);
}

/** The same, held until the transaction ends: writes of the fan that run have ended, and none begins. */
export async function lockMemberships(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ tenant: string }>`
    select tenant from membership where user_id = ${userId} order by tenant for update`.execute(trx);
  return rows.map((row) => row.tenant);
}

/** Follows, mutes and blocks, to and from other fans. */
export async function removeTies(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  const either = sql`tenant = any(${[...tenants]}::text[]) and (user_id = ${userId} or follow_user = ${userId})`;
  await deleteInOrder(trx, 'follow', either);
  await deleteInOrder(trx, 'mute', sql`user_id = ${userId} or muted_user = ${userId}`);
  await deleteInOrder(trx, 'fan_block', sql`user_id = ${userId} or blocked_user = ${userId}`);
}

/** What the fan chose and wrote to operators, which holds a name and a mail address. */
export async function removeChoices(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  // Reserved names of theirs stay reserved, for nobody.
  await sql`update reserved_name set owner_id = '' where owner_id = ${userId}`.execute(trx);
  await deleteInOrder(trx, 'push_device', sql`user_id = ${userId}`);
  // What the fan said of others goes; cases stay without what they showed of the fan.
  await sql`update report_case set shown = '' where author_id = ${userId} and tenant = any(${[...tenants]}::text[])`.execute(
    trx,
  );
  await sql`delete from subject_report where ${ofFan(tenants, userId)}`.execute(trx);
  await sql`delete from case_appeal where ${ofFan(tenants, userId)}`.execute(trx);
  const own = ['notice_setting', 'contact', 'suspension', 'staff', 'refused_name', 'photo_download'] as const;
  for (const table of [...own, 'waiting_device'] as const) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx);
  }
  await sql`delete from favorite_person where ${ofFan(tenants, userId)}`.execute(trx);
  for (const table of ['usepermit', 'consent', 'membership'] as const) {
    await sql`delete from ${sql.table(table)} where ${ofFan(tenants, userId)}`.execute(trx);
  }
}

/** Own photos, and those the fan left something on, in the order of their ids. */
export async function lockPhotos(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  const by = ofFan(tenants, userId);
  const marks = (['reaction', 'comment', 'comment_reaction', 'view_history'] as const).map(
    (table) =>
      sql`union select id from photo where media_url in (select media_url from ${sql.table(table)} where ${by})`,
  );
  const { rows } = await sql<Selectable<PhotoTable>>`
    select * from photo where id in (select id from photo where ${by} ${sql.join(marks, sql` `)})
    order by id for update`.execute(trx);
  return rows;
}

/** Counted out of their photos. */
export async function takeBackReactions(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  await sql`
    with gone as (delete from reaction where tenant = any(${[...tenants]}) and user_id = ${userId} returning media_url)
    update photo set reaction_count = reaction_count - 1 from gone where photo.media_url = gone.media_url`.execute(trx);
}

/** Reactions to comments: the fan's own ones, and those of others to what the fan wrote. */
export async function removeCommentReactions(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  await sql`delete from comment_reaction where ${ofFan(tenants, userId)}`.execute(trx);
  await sql`
    delete from comment_reaction r using comment c
    where c.tenant = any(${[...tenants]}) and c.user_id = ${userId}
      and r.tenant = c.tenant and r.comment_id = c.comment_id`.execute(trx);
}

/** Takes the words of all comments. Hidden ones have left the counter already. */
export async function blankComments(trx: Transaction<Database>, tenants: readonly string[], userId: string, now: Date) {
  await sql`
    with gone as (
      update comment set comment = '', deleted_at = ${now}
      where tenant = any(${[...tenants]}) and user_id = ${userId} and deleted_at is null
      returning media_url, hidden_at),
    counted as (select media_url, count(*)::int as n from gone where hidden_at is null group by media_url)
    update photo set comment_count = comment_count - n from counted where photo.media_url = counted.media_url`.execute(
    trx,
  );
}
