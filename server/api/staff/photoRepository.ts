/** Photos as the desk sees them: the light table (STF-15) and downloads for the club's use (STF-16). */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Photo } from '../../../src/contract/entities.ts';
import { STAFF_PHOTOS } from '../../../src/contract/staffLimits.ts';
import type { OriginalState } from '../../database/photoTables.ts';
import type { Database } from '../../database/schema.ts';
import { cursorOf, positionOf } from '../photos/pageCursor.ts';
import { photosAsJson } from '../photos/photoText.ts';

type Db = Kysely<Database>;
interface Staff {
  readonly tenant: string;
  readonly userId: string;
}

interface PhotoFilter {
  readonly eventId: string;
  /** Whether the club may use the photo; null: either. */
  readonly isPermitted: boolean | null;
  readonly isBest: boolean;
  /** At least so many stars. */
  readonly stars: number;
  /** Start of the page; null: the first. */
  readonly cursor: string | null;
}

interface ListedPhoto {
  readonly photo: Photo;
  readonly stars: number;
  readonly downloaded_at: Date | null;
}

/** Returns a page of an event's shown photos, the newest first, and the cursor of the next page. */
export async function readStaffPhotos(
  db: Db,
  { tenant, userId }: Staff,
  { eventId, isPermitted, isBest, stars, cursor }: PhotoFilter,
): Promise<{ readonly list: ListedPhoto[]; readonly cursor: string | null }> {
  const from = cursor === null ? null : positionOf(cursor);
  const keys = await db
    .selectFrom('photo as p')
    .leftJoin('photo_download as d', (join) =>
      join.onRef('d.media_url', '=', 'p.media_url').on('d.tenant', '=', tenant).on('d.user_id', '=', userId),
    )
    .select(['p.id', 'p.created_at', 'p.media_url', 'p.stars', 'd.at'])
    .where('p.tenant', '=', tenant)
    .where('p.event_id', '=', eventId)
    .where('p.hidden_at', 'is', null)
    .$if(isPermitted !== null, (query) => query.where('p.usepermit', '=', isPermitted === true))
    .$if(isBest, (query) => query.where('p.option', 'is not', null))
    .$if(stars > 0, (query) => query.where('p.stars', '>=', stars))
    .$if(from !== null, (query) =>
      query.where(sql<boolean>`(p.created_at, p.id) < (${from?.at}::timestamptz, ${from?.id}::bigint)`),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(STAFF_PHOTOS.page + 1)
    .execute();
  const page = keys.slice(0, STAFF_PHOTOS.page);
  const last = page.at(-1);
  if (last === undefined) return { list: [], cursor: null };
  const wanted = sql`select id, position from
    unnest(${page.map(({ id }) => id)}::bigint[]) with ordinality as w(id, position)`;
  // For the tenant, not for the staff member's own account: a block between fans is none of the club.
  const { rows } = await sql<{ list: string }>`
    select ${photosAsJson({ tenant, userId: null }, wanted)} as list`.execute(db);
  const rowOf = new Map(page.map((row) => [row.media_url, row]));
  const list = (JSON.parse(rows[0]?.list ?? '[]') as Photo[]).map((photo) => {
    const row = rowOf.get(photo.media_url);
    return { photo, stars: row?.stars ?? 0, downloaded_at: row?.at ?? null };
  });
  return { list, cursor: keys.length > page.length ? cursorOf({ at: last.created_at, id: last.id }) : null };
}

interface UsablePhoto {
  readonly media_url: string;
  readonly usepermit: boolean;
  readonly original_state: OriginalState;
  readonly created_at: Date;
  readonly user_name: string;
  readonly event_name: string | null;
  /** Version and time of the consent that covers the photo; null: it is older than the records. */
  readonly wording: string | null;
  readonly consent_at: Date | null;
}

/**
 * Returns the shown photos among the keys with what the credits say of them. They and their permission stay until the transaction ends.
 * The consent is the last one before the photo was posted. If photos were withdrawn after that, it is the first one after the last
 * withdrawal.
 */
export async function lockForDownload(
  trx: Transaction<Database>,
  tenant: string,
  mediaUrls: readonly string[],
): Promise<UsablePhoto[]> {
  await sql`select id from photo where tenant = ${tenant} and media_url = any(${[...mediaUrls]}::text[])
    order by id for share`.execute(trx);
  const { rows } = await sql<UsablePhoto>`
    select p.media_url, p.usepermit, p.original_state, p.created_at, coalesce(u.nickname, '') as user_name, e.event_name,
      c.wording, c.at as consent_at
    from photo p left join profile u on u.user_id = p.user_id
      left join event e on e.tenant = p.tenant and e.event_id = p.event_id
      left join lateral (select max(at) as at from consent
        where tenant = p.tenant and user_id = p.user_id and not usepermit and photos > 0 and at > p.created_at) w on true
      left join lateral (select at, wording from consent
        where tenant = p.tenant and user_id = p.user_id and usepermit
        order by coalesce(at > w.at, false) desc, at > p.created_at + interval '1 second',
          abs(extract(epoch from at - p.created_at)), id limit 1) c on true
    where p.tenant = ${tenant} and p.media_url = any(${[...mediaUrls]}::text[]) and p.hidden_at is null
    order by p.created_at, p.id`.execute(trx);
  return rows;
}

/** Records that the staff member downloaded photos. A photo that was downloaded before gets the new time. */
export async function saveDownloads(
  trx: Transaction<Database>,
  { tenant, userId }: Staff,
  files: readonly { readonly media_url: string; readonly file: string }[],
  at: Date,
): Promise<void> {
  const rows = files.map(({ media_url, file }) => ({ user_id: userId, tenant, media_url, file, at }));
  await trx
    .insertInto('photo_download')
    .values(rows.toSorted((a, b) => (a.media_url < b.media_url ? -1 : 1)))
    .onConflict((c) =>
      c.columns(['user_id', 'tenant', 'media_url']).doUpdateSet((eb) => ({
        file: eb.ref('excluded.file'),
        at: eb.ref('excluded.at'),
        done_at: null,
      })),
    )
    .execute();
}

interface EndedPermission {
  readonly media_url: string;
  readonly file: string;
  readonly at: Date;
  readonly why: 'withdrawn' | 'gone';
}

/** Returns downloads of the staff member whose photo may not be used any more, the latest first. */
export async function readEndedPermissions(db: Db, { tenant, userId }: Staff): Promise<EndedPermission[]> {
  const { rows } = await sql<EndedPermission>`
    select d.media_url, d.file, d.at, case when p.media_url is null then 'gone' else 'withdrawn' end as why
    from photo_download d left join photo p on p.tenant = d.tenant and p.media_url = d.media_url and p.hidden_at is null
    where d.user_id = ${userId} and d.tenant = ${tenant} and d.done_at is null and (p.media_url is null or not p.usepermit)
    order by d.at desc, d.media_url limit ${STAFF_PHOTOS.ended}`.execute(db);
  return rows;
}

/** Takes photos whose permission ended off the staff member's list. Returns the keys of those that were on it. */
export async function closeEndedPermissions(
  trx: Transaction<Database>,
  staff: Staff,
  mediaUrls: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await sql<{ media_url: string }>`
    update photo_download d set done_at = ${now}
    where d.user_id = ${staff.userId} and d.tenant = ${staff.tenant} and d.done_at is null
      and d.media_url = any(${[...mediaUrls]}::text[])
      and not exists (select from photo p
        where p.tenant = d.tenant and p.media_url = d.media_url and p.hidden_at is null and p.usepermit)
    returning d.media_url`.execute(trx);
  return rows.rows.map(({ media_url }) => media_url);
}

/** Returns mark, faces and stars of a photo that is shown; undefined: there is none. */
export const readMarks = (db: Db, tenant: string, mediaUrl: string) =>
  db
    .selectFrom('photo')
    .select(['option', 'face_info', 'stars'])
    .where('tenant', '=', tenant)
    .where('media_url', '=', mediaUrl)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();

export async function saveStars(trx: Transaction<Database>, tenant: string, mediaUrl: string, stars: number) {
  await trx
    .updateTable('photo')
    .set({ stars })
    .where('tenant', '=', tenant)
    .where('media_url', '=', mediaUrl)
    .execute();
}
