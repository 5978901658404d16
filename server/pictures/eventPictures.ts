/** Pictures of events, of the club's news and of players among those that wait for smaller ones (IMG-02): whoever wrote them. */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, KnownPicture } from '../database/schema.ts';
import type { PhotoKey } from './pictureJobs.ts';

/** As the index of these events has it (`server/database/migrations/eventPictures.ts`). */
const isDue = sql<boolean>`e.thumbnail like 'ugc/%' and (e.picture is null or e.picture ->> 'media_url' <> e.thumbnail)`;

/** As the index of these news has it (`server/database/migrations/staffNews.ts`). */
const isNewsPictureDue = sql<boolean>`w.picture is not null and (w.known is null or w.known ->> 'media_url' <> w.picture)`;

/** As the index of these persons has it (`server/database/migrations/personDetails.ts`). */
const isPersonPictureDue = sql<boolean>`n.picture like 'ugc/%' and (n.known is null or n.known ->> 'media_url' <> n.picture)`;

/**
 * Events, news and players whose picture is new: of a posted photo what is known of the photo is known of it; any other one waits from now on. Costs
 * four looks at indexes that have these only. What the job gave up stays there, and is not asked for again.
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
  await sql`
    insert into picture_job(media_url, tenant, due_at, created_at)
    select distinct on (w.picture) w.picture, w.tenant, ${now}::timestamptz, ${now}::timestamptz from news w
    where ${isNewsPictureDue} and not exists (select from picture_job j where j.media_url = w.picture)
    on conflict do nothing`.execute(db);
  await sql`
    insert into picture_job(media_url, tenant, due_at, created_at)
    select distinct on (n.picture) n.picture, n.tenant, ${now}::timestamptz, ${now}::timestamptz from person n
    where ${isPersonPictureDue} and not exists (select from picture_job j where j.media_url = n.picture)
    on conflict do nothing`.execute(db);
}

/** Whether an event, a news item or a player shows this picture. */
export const isEventPicture = async (db: Kysely<Database>, key: PhotoKey): Promise<boolean> =>
  (await ofEvents(db.selectFrom('event').select('event_id'), key).executeTakeFirst()) !== undefined ||
  (await ofNews(db, key).executeTakeFirst()) !== undefined ||
  (await ofPersons(db, key).executeTakeFirst()) !== undefined;

const ofEvents = <O>(query: SelectQueryBuilder<Database, 'event', O>, { tenant, media_url }: PhotoKey) =>
  query.where('tenant', '=', tenant).where('thumbnail', '=', media_url);
const ofNews = (db: Kysely<Database>, { tenant, media_url }: PhotoKey) =>
  db.selectFrom('news').select('news_id').where('tenant', '=', tenant).where('picture', '=', media_url);

const ofPersons = (db: Kysely<Database>, { tenant, media_url }: PhotoKey) =>
  db.selectFrom('person').select('name').where('tenant', '=', tenant).where('picture', '=', media_url);

/** Its events, news and players name what is known of it from now on. False: none shows it any more. */
export async function saveEventPicture(db: Kysely<Database>, tenant: string, picture: KnownPicture): Promise<boolean> {
  const known = JSON.stringify(picture);
  const { numUpdatedRows: events } = await db
    .updateTable('event')
    .set({ picture: known })
    .where('tenant', '=', tenant)
    .where('thumbnail', '=', picture.media_url)
    .executeTakeFirst();
  const { numUpdatedRows: news } = await db
    .updateTable('news')
    .set({ known })
    .where('tenant', '=', tenant)
    .where('picture', '=', picture.media_url)
    .executeTakeFirst();
  const { numUpdatedRows: persons } = await db
    .updateTable('person')
    .set({ known })
    .where('tenant', '=', tenant)
    .where('picture', '=', picture.media_url)
    .executeTakeFirst();
  return events + news + persons > 0n;
}
