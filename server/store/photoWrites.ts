/**
 * Every write that changes which photos there are. Tags, counters and the photo change in the caller's one transaction,
 * so lists and totals never disagree. Also used by the demo content.
 */
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, PhotoTable, TagKind, TallyKind } from './schema.ts';
import { normaliseText } from './searchText.ts';

/** A photo as it is written; `search` is derived. */
export type PhotoRow = Omit<Insertable<PhotoTable>, 'search' | 'id'>;
type StoredPhoto = Selectable<PhotoTable>;
/** What tags, counters and search text are derived from. */
type Facets = Pick<
  StoredPhoto,
  'tenant' | 'user_id' | 'event_id' | 'season_id' | 'team_id' | 'photo_location' | 'htag' | 'player'
>;

const searchTextOf = (photo: Pick<PhotoRow, 'comment' | 'htag' | 'player' | 'photo_location'>) =>
  normaliseText([photo.comment, ...photo.htag, ...photo.player, photo.photo_location ?? ''].join(' '));

/** Hashtags are counted and found without their #, in one form of writing. */
export const tagValue = (hashtag: string): string => normaliseText(hashtag).replace(/^#/, '');

/** Inserts photos that are not there yet. The caller has checked everything, and that no media_url exists. */
export async function insertPhotos(trx: Transaction<Database>, photos: readonly PhotoRow[]): Promise<StoredPhoto[]> {
  if (photos.length === 0) return [];
  const stored = await trx
    .insertInto('photo')
    .values(photos.map((photo) => ({ ...photo, search: searchTextOf(photo) })))
    .returningAll()
    .execute();
  await insertTags(trx, stored);
  await addToCounters(trx, stored, 1);
  return stored;
}

/** Removes photos with everything that hangs on them, bookmarks included. */
export async function deletePhotos(trx: Transaction<Database>, photos: readonly StoredPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  const urls = photos.map((photo) => photo.media_url);
  await trx.deleteFrom('favorite').where('kind', '=', 'photo').where('target', 'in', urls).execute();
  await trx.deleteFrom('photo').where('media_url', 'in', urls).execute();
  // A hidden photo has left the counters already.
  const counted = photos.filter((photo) => photo.hidden_at === null);
  if (counted.length > 0) await addToCounters(trx, counted, -1);
}

/** What an author may change of a photo. */
export type PhotoChanges = Pick<PhotoRow, 'comment' | 'htag' | 'player' | 'photo_location' | 'team_id' | 'usepermit'>;

/** Changes a photo the caller has locked. */
export async function updatePhoto(
  trx: Transaction<Database>,
  before: StoredPhoto,
  changes: PhotoChanges,
): Promise<void> {
  await addToCounters(trx, [before], -1);
  await trx.deleteFrom('photo_tag').where('tenant', '=', before.tenant).where('id', '=', before.id).execute();
  const after = await trx
    .updateTable('photo')
    .set({ ...changes, search: searchTextOf(changes) })
    .where('tenant', '=', before.tenant)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertTags(trx, [after]);
  await addToCounters(trx, [after], 1);
}

function tagsOf(photo: Pick<StoredPhoto, 'htag' | 'player'>): [TagKind, string][] {
  const htags = new Set(photo.htag.map(tagValue).filter((tag) => tag !== ''));
  return [
    ...[...htags].map((value): [TagKind, string] => ['htag', value]),
    ...[...new Set(photo.player)].map((value): [TagKind, string] => ['person', value]),
  ];
}

/** Puts photos under their hashtags and persons. */
export async function insertTags(trx: Transaction<Database>, photos: readonly StoredPhoto[]) {
  const rows = photos.flatMap((photo) =>
    tagsOf(photo).map(([kind, value]) => ({
      tenant: photo.tenant,
      kind,
      value,
      created_at: photo.created_at,
      id: photo.id,
    })),
  );
  if (rows.length > 0) await trx.insertInto('photo_tag').values(rows).execute();
}

function countedAs(photo: Facets): [TallyKind, string][] {
  const facets: [TallyKind, string | null][] = [
    ['all', ''],
    ['event', photo.event_id],
    ['season', photo.season_id],
    ['team', photo.team_id],
    ['user', photo.user_id],
    ['location', photo.photo_location],
    ...tagsOf(photo),
  ];
  return facets.filter((facet): facet is [TallyKind, string] => facet[1] !== null);
}

/** Rows that differ in their key, with `n` summed. Sorted, so that all writers touch rows in one order and never wait in a circle. */
function summed<T extends { n: number }>(rows: readonly T[]): T[] {
  const sums = new Map<string, T>();
  for (const row of rows) {
    const key = JSON.stringify({ ...row, n: 0 });
    sums.set(key, { ...row, n: (sums.get(key)?.n ?? 0) + row.n });
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Adds `step` per photo to all its counters. */
export async function addToCounters(trx: Transaction<Database>, photos: readonly Facets[], step: 1 | -1) {
  const posters = photos.map(({ tenant, event_id, user_id }) => ({ tenant, event_id, user_id, n: step as number }));
  await trx
    .insertInto('event_poster')
    .values(summed(posters))
    .onConflict((c) =>
      c.columns(['tenant', 'event_id', 'user_id']).doUpdateSet({ n: sql`event_poster.n + excluded.n` }),
    )
    .execute();
  const tallies = photos.flatMap((photo) =>
    countedAs(photo).map(([kind, value]) => ({ tenant: photo.tenant, kind, value, n: step as number })),
  );
  await trx
    .insertInto('tally')
    .values(summed(tallies))
    .onConflict((c) => c.columns(['tenant', 'kind', 'value']).doUpdateSet({ n: sql`tally.n + excluded.n` }))
    .execute();
  const persons = summed(photos.flatMap((photo) => personsShown(photo, step)));
  if (persons.length === 0) return;
  await trx
    .insertInto('person_tally')
    .values(persons)
    .onConflict((c) =>
      c.columns(['tenant', 'kind', 'value', 'name']).doUpdateSet({ n: sql`person_tally.n + excluded.n` }),
    )
    .execute();
}

function personsShown({ tenant, event_id, season_id, player }: Facets, n: number) {
  return [...new Set(player)].flatMap((name) => [
    { tenant, kind: 'event' as const, value: event_id, name, n },
    ...(season_id === null ? [] : [{ tenant, kind: 'season' as const, value: season_id, name, n }]),
  ]);
}
