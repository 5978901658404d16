/** What a list of photos can be narrowed by, as counters and indexes know it. */
import { type Kysely, sql } from 'kysely';
import type { QueryOf } from '../../../src/contract/endpoints.ts';
import { ACCEPTED, READINGS_MAX, UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import { type FacetParam, PHOTO_FIELDS } from '../../../src/contract/photoFields.ts';
import { wantedFields } from '../../../src/rules/photoFacets.ts';
import { readingMatcher, searchKey, searchWords } from '../../../src/rules/searchMatch.ts';
import type { TallyKind } from '../../database/photoTables.ts';
import type { Database } from '../../database/schema.ts';
import { ambassadorIds } from '../access/ambassadorRepository.ts';
import { facetTerm } from './photoIndex.ts';
import type { Filter } from './photoKeys.ts';

export type Facet = readonly [TallyKind, string];

/** All are ANDed. */
export interface PhotoConditions {
  /** A photo has all of them; each has a counter. */
  readonly facets?: readonly Facet[] | undefined;
  readonly text?: string | undefined;
  readonly photographer?: 'official' | 'staff' | undefined;
}

type Query = Omit<QueryOf<'getPhotoCount'>, 'cf'>;
/** How a condition that asks for no field of PHOTO_FIELDS is met: by a facet of this kind, or otherwise (null). */
const OTHERS = {
  e: 'event',
  event_id: 'event',
  s: 'season',
  u: 'user',
  search_text: null,
  photographer: null,
} as const satisfies Readonly<Record<Exclude<keyof Query, FacetParam>, TallyKind | null>>;

/** The conditions a query names; null: no photo can meet them. A condition that stands in no table here does not compile (FLD-01d). */
export function conditionsFrom(query: Query): PhotoConditions | null {
  const { e, event_id, search_text: text, photographer } = query;
  if (e !== undefined && event_id !== undefined && e !== event_id) return null;
  const wanted = wantedFields(query);
  // No photo shows more, and each is a condition of its own for the database.
  if (wanted.some(({ name, values }) => name === 'player' && values.length > ACCEPTED.players)) return null;
  const others = Object.entries(OTHERS).flatMap(([param, kind]): Facet[] => {
    const value = query[param as keyof typeof OTHERS];
    return kind === null || value === undefined ? [] : [[kind, value]];
  });
  const fields = wanted.flatMap(({ name, values }) =>
    values.map((value): Facet => [PHOTO_FIELDS[name].facet.kind, value]),
  );
  const facets = [...new Map([...others, ...fields].map((facet) => [facet.join(' '), facet])).values()];
  return { facets, text, photographer };
}

/** Whether the list is one fan's own page. */
export const isOfOneFan = ({ facets = [] }: PhotoConditions): boolean => facets.some(([kind]) => kind === 'user');

/** The one facet a list is of, or all photos of the tenant: each has a counter and an index in its order. null: more is asked. */
export function singleFacet(conditions: PhotoConditions): Facet | null {
  const { facets = [], photographer } = conditions;
  const isMore = facets.length > 1 || photographer !== undefined || wantedWords(conditions).length > 0;
  return isMore ? null : (facets[0] ?? ['all', '']);
}

/** What photos must have; photographers, and players of this reading, are looked up. */
export const filterFrom = async (
  db: Kysely<Database>,
  tenant: string,
  conditions: PhotoConditions,
): Promise<Filter> => ({
  words: wantedWords(conditions),
  persons: await readPersonsRead(db, tenant, conditions.text ?? ''),
  facets: conditions.facets ?? [],
  photographers: await readPhotographers(db, tenant, conditions.photographer),
});

export const wantedWords = (wanted: PhotoConditions): string[] => searchWords(wanted.text ?? '');

/**
 * Terms of the players whose reading contains the text (FAN-25b): photos of them are found as if they had the words. None where the text
 * is no Latin word, and where it fits so many readings that it is no name.
 */
async function readPersonsRead(db: Kysely<Database>, tenant: string, text: string): Promise<string[]> {
  const matches = readingMatcher(text);
  if (matches === null) return [];
  const persons = await db
    .selectFrom('person')
    .select(['name', 'reading'])
    .where('tenant', '=', tenant)
    .where('reading', 'is not', null)
    .orderBy('position')
    .limit(UNPAGED_LIST_MAX)
    .execute();
  const found = persons.filter(({ reading }) => reading !== null && matches(reading));
  return found.length > READINGS_MAX ? [] : found.map(({ name }) => facetTerm('person', searchKey(name)));
}

/** Terms of whom the photos may be by; null: anybody. Official users; 'staff' adds ambassadors (SRC-07). */
export async function readPhotographers(
  db: Kysely<Database>,
  tenant: string,
  photographer: PhotoConditions['photographer'],
): Promise<string[] | null> {
  if (photographer === undefined) return null;
  const official = sql`select user_id from official_user where tenant = ${tenant}`;
  const staff = sql`union ${ambassadorIds(sql`${tenant}`)}`;
  const { rows } = await sql<{ user_id: string }>`${official} ${photographer === 'staff' ? staff : sql``}`.execute(db);
  return rows.map(({ user_id }) => facetTerm('user', user_id));
}

/** Photos with each facet, in the facets' order. */
export async function readTallies(db: Kysely<Database>, tenant: string, facets: readonly Facet[]): Promise<number[]> {
  if (facets.length === 0) return [];
  const rows = await db
    .selectFrom('tally')
    .select(['kind', 'value', 'n'])
    .where('tenant', '=', tenant)
    .where((eb) => eb.or(facets.map(([kind, value]) => eb.and({ kind, value }))))
    .execute();
  return facets.map(([kind, value]) => rows.find((row) => row.kind === kind && row.value === value)?.n ?? 0);
}
