/** Which photos stand on a page: queries for id and created_at, the newest first, or id and likes, the most liked first. None grows with the number of photos. */
import { type RawBuilder, sql } from 'kysely';
import { containsPattern, gramsOf } from '../../database/likePattern.ts';
import type { TallyKind } from '../../database/photoTables.ts';
import type { Facet } from './photoConditions.ts';
import { facetTerm, monthTerm } from './photoIndex.ts';

/** Where a page begins: after this photo. */
export interface Position {
  readonly at: Date;
  readonly id: number;
}
export interface Keys {
  readonly tenant: string;
  readonly from: Position | null;
  readonly limit: number;
}
/** What a photo must have besides the facet a list is read by. */
export interface Filter {
  readonly words: readonly string[];
  /** Terms of persons: a photo of one of them is found as if it had the words. Absent: none. */
  readonly persons?: readonly string[];
  readonly facets: readonly Facet[];
  /** Terms of which it must have one; null: any. */
  readonly photographers: readonly string[] | null;
}

const COLUMNS: Partial<Readonly<Record<TallyKind, string>>> = {
  event: 'event_id',
  season: 'season_id',
  team: 'team_id',
  user: 'user_id',
};

const after = (from: Position | null) =>
  from === null ? sql`` : sql`and (created_at, id) < (${from.at}::timestamptz, ${from.id}::bigint)`;
/** The number is part of the text: a plan that is kept for any number would be one for a tenth of the table. */
const newest = (limit: number) => sql`order by created_at desc, id desc limit ${sql.lit(limit)}`;

/** Photos with one facet (null: all of the tenant): each facet has an index by time. */
function ofFacet(tenant: string, facet: Facet | null): RawBuilder<unknown> {
  if (facet === null) return sql`from photo where tenant = ${tenant} and hidden_at is null`;
  const [kind, value] = facet;
  const column = COLUMNS[kind];
  return column === undefined
    ? sql`from photo_tag where tenant = ${tenant} and kind = ${kind} and value = ${value}`
    : sql`from photo where tenant = ${tenant} and ${sql.ref(column)} = ${value} and hidden_at is null`;
}

/** The newest photos with one facet (null: all of the tenant). */
export const keysOfFacet = ({ tenant, from, limit }: Keys, facet: Facet | null): RawBuilder<unknown> =>
  sql`select id, created_at ${ofFacet(tenant, facet)} ${after(from)} ${newest(limit)}`;

/**
 * One row: the months `since` and `till` between which photos with all of the facets may be; null: there are none.
 * @param end looks no further than this
 */
export function spanOfFacets(tenant: string, facets: readonly Facet[], end: Date): RawBuilder<unknown> {
  const ends = facets.map((facet) => {
    const before = sql`${ofFacet(tenant, facet)} and created_at < ${end}::timestamptz`;
    return sql`select (select created_at ${before} order by created_at, id limit 1) as first,
      (select created_at ${before} order by created_at desc, id desc limit 1) as last`;
  });
  const month = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM')`;
  return sql`select ${month(sql`max(first)`)} as since, ${month(sql`case when bool_and(last is not null) then min(last) end`)} as till
    from (${sql.join(ends, sql` union all `)}) e`;
}

/**
 * Of the newest `walk` photos with the first facet, those with the others, too: only indexes are read, from where all facets
 * have photos until there are enough. Quick where many have all.
 * @param facets at least two, the rarest first
 */
export function keysByFacets(keys: Keys, facets: readonly Facet[], walk: number): RawBuilder<unknown> {
  const { tenant, from, limit } = keys;
  const [first = null, ...others] = facets;
  const lasts = facets.map(
    (facet) => sql`select (select created_at ${ofFacet(tenant, facet)} ${after(from)} ${newest(1)}) as last`,
  );
  const till = sql`select case when bool_and(last is not null) then min(last) end from (${sql.join(lasts, sql` union all `)}) l`;
  // A subselect for a value is looked up once a row; a join might be planned to read whole facets.
  const looked = others.map(
    (facet) => sql`(select true ${ofFacet(tenant, facet)} and created_at = f.created_at and id = f.id)`,
  );
  return sql`select id, created_at from (
      select id, created_at ${ofFacet(tenant, first)} ${after(from)} and created_at <= (${till}) ${newest(walk)}) f
    where ${sql.join(looked, sql` and `)} ${newest(limit)}`;
}

const containing = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`search like ${containsPattern(word)}`),
    sql` and `,
  );
const terms = (list: readonly string[]) => sql`${[...list]}::text[]`;

/** The words, or one of the persons that they are the reading of. */
const containingOrOf = ({ words, persons = [] }: Filter) =>
  persons.length === 0 ? containing(words) : sql`(${containing(words)} or facets && ${terms(persons)})`;

function passes(filter: Filter): RawBuilder<unknown> {
  const { words, facets, photographers } = filter;
  const tests = [
    ...(words.length > 0 ? [containingOrOf(filter)] : []),
    ...(facets.length > 0 ? [sql`facets @> ${terms(facets.map((facet) => facetTerm(...facet)))}`] : []),
    ...(photographers ? [sql`facets && ${terms(photographers)}`] : []),
  ];
  return sql.join(tests, sql` and `);
}

