/** Pictures of events among those that wait for smaller ones (IMG-02): whoever wrote the event, a fan or an operator's file. */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, KnownPicture } from '../database/schema.ts';
import type { PhotoKey } from './pictureJobs.ts';

/** As the index of these events has it (`server/database/migrations/eventPictures.ts`). */
const isDue = sql<boolean>`e.thumbnail like 'ugc/%' and (e.picture is null or e.picture ->> 'media_url' <> e.thumbnail)`;

/**
 * Events whose picture is new: of a posted photo what is known of the photo is known of it; any other one waits from now on. Costs two
 * looks at an index that has these events only. What the job gave up stays there, and is not asked for again.
 */
export async function addEventPictureJobs(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    update event e set picture = jsonb_build_object(
      'media_url', p.media_url, 'width', p.width, 'height', p.height, 'variants', p.variants)
    from photo p where ${isDue} and p.tenant = e.tenant and p.media_url = e.thumbnail and cardinality(p.variants) > 0`.execute(
    db,
  );
  await sql`
    insert into picture_job(media_url, tenant, due_at, created_at)
    select distinct on (e.thumbnail) e.thumbnail, e.tenant, ${now}::timestamptz, ${now}::timestamptz from event e
    where ${isDue} and not exists (select from photo p where p.tenant = e.tenant and p.media_url = e.thumbnail)
      and not exists (select from picture_job j where j.media_url = e.thumbnail)
    on conflict do nothing`.execute(db);
}

/** Whether an event shows this picture. */
export const isEventPicture = async (db: Kysely<Database>, key: PhotoKey): Promise<boolean> =>
  (await ofEvents(db.selectFrom('event').select('event_id'), key).executeTakeFirst()) !== undefined;

const ofEvents = <O>(query: SelectQueryBuilder<Database, 'event', O>, { tenant, media_url }: PhotoKey) =>
  query.where('tenant', '=', tenant).where('thumbnail', '=', media_url);

/** Its events name what is known of it from now on. False: none shows it any more. */
export async function saveEventPicture(db: Kysely<Database>, tenant: string, picture: KnownPicture): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('event')
    .set({ picture: JSON.stringify(picture) })
    .where('tenant', '=', tenant)
    .where('thumbnail', '=', picture.media_url)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
