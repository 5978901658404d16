/** What lists and searches find a photo by: its facets, hashtags and persons, and its text. Derived, never told by a client. */
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { FACET_NAMES, type FacetName, PHOTO_FIELDS } from '../../../src/contract/photoFields.ts';
import { facetValues } from '../../../src/rules/photoFacets.ts';
import { FOLDING } from '../../../src/rules/searchMatch.ts';
import { searchTextOf } from '../../../src/rules/searchText.ts';
import type { PhotoSearchTable, PhotoTable, PhotoTagTable, TallyKind } from '../../database/photoTables.ts';
import type { Database } from '../../database/schema.ts';
import { runTogether } from '../../database/together.ts';

type StoredPhoto = Selectable<PhotoTable>;
/** What counters are derived from. */
export type Facets = Pick<StoredPhoto, 'tenant' | 'user_id' | 'event_id' | 'season_id' | FacetName | 'created_at'>;
type Indexed = Facets & Pick<StoredPhoto, 'id' | 'comment'>;

/** The facet as a term of the search index. Longer than two characters, so it is never taken for a piece of a word. */
export const facetTerm = (kind: TallyKind | 'tenant', value: string): string => `${kind}:${value}`;

/** '2026-11', in UTC: a search looks through the latest months first. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
/** A month means one tenant's photos of it. */
export const monthTerm = (tenant: string, month: string): string => facetTerm('month', `${tenant}:${month}`);

type FieldValues = Pick<StoredPhoto, FacetName>;
/** The facets of a photo's fields, each once, however often and in whatever spelling the photo has it. */
const fieldFacetsOf = (photo: FieldValues) =>
  FACET_NAMES.flatMap((name) => {
    const { facet } = PHOTO_FIELDS[name];
    return facetValues(name, photo[name]).map((value) => ({ facet, value }));
  });

/** Everything a list can be narrowed by, and the month: everything that is counted. */
export function facetsOf(photo: Facets): [TallyKind, string][] {
  const facets: [TallyKind, string | null][] = [
    ['event', photo.event_id],
    ['season', photo.season_id],
    ['user', photo.user_id],
    ['month', monthOf(photo.created_at)],
    ...fieldFacetsOf(photo).map(({ facet, value }): [TallyKind, string] => [facet.kind, value]),
  ];
  return facets.filter((facet): facet is [TallyKind, string] => facet[1] !== null);
}

/** The photo's row of the search index. */
export function searchRowOf(photo: Indexed): Insertable<PhotoSearchTable> {
  const { id, tenant, created_at } = photo;
  return {
    id,
    tenant,
    created_at,
    search: searchTextOf(photo),
    facets: [
      facetTerm('tenant', tenant),
      ...facetsOf(photo).map(([kind, value]) => (kind === 'month' ? monthTerm(tenant, value) : facetTerm(kind, value))),
    ],
  };
}

/** The photo's rows in the lists of its hashtags, persons, places and other facets that are read by `photo_tag`. */
export const tagRowsOf = ({ id, tenant, created_at, ...photo }: Indexed): Selectable<PhotoTagTable>[] =>
  fieldFacetsOf(photo).flatMap(({ facet, value }) =>
    facet.index === 'tag' ? [{ tenant, kind: facet.kind, value, created_at, id }] : [],
  );

/** What puts photos into the lists of their hashtags, persons and places, and into the search: to be run together. */
export function indexStatements(photos: readonly Indexed[]): RawBuilder<unknown>[] {
  const tags = photos.flatMap(tagRowsOf);
  const intoTags = sql`insert into photo_tag(tenant, kind, value, created_at, id)
    select tenant, kind, value, created_at, id from jsonb_to_recordset(${JSON.stringify(tags)}::jsonb)
      as t(tenant text, kind text, value text, created_at timestamptz, id bigint)`;
  const intoSearch = sql`insert into photo_search(id, tenant, created_at, search, facets, fold)
    select id, tenant, created_at, search, facets, ${FOLDING} from jsonb_to_recordset(${JSON.stringify(photos.map(searchRowOf))}::jsonb)
      as s(id bigint, tenant text, created_at timestamptz, search text, facets text[])`;
  return tags.length > 0 ? [intoTags, intoSearch] : [intoSearch];
}

/** Puts photos into the lists of their hashtags, persons and places, and into the search. */
export const insertIntoIndex = (db: Kysely<Database>, photos: readonly Indexed[]): Promise<void> =>
  runTogether(db, indexStatements(photos));

/** Takes photos out of the lists of their hashtags, persons and places, and out of the search. */
export async function removeFromIndex(
  trx: Transaction<Database>,
  photos: readonly Pick<StoredPhoto, 'id'>[],
): Promise<void> {
  const ids = photos.map(({ id }) => id);
  await sql`delete from photo_tag where id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from photo_search where id = any(${ids}::bigint[])`.execute(trx);
}
