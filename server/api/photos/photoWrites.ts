/**
 * Every write that changes which photos there are. Tags, counters and the photo change in the caller's one transaction,
 * so lists and totals never disagree. Also used by the demo content.
 */
import { type Insertable, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { leaveChanges } from '../../database/counterChanges.ts';
import { addToTally, summed } from '../../database/counters.ts';
import type { PersonTallyTable, PhotoTable, TallyTable } from '../../database/photoTables.ts';
import type { Database, EventPosterTable } from '../../database/schema.ts';
import { runTogether } from '../../database/together.ts';
import { removeBookmarkCounts, removeBookmarksTo } from '../bookmarks/repository.ts';
import { removeNoticesAbout } from '../notices/activityNotices.ts';
import { type Facets, facetsOf, indexStatements, insertIntoIndex, removeFromIndex } from './photoIndex.ts';
import { renewInIndex } from './renewSearch.ts';
import type { StoredFields } from './storedFields.ts';

/** A photo as it is written. */
export type InsertablePhoto = Omit<Insertable<PhotoTable>, 'id'>;
type StoredPhoto = Selectable<PhotoTable>;

/** Inserts photos that are not there yet. The caller has checked everything, and that no media_url exists. */
export async function insertPhotos(
  trx: Transaction<Database>,
  photos: readonly InsertablePhoto[],
): Promise<StoredPhoto[]> {
  if (photos.length === 0) return [];
  const stored = await insertRows(trx, photos);
  await insertIntoIndex(trx, stored);
  await addToCounters(trx, stored, 1);
  return stored;
}

const insertRows = (trx: Transaction<Database>, photos: readonly InsertablePhoto[]): Promise<StoredPhoto[]> =>
  trx
    .insertInto('photo')
    .values([...photos])
    .returningAll()
    .execute();

/**
 * As `insertPhotos`, for a stand full of posts: few ways to the database, and no waiting for counters all posts change. Their photos are
 * counted once the caller has committed and called `countCommitted`; those of a fan in an event at once, in the row the caller has locked.
 * @param more what else is to be written with the photos
 */
export async function insertPost(
  trx: Transaction<Database>,
  photos: readonly InsertablePhoto[],
  more: (stored: readonly StoredPhoto[]) => readonly RawBuilder<unknown>[],
): Promise<StoredPhoto[]> {
  if (photos.length === 0) return [];
  const stored = await insertRows(trx, photos);
  const changes = stored.map((photo) => ({ photo, step: 1 }));
  const tallies = talliesOf(changes).map((row) => ({ ...row, name: null }));
  await runTogether(trx, [
    ...indexStatements(stored),
    addToPosters(postersOf(changes)),
    leaveChanges(summed([...tallies, ...changes.flatMap(personsShown)])),
    ...more(stored),
  ]);
  return stored;
}

/** Removes photos the caller has locked, with everything that hangs on them, bookmarks included. */
export async function deletePhotos(trx: Transaction<Database>, photos: readonly StoredPhoto[]): Promise<void> {
  await deletePhotoRows(trx, photos);
  await uncountPhotos(trx, photos);
}

/** The first half: all but counters, so that whoever removes more can do that before them (`rowLocks`). */
export async function deletePhotoRows(trx: Transaction<Database>, photos: readonly StoredPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  await renewInIndex(trx, photos);
  const urls = photos.map((photo) => photo.media_url);
  await sql`delete from photo where media_url = any(${urls}::text[])`.execute(trx);
  for (const tenant of tenantsOf(photos)) await removeBookmarksTo(trx, tenant, urls);
  await removeNoticesAbout(trx, urls);
}

/** The second half. */
export async function uncountPhotos(trx: Transaction<Database>, photos: readonly StoredPhoto[]): Promise<void> {
  const urls = photos.map((photo) => photo.media_url);
  for (const tenant of tenantsOf(photos)) await removeBookmarkCounts(trx, tenant, urls);
  // A hidden photo has left the counters already.
  const counted = photos.filter((photo) => photo.hidden_at === null);
  if (counted.length > 0) await addToCounters(trx, counted, -1);
}

const tenantsOf = (photos: readonly StoredPhoto[]) => new Set(photos.map((photo) => photo.tenant).toSorted());

/** What an author may change of a photo. */
export type PhotoChanges = Partial<StoredFields>;

/** Changes a photo the caller has locked. */
export async function updatePhoto(
  trx: Transaction<Database>,
  before: StoredPhoto,
  changes: PhotoChanges,
): Promise<StoredPhoto> {
  await renewInIndex(trx, [before]);
  await removeFromIndex(trx, [before]);
  const after = await trx
    .updateTable('photo')
    // An edit may change nothing: then this is what there is to set.
    .set({ comment: before.comment, ...changes })
    .where('tenant', '=', before.tenant)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertIntoIndex(trx, [after]);
  await applyToCounters(trx, [
    { photo: before, step: -1 },
    { photo: after, step: 1 },
  ]);
  return after;
}

/** Gives photos that the caller has locked, hidden ones included, to another event with its season. Indexes and counters follow. */
export async function giveToEvent(
  trx: Transaction<Database>,
  photos: readonly StoredPhoto[],
  place: Pick<StoredPhoto, 'event_id' | 'season_id'>,
): Promise<void> {
  // A hidden photo is in no list and no counter: it comes back in its new event.
  const shown = photos.filter((photo) => photo.hidden_at === null);
  await renewInIndex(trx, shown);
  await removeFromIndex(trx, shown);
  const after = await trx
    .updateTable('photo')
    .set(place)
    .where(
      'id',
      'in',
      photos.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  const moved = after.filter((photo) => photo.hidden_at === null);
  if (moved.length === 0) return;
  await insertIntoIndex(trx, moved);
  await applyToCounters(trx, [
    ...shown.map((photo) => ({ photo, step: -1 })),
    ...moved.map((photo) => ({ photo, step: 1 })),
  ]);
}

/** Adds `step` per photo to all its counters. */
export const addToCounters = (trx: Transaction<Database>, photos: readonly Facets[], step: 1 | -1): Promise<void> =>
  applyToCounters(
    trx,
    photos.map((photo) => ({ photo, step })),
  );

interface Change {
  readonly photo: Facets;
  readonly step: number;
}

const postersOf = (changes: readonly Change[]) =>
  summed(changes.map(({ photo: { tenant, event_id, user_id }, step: n }) => ({ tenant, event_id, user_id, n })));
const talliesOf = (changes: readonly Change[]): TallyTable[] =>
  changes.flatMap(({ photo, step: n }) =>
    [['all', ''] as const, ...facetsOf(photo)].map(([kind, value]) => ({ tenant: photo.tenant, kind, value, n })),
  );

async function applyToCounters(trx: Transaction<Database>, changes: readonly Change[]): Promise<void> {
  const posters = postersOf(changes);
  if (posters.length > 0) await addToPosters(posters).execute(trx);
  await addToTally(trx, talliesOf(changes));
  await addPersons(trx, summed(changes.flatMap(personsShown)));
}

const addToPosters = (rows: readonly Insertable<EventPosterTable>[]): RawBuilder<unknown> =>
  sql`insert into event_poster(tenant, event_id, user_id, n)
    select tenant, event_id, user_id, n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(tenant text, event_id text, user_id text, n int)
    on conflict (tenant, event_id, user_id) do update set n = event_poster.n + excluded.n`;

async function addPersons(trx: Transaction<Database>, rows: readonly Insertable<PersonTallyTable>[]) {
  if (rows.length === 0) return;
  await sql`insert into person_tally(tenant, kind, value, name, n)
    select tenant, kind, value, name, n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(tenant text, kind text, value text, name text, n int)
    on conflict (tenant, kind, value, name) do update set n = person_tally.n + excluded.n`.execute(trx);
}

function personsShown({ photo: { tenant, event_id, season_id, player }, step: n }: Change) {
  return [...new Set(player)].flatMap((name) => [
    { tenant, kind: 'event' as const, value: event_id, name, n },
    ...(season_id === null ? [] : [{ tenant, kind: 'season' as const, value: season_id, name, n }]),
  ]);
}