/** Of the newest `walk` photos with the facet, those that pass. Quick where many do. */
export function keysByWalk(keys: Keys, facet: Facet | null, filter: Filter, walk: number): RawBuilder<unknown> {
  const walked =
    facet === null
      ? sql`select id, created_at, search, facets from photo_search
          where tenant = ${keys.tenant} ${after(keys.from)} ${newest(walk)}`
      : sql`select s.* from (${keysOfFacet({ ...keys, limit: walk }, facet)}) f join photo_search s on s.id = f.id`;
  return sql`select id, created_at from (${walked}) w where ${passes(filter)} ${newest(keys.limit)}`;
}

/** From `photo_search` those that pass, by the index of terms: what follows `select …`. `months` of these only; null: of all. */
function matching(tenant: string, filter: Filter, months: readonly string[] | null): RawBuilder<unknown> {
  const { words, facets, persons = [], photographers } = filter;
  const common = [facetTerm('tenant', tenant), ...facets.map((facet) => facetTerm(...facet))];
  const indexed = sql`photo_terms(search, facets)`;
  const byOneOf = photographers ? sql`and ${indexed} && ${terms(photographers)}` : sql``;
  const ofMonths = months ? sql`and ${indexed} && ${terms(months.map((month) => monthTerm(tenant, month)))}` : sql``;
  const having = (list: readonly string[]) => sql`${indexed} @> ${terms(list)} ${ofMonths} ${byOneOf}`;
  const text = words.length > 0 ? sql`and ${containing(words)}` : sql``;
  const byText = sql`${having([...common, ...new Set(words.flatMap(gramsOf))])} ${text}`;
  if (persons.length === 0) return sql`from photo_search where ${byText}`;
  // Two looks at the index, each with all that narrows it: a condition outside of them would read every photo of the tenant.
  return sql`from photo_search where ((${byText}) or (${having(common)} and ${indexed} && ${terms(persons)}))`;
}

/**
 * Those that pass, by the index of terms. Quick where few do.
 * @param months of these only; null: of all
 */
export const keysByTerms = (
  { tenant, from, limit }: Keys,
  filter: Filter,
  months: readonly string[] | null = null,
): RawBuilder<unknown> =>
  // All matches first, then the newest: a plan that walks the newest in hope of matches would read everything.
  sql`select id, created_at from (
      select id, created_at ${matching(tenant, filter, months)} ${after(from)} offset 0) m
    ${newest(limit)}`;

/** Where a page of the most liked begins: after this photo. */
export interface LikedPosition {
  readonly likes: number;
  readonly id: number;
}
const afterLiked = (from: LikedPosition | null) =>
  from === null ? sql`` : sql`and (likes, id) < (${from.likes}::int, ${from.id}::bigint)`;
const mostLiked = (limit: number) => sql`order by likes desc, id desc limit ${limit}`;

/** The most liked photos with a term (`facetTerm`): id and likes, at most `limit`. */
export const likedOfTerm = (
  tenant: string,
  term: string,
  from: LikedPosition | null,
  limit: number,
): RawBuilder<unknown> =>
  sql`select id, likes from photo_rank where tenant = ${tenant} and term = ${term} ${afterLiked(from)} ${mostLiked(limit)}`;

/** Of `walked` (id and likes) those that pass, the most liked first, at most `limit`. Where facets are all that is asked, an index is enough. */
export function likedThatPass(
  tenant: string,
  walked: RawBuilder<unknown>,
  filter: Filter,
  limit: number,
): RawBuilder<unknown> {
  const { words, facets, photographers } = filter;
  if (words.length > 0 || photographers !== null)
    return sql`select w.id, w.likes from (${walked}) w join photo_search s on s.id = w.id where ${passes(filter)} ${mostLiked(limit)}`;
  // Of each term a photo has a row with the same likes: looked up whole, where a join might be planned to read all of a term.
  const has = facets.map(
    (facet) => sql`(select true from photo_rank where tenant = ${tenant} and term = ${facetTerm(...facet)}
      and likes = w.likes and id = w.id)`,
  );
  return sql`select w.id, w.likes from (${walked}) w where ${sql.join(has, sql` and `)} ${mostLiked(limit)}`;
}

/** Any photos that pass, by the index of terms: their ids, at most `limit`, in no order. */
export const someByTerms = (tenant: string, filter: Filter, limit: number): RawBuilder<unknown> =>
  sql`select id ${matching(tenant, filter, null)} limit ${limit}`;

/** Of `some` (ids) those somebody likes, the most liked first, at most `limit`: id and likes. */
export const likedOfThese = (
  some: RawBuilder<unknown>,
  from: LikedPosition | null,
  limit: number,
): RawBuilder<unknown> =>
  sql`select id, likes from (
      select p.id, p.reaction_count as likes from (${some}) m join photo p on p.id = m.id where p.reaction_count > 0) l
    where true ${afterLiked(from)} ${mostLiked(limit)}`;

/** Photos found before. One that was deleted since keeps its place: otherwise a page could pass for the last. */
export const keysOf = (found: readonly Position[]): RawBuilder<unknown> =>
  sql`select id, created_at from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ at }) => at.toISOString())}::timestamptz[])
    as f(id, created_at)`;
