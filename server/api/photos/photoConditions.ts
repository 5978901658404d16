/** What a list of photos can be narrowed by, as counters and indexes know it. */
import { type Kysely, sql } from 'kysely';
import type { QueryOf } from '../../../src/contract/endpoints.ts';
import { PLAYERS_PER_PHOTO } from '../../../src/contract/limits.ts';
import { searchKey, searchWords } from '../../../src/rules/searchMatch.ts';
import { tagValue } from '../../../src/rules/searchText.ts';
import type { TallyKind } from '../../database/photoTables.ts';
import type { Database } from '../../database/schema.ts';
import { ambassadorIds } from '../access/ambassadorRepository.ts';
import { facetTerm } from './photoIndex.ts';

/** All are ANDed. Undefined: not narrowed by it. */
export interface PhotoConditions {
  readonly event?: string | undefined;
  readonly season?: string | undefined;
  readonly team?: string | undefined;
  readonly user?: string | undefined;
  readonly location?: string | undefined;
  /** Photos that show all of them. */
  readonly persons?: readonly string[] | undefined;
  readonly hashtag?: string | undefined;
  readonly text?: string | undefined;
  readonly photographer?: 'official' | 'staff' | undefined;
}

/** The conditions a query names; null: no photo can meet them. */
export function conditionsFrom(query: Omit<QueryOf<'getPhotoCount'>, 'cf'>): PhotoConditions | null {
  if (query.e !== undefined && query.event_id !== undefined && query.e !== query.event_id) return null;
  const names = query.cp?.split(',');
  const persons = names && [...new Set(names.map((name) => searchKey(name)).filter((name) => name !== ''))];
  // No photo shows more, and each is a condition of its own for the database.
  if (persons && persons.length > PLAYERS_PER_PHOTO) return null;
  return {
    event: query.e ?? query.event_id,
    season: query.s,
    team: query.team,
    user: query.u,
    location: query.pl,
    persons,
    hashtag: query.ht,
    text: query.search_text,
    photographer: query.photographer,
  };
}

export type Facet = readonly [TallyKind, string];

/** The conditions a counter is kept for. */
export function wantedFacets(wanted: PhotoConditions): Facet[] {
  const facets: (readonly [TallyKind, string | undefined])[] = [
    ['event', wanted.event],
    ['season', wanted.season],
    ['team', wanted.team],
    ['user', wanted.user],
    ['location', wanted.location === undefined ? undefined : searchKey(wanted.location)],
    ['htag', wanted.hashtag === undefined ? undefined : tagValue(wanted.hashtag)],
    ...(wanted.persons ?? []).map((name): Facet => ['person', searchKey(name)]),
  ];
  return facets.filter((facet): facet is Facet => facet[1] !== undefined);
}

export const wantedWords = (wanted: PhotoConditions): string[] => searchWords(wanted.text ?? '');

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
