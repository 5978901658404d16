/** What is known of photos' originals: those that follow the preview (PUB-01), and which of them have come. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { PhotoTable } from '../../database/photoTables.ts';
import { runKept } from '../../database/preparedQuery.ts';
import type { Database } from '../../database/schema.ts';

export type RegisteredPhoto = Pick<
  Selectable<PhotoTable>,
  'tenant' | 'media_url' | 'user_id' | 'width' | 'height' | 'size' | 'original_state'
>;

/** Photos of this fan, hidden ones included. */
export async function readOwnPhotos(
  db: Kysely<Database>,
  { tenant, userId }: { readonly tenant: string; readonly userId: string },
  urls: readonly string[],
): Promise<ReadonlyMap<string, RegisteredPhoto>> {
  const rows = await db
    .selectFrom('photo')
    .select(['tenant', 'media_url', 'user_id', 'width', 'height', 'size', 'original_state'])
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .where('media_url', 'in', urls)
    .execute();
  return new Map(rows.map((row) => [row.media_url, row]));
}

/** Whether the caller is a member, and those photos, in one statement. */
export async function readOwnPosts(
  db: Kysely<Database>,
  { tenant, userId }: { readonly tenant: string; readonly userId: string },
  urls: readonly string[],
): Promise<{ readonly isMember: boolean; readonly photos: ReadonlyMap<string, RegisteredPhoto> }> {
  const query = sql<Omit<RegisteredPhoto, 'media_url'> & { isMember: boolean; media_url: string | null }>`
    select m.user_id is not null as "isMember", p.tenant, p.media_url, p.user_id, p.width, p.height, p.size, p.original_state
    from (select 1) as one
      left join membership m on m.tenant = ${tenant} and m.user_id = ${userId}
      left join photo p on p.tenant = ${tenant} and p.user_id = ${userId} and p.media_url = any(${[...urls]}::text[])`;
  const { rows } = await runKept(db, query);
  const found = rows.flatMap(({ isMember: _, media_url, ...photo }) =>
    media_url === null ? [] : [{ ...photo, media_url }],
  );
  return { isMember: rows[0]?.isMember ?? false, photos: new Map(found.map((photo) => [photo.media_url, photo])) };
}

/** Gives up an original that has not come. False: the photo is gone, or its original is decided. */
export async function refusePending(
  db: Kysely<Database>,
  { tenant, media_url }: Pick<RegisteredPhoto, 'tenant' | 'media_url'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('photo')
    .set({ original_state: 'refused' })
    .where('tenant', '=', tenant)
    .where('media_url', '=', media_url)
    .where('original_state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Originals that have come. Answers those that were pending; the others are decided, or gone. All in the order of `rowLocks.ts`. */
export async function markStored(
  trx: Transaction<Database>,
  { tenant, userId }: { readonly tenant: string; readonly userId: string },
  urls: readonly string[],
): Promise<string[]> {
  const query = sql<{ media_url: string }>`
    with pending as materialized (
      select id from photo where tenant = ${tenant} and user_id = ${userId} and media_url = any(${[...urls]}::text[])
        and original_state = 'pending' order by id for update)
    update photo set original_state = 'stored' where id = any(array(select id from pending))
      and original_state = 'pending' returning media_url`;
  const { rows } = await runKept(trx, query);
  return rows.map(({ media_url }) => media_url);
}

/** Of a photo the caller has locked. */
export async function setOriginalRefused(
  trx: Transaction<Database>,
  { tenant, media_url }: Pick<RegisteredPhoto, 'tenant' | 'media_url'>,
): Promise<void> {
  await trx
    .updateTable('photo')
    .set({ original_state: 'refused' })
    .where('tenant', '=', tenant)
    .where('media_url', '=', media_url)
    .execute();
}

/** For `/metrics`. `recent`: of the last 24 hours. */
export interface PendingOriginals {
  readonly all: number;
  readonly recent: number;
  readonly oldestRecentSeconds: number;
}

export async function readPendingOriginals(db: Kysely<Database>, now: Date): Promise<PendingOriginals> {
  const day = new Date(now.getTime() - 24 * 3_600_000);
  const { rows } = await sql<{ all: number; recent: number; oldest: Date | null }>`
    select count(*)::int as all, count(*) filter (where created_at > ${day})::int as recent,
      min(created_at) filter (where created_at > ${day}) as oldest
    from photo where original_state = 'pending'`.execute(db);
  const { all = 0, recent = 0, oldest = null } = rows[0] ?? {};
  const oldestRecentSeconds = oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
  return { all, recent, oldestRecentSeconds };
}
