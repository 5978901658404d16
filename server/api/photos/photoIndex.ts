/** What lists and searches find a photo by: its facets, hashtags and persons, and its text. Derived, never told by a client. */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { normaliseText, searchKey } from '../../../src/rules/searchMatch.ts';
import type { PhotoSearchTable, PhotoTable, TagKind, TallyKind } from '../../database/photoTables.ts';
import type { Database } from '../../database/schema.ts';

type StoredPhoto = Selectable<PhotoTable>;
/** What counters are derived from. */
export type Facets = Pick<
  StoredPhoto,
  'tenant' | 'user_id' | 'event_id' | 'season_id' | 'team_id' | 'photo_location' | 'htag' | 'player' | 'created_at'
>;
type Indexed = Facets & Pick<StoredPhoto, 'id' | 'comment'>;

/** Hashtags are counted and found without their #, in one form of writing. */
export const tagValue = (hashtag: string): string => normaliseText(hashtag).replace(/^#/, '');

/** The facet as a term of the search index. Longer than two characters, so it is never taken for a piece of a word. */
export const facetTerm = (kind: TallyKind | 'tenant', value: string): string => `${kind}:${value}`;

/** '2026-11', in UTC: a search looks through the latest months first. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
/** A month means one tenant's photos of it. */
export const monthTerm = (tenant: string, month: string): string => facetTerm('month', `${tenant}:${month}`);

/** Each once, however often and in whatever spelling a photo has it. */
function tagsOf({ htag, player, photo_location }: Pick<StoredPhoto, 'htag' | 'player' | 'photo_location'>) {
  const locations = photo_location === null ? [] : [photo_location];
  const of = (kind: TagKind, values: readonly string[]): [TagKind, string][] =>
    [...new Set(values)].filter((value) => value !== '').map((value) => [kind, value]);
  return [
    ...of('htag', htag.map(tagValue)),
    ...of(
      'person',
      player.map((name) => searchKey(name)),
    ),
    ...of(
      'location',
      locations.map((name) => searchKey(name)),
    ),
  ];
}

/** Everything a list can be narrowed by, and the month: everything that is counted. */
export function facetsOf(photo: Facets): [TallyKind, string][] {
  const facets: [TallyKind, string | null][] = [
    ['event', photo.event_id],
    ['season', photo.season_id],
    ['team', photo.team_id],
    ['user', photo.user_id],
    ['month', monthOf(photo.created_at)],
    ...tagsOf(photo),
  ];
  return facets.filter((facet): facet is [TallyKind, string] => facet[1] !== null);
}

/**
 * The photo's row of the search index. Names and places are in it once more without their spaces: who looks for
 * '山田太郎' means '山田 太郎', too (SRC-05).
 */
export function searchRowOf(photo: Indexed): Insertable<PhotoSearchTable> {
  const { id, tenant, created_at, comment, htag, player, photo_location } = photo;
  const names = [...player, photo_location ?? ''].map((name) => normaliseText(name));
  const joined = names.filter((name) => name.includes(' ')).map((name) => name.replaceAll(' ', ''));
  return {
    id,
    tenant,
    created_at,
    search: [normaliseText([comment, ...htag].join(' ')), ...names, ...joined].filter((text) => text !== '').join(' '),
    facets: [
      facetTerm('tenant', tenant),
      ...facetsOf(photo).map(([kind, value]) => (kind === 'month' ? monthTerm(tenant, value) : facetTerm(kind, value))),
    ],
  };
}

/** Puts photos into the lists of their hashtags, persons and places, and into the search. */
export async function insertIntoIndex(trx: Kysely<Database>, photos: readonly Indexed[]): Promise<void> {
  const tags = photos.flatMap((photo) =>
    tagsOf(photo).map(([kind, value]) => ({
      tenant: photo.tenant,
      kind,
      value,
      created_at: photo.created_at,
      id: photo.id,
    })),
  );
  if (tags.length > 0) await trx.insertInto('photo_tag').values(tags).execute();
  await trx.insertInto('photo_search').values(photos.map(searchRowOf)).execute();
}

/** Takes a photo out of the lists of its hashtags, persons and places, and out of the search. */
export async function removeFromIndex(trx: Transaction<Database>, { id }: Pick<StoredPhoto, 'id'>): Promise<void> {
  await trx.deleteFrom('photo_tag').where('id', '=', id).execute();
  await trx.deleteFrom('photo_search').where('id', '=', id).execute();
}
