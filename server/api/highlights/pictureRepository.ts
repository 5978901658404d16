/** Pictures of highlights for social networks (WAL-08): what is due, what they show, and what is stored. */
import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Photo } from '../../../src/contract/entities.ts';
import type { HighlightsFormat, HighlightsNumbers } from '../../../src/contract/highlights.ts';
import { HIGHLIGHTS_PICTURE, HIGHLIGHTS_TIMES } from '../../../src/contract/highlightsLimits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { readEvent } from '../access/repository.ts';
import { readBestOfEvent } from '../photos/bestOfEvent.ts';
import { createCredits } from '../photos/photoCredits.ts';
import { type HighlightsPlace, readHighlights, readHighlightsNumbers } from './repository.ts';

type Db = Kysely<Database>;

/** Grows with every change of how pictures look: then all are drawn anew. */
const LOOK = 1;
/** Longer than a drawing takes; another server copy may take it then. */
const LEASE_MS = 3 * 60_000;

/** What the pictures of a page show. */
export interface HighlightsPictureContent {
  readonly title: string;
  readonly eventName: string;
  /** First day of the event, as the wire has it. */
  readonly eventDate: string;
  /** null: the page does not show them. */
  readonly numbers: HighlightsNumbers | null;
  /** Photos that the club may use, each with its credit line. */
  readonly photos: readonly { readonly photo: Photo; readonly credit: string }[];
}

/** Photos of an event for its pictures: shown to everybody, and permitted for the club's use. */
export const readUsableBest = (db: Db, { tenant, eventId }: HighlightsPlace): Promise<Photo[]> =>
  readBestOfEvent(db, { tenant, userId: null }, eventId, { kind: 'full', isUsable: true });

/** Returns what the pictures of a public page show now. Null: the page is not public. */
export async function readPictureContent(db: Db, place: HighlightsPlace): Promise<HighlightsPictureContent | null> {
  const page = await readHighlights(db, place);
  const event = await readEvent(db, place.tenant, place.eventId);
  if (page?.publishedAt == null || event === undefined) return null;
  const creditOf = await createCredits(db, place.tenant);
  const photos = (await readUsableBest(db, place)).slice(0, HIGHLIGHTS_PICTURE.photos);
  return {
    title: page.title,
    eventName: event.event_name,
    eventDate: event.event_date,
    numbers: page.sections.includes('numbers') ? await readHighlightsNumbers(db, place) : null,
    photos: photos.map((photo) => ({ photo, credit: creditOf(photo) })),
  };
}

/** Names a content: the same one has the same name. */
export function tagOfContent({ photos, ...content }: HighlightsPictureContent): string {
  const shown = photos.map(({ photo: { media_url, width, height, face_info, has_preview }, credit }) => [
    ...[media_url, width, height, has_preview ?? false, credit],
    face_info.map(({ BoundingBox }) => BoundingBox),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([LOOK, content, shown]))
    .digest('base64url')
    .slice(0, 22);
}

/** A page whose pictures are looked at now. `lease`: until then nobody else does. */
export interface HighlightsDrawing extends HighlightsPlace {
  readonly tries: number;
  readonly lease: Date;
  readonly publishedAt: Date;
}

/** Takes the page that has waited longest. Null: none is due. */
export async function takeHighlightsDrawing(db: Db, now: Date): Promise<HighlightsDrawing | null> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<Omit<HighlightsDrawing, 'lease'>>`
    update highlights_page set due_at = ${lease}, tries = tries + 1
    where (tenant, event_id) = (
      select tenant, event_id from highlights_page where due_at <= ${now} and due_at < 'infinity' and published_at is not null
      order by due_at limit 1 for update skip locked)
    returning tenant, event_id as "eventId", tries, published_at as "publishedAt"`.execute(db);
  return rows[0] ? { ...rows[0], lease } : null;
}

/** When a page is looked at again: an old one more rarely. */
export function nextLook({ publishedAt }: HighlightsDrawing, now: Date): Date {
  const { lookFirst, lookLast } = HIGHLIGHTS_TIMES;
  const age = now.getTime() - publishedAt.getTime();
  return new Date(now.getTime() + Math.min(lookLast, Math.max(lookFirst, age / 4)));
}

