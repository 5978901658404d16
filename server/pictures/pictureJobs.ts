/** Photos that wait for their smaller pictures, in the database all server copies share: each is worked on by one copy (IMG-02). */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { PhotoTable, PictureJobTable } from '../database/photoTables.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';

export type PhotoKey = Pick<Selectable<PictureJobTable>, 'media_url' | 'tenant'>;
/** `lease`: its due_at while this copy works on it. Another time there: somebody wants it done once more. */
export type PictureJob = PhotoKey & Pick<Selectable<PictureJobTable>, 'tries'> & { readonly lease: Date };

/** A copy that has not finished a photo after this long has died: another takes it. Longer than any photo takes. */
const LEASE_MS = 3 * 60_000;
/** Pauses before the next try, in milliseconds; after the last the photo keeps its JPEGs, and an operator is told. */
const PAUSES_MS = [5_000, 60_000, 10 * 60_000, 60 * 60_000, 6 * 3_600_000] as const;

/** For the transaction that registers them. */
export const pictureJobsStatement = (photos: readonly PhotoKey[], now: Date): RawBuilder<unknown> =>
  sql`insert into picture_job(media_url, tenant, due_at, created_at)
    select media_url, tenant, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${photos.map(({ media_url }) => media_url)}::text[], ${photos.map(({ tenant }) => tenant)}::text[])
      as p(media_url, tenant)
    on conflict do nothing`;

/**
 * Originals came late and must be looked at, or pictures are lost; whoever works on such a photo now does not know it. For the transaction
 * that notes it.
 */
export const originalChecksStatement = (tenant: string, urls: readonly string[], now: Date): RawBuilder<unknown> =>
  sql`insert into picture_job as job (media_url, tenant, due_at, created_at, is_check)
    select url, ${tenant}, ${now}::timestamptz, ${now}::timestamptz, true
    from unnest(${urls.toSorted()}::text[]) as url order by url
    on conflict (media_url) do update set tries = 0,
      due_at = case when job.due_at = 'infinity' or job.due_at <= excluded.due_at then excluded.due_at
        else job.due_at + interval '1 millisecond' end`;

/** The smaller pictures of these photos are lost: they name none from now on, and are derived again after all others (OPS-11d). */
export const deriveAgain = (db: Kysely<Database>, urls: readonly string[], now: Date): Promise<void> =>
  inTransaction(db, async (trx) => {
    const photos = await trx
      .updateTable('photo')
      .set({ variants: [], has_card: false })
      .where('media_url', '=', sql<string>`any(${[...urls]}::text[])`)
      .returning(['tenant', 'media_url'])
      .execute();
    for (const [tenant, own] of Map.groupBy(photos, (photo) => photo.tenant))
      await originalChecksStatement(
        tenant,
        own.map(({ media_url }) => media_url),
        now,
      ).execute(trx);
  });

/** Takes the newest that is due; nobody else gets it while the lease lasts. null: nothing is due. */
export async function takePictureJob(db: Kysely<Database>, now: Date): Promise<PictureJob | null> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<Omit<PictureJob, 'lease'>>`
    update picture_job set due_at = ${lease}, tries = tries + 1
    where media_url = (
      select media_url from picture_job where due_at <= ${now}
      order by is_check, created_at desc limit 1 for update skip locked)
    returning media_url, tenant, tries`.execute(db);
  return rows[0] ? { ...rows[0], lease } : null;
}

export async function endPictureJob(db: Kysely<Database>, { media_url, lease }: PictureJob): Promise<void> {
  await db.deleteFrom('picture_job').where('media_url', '=', media_url).where('due_at', '=', lease).execute();
}

/** After a failed try. False: it was the last. */
export async function retryPictureJob(db: Kysely<Database>, { media_url, tries, lease }: PictureJob, now: Date) {
  const pause = PAUSES_MS[tries - 1];
  await db
    .updateTable('picture_job')
    .set({ due_at: pause === undefined ? 'infinity' : new Date(now.getTime() + pause) })
    .where('media_url', '=', media_url)
    .where('due_at', '=', lease)
    .execute();
  return pause !== undefined;
}

/** Gives it back untouched: the server stops. */
export async function releasePictureJob(db: Kysely<Database>, { media_url, tries, lease }: PictureJob, now: Date) {
  await db
    .updateTable('picture_job')
    .set({ due_at: now, tries: tries - 1 })
    .where('media_url', '=', media_url)
    .where('due_at', '=', lease)
    .execute();
}

const FACTS = [
  'tenant',
  'media_url',
  'user_id',
  'width',
  'height',
  'has_preview',
  'has_card',
  'variants',
  'original_state',
] as const;
export type PicturedPhoto = Pick<Selectable<PhotoTable>, (typeof FACTS)[number]>;

/** The photo, hidden ones included; null: it is gone. */
export const readPhotoOf = async (
  db: Kysely<Database>,
  { tenant, media_url }: PhotoKey,
): Promise<PicturedPhoto | null> =>
  (await db
    .selectFrom('photo')
    .select(FACTS)
    .where('tenant', '=', tenant)
    .where('media_url', '=', media_url)
    .executeTakeFirst()) ?? null;

/** A photo whose derived pictures are stored. Nothing names them yet. */
export interface DerivedPhoto {
  readonly job: PictureJob;
  readonly made: Pick<PicturedPhoto, 'variants' | 'has_preview' | 'has_card'> & {
    /** Bytes of its largest AVIF; undefined: none was made. */
    readonly opened_bytes: number | undefined;
  };
}

/**
 * Photos name their pictures from now on, and their jobs end, in one transaction: lists of a tenant are read again once for all of them.
 * Returns the `media_url` of each that is still there; of the others the photo is gone.
 */
export function savePictures(db: Kysely<Database>, derived: readonly DerivedPhoto[]): Promise<ReadonlySet<string>> {
  const named = derived.map(({ job, made }) => ({ tenant: job.tenant, media_url: job.media_url, ...made }));
  const urls = derived.map(({ job }) => job.media_url);
  const leases = derived.map(({ job }) => job.lease);
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<PhotoKey>`
      update photo p set variants = n.variants, has_preview = n.has_preview, has_card = n.has_card,
        opened_bytes = coalesce(n.opened_bytes, p.opened_bytes)
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(
        tenant text, media_url text, variants int[], has_preview boolean, has_card boolean, opened_bytes int)
      where p.tenant = n.tenant and p.media_url = n.media_url
      returning p.tenant, p.media_url`.execute(trx);
    await sql`
      delete from picture_job j using unnest(${urls}::text[], ${leases}::timestamptz[]) as done(url, lease)
      where j.media_url = done.url and j.due_at = done.lease`.execute(trx);
    return new Set(rows.map(({ media_url }) => media_url));
  });
}

/** For `/metrics`. */
export interface PictureBacklog {
  readonly waiting: number;
  readonly givenUp: number;
  /** Age of the oldest that waits; 0: none does. */
  readonly oldestSeconds: number;
}

export async function readPictureBacklog(db: Kysely<Database>, now: Date): Promise<PictureBacklog> {
  const { rows } = await sql<{ waiting: number; given_up: number; oldest: Date | null }>`
    select count(*) filter (where due_at < 'infinity')::int as waiting, count(*) filter (where due_at = 'infinity')::int as given_up,
      min(created_at) filter (where due_at < 'infinity') as oldest from picture_job`.execute(db);
  const { waiting = 0, given_up = 0, oldest = null } = rows[0] ?? {};
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
  return { waiting, givenUp: given_up, oldestSeconds };
}