const ofDrawing = (db: Db, { tenant, eventId, lease }: HighlightsDrawing) =>
  db
    .updateTable('highlights_page')
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .where('due_at', '=', lease);

/** Gives a drawing back after it failed. False: it is tried again with the next look only. */
export async function retryHighlightsDrawing(db: Db, drawing: HighlightsDrawing, now: Date): Promise<boolean> {
  const pause = HIGHLIGHTS_TIMES.retries[drawing.tries - 1];
  const due_at = new Date(now.getTime() + (pause ?? HIGHLIGHTS_TIMES.lookLast));
  await ofDrawing(db, drawing).set({ due_at }).execute();
  return pause !== undefined;
}

/** Ends a look at a page that has the right pictures. */
export const endHighlightsDrawing = (db: Db, drawing: HighlightsDrawing, now: Date) =>
  ofDrawing(db, drawing)
    .set({ due_at: nextLook(drawing, now), tries: 0 })
    .execute();

/** Gives a page back: it is looked at again at once. */
export const releaseHighlightsDrawing = (db: Db, drawing: HighlightsDrawing) =>
  ofDrawing(db, drawing).set({ due_at: '-infinity', tries: 0 }).execute();

/** The pictures of a page. Empty: it has none. */
export const readHighlightsPictures = (db: Db, { tenant, eventId }: HighlightsPlace) =>
  db
    .selectFrom('highlights_picture')
    .select(['format', 'tag'])
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .orderBy('format', 'desc')
    .execute();

/** Bytes of a picture by its name. Null: there is none of that name (any more). */
export async function readHighlightsPicture(
  db: Db,
  { tenant, eventId, format, tag }: HighlightsPlace & { readonly format: HighlightsFormat; readonly tag: string },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { rows } = await sql<{ bytes: string }>`
    select encode(bytes, 'base64') as bytes from highlights_picture
    where tenant = ${tenant} and event_id = ${eventId} and format = ${format} and tag = ${tag}`.execute(db);
  return rows[0] === undefined ? null : new Uint8Array(Buffer.from(rows[0].bytes, 'base64'));
}

/** Returns whether all of these photos may still be in a picture. They stay so until the transaction ends. */
async function lockUsable(trx: Transaction<Database>, { tenant }: HighlightsPlace, urls: readonly string[]) {
  const { rows } = await sql`
    select from photo p where p.tenant = ${tenant} and p.media_url = any(${[...urls]}::text[]) and p.hidden_at is null
      and p.usepermit order by p.id for share`.execute(trx);
  return rows.length === urls.length;
}

/**
 * Stores the pictures of a page in place of its former ones, and ends the look. False, and nothing is stored: the page is not public any
 * more, or one of the photos may not be shown any more.
 */
export const saveHighlightsPictures = (
  db: Db,
  drawing: HighlightsDrawing,
  { tag, photos, pictures }: SavedPictures,
  now: Date,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const { tenant, eventId: event_id } = drawing;
    if (
      !(await lockUsable(
        trx,
        drawing,
        photos.map(({ media_url }) => media_url),
      ))
    )
      return false;
    const ended = await ofDrawing(trx, drawing)
      .set({ due_at: nextLook(drawing, now), tries: 0 })
      .where('published_at', 'is not', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) return false;
    await trx.deleteFrom('highlights_picture').where('tenant', '=', tenant).where('event_id', '=', event_id).execute();
    const about = [...new Set(photos.flatMap(({ media_url, user_id }) => [media_url, user_id]))];
    for (const { format, bytes } of pictures)
      await sql`insert into highlights_picture(tenant, event_id, format, tag, about, bytes, drawn_at)
        values (${tenant}, ${event_id}, ${format}, ${tag}, ${about}::text[],
          decode(${Buffer.from(bytes).toString('base64')}, 'base64'), ${now}::timestamptz)`.execute(trx);
    return true;
  });

interface SavedPictures {
  readonly tag: string;
  readonly photos: readonly Photo[];
  readonly pictures: readonly { readonly format: HighlightsFormat; readonly bytes: Uint8Array }[];
}
