import { type Kysely, sql } from 'kysely';
import type { InferOutput } from 'valibot';
import type { Person, Season, TagType } from '../../../src/contract/entities.ts';
import { POPULAR_WORDS, UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import { WORD_CANDIDATES } from '../../../src/contract/wordLimits.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { searchKey, searchWords } from '../../../src/rules/searchMatch.ts';
import { tagValue } from '../../../src/rules/searchText.ts';
import type { Database } from '../../database/schema.ts';
import type { SearchWordTable } from '../../database/wordTables.ts';
import { namesShown } from '../persons/shownPersonsRepository.ts';
import { type Facet, readTallies } from '../photos/photoConditions.ts';
import { keysByTerms, keysByWalk } from '../photos/photoKeys.ts';

/** The latest season that has begun at `now`, and others that run then. */
const currentSeasons = (tenant: string, now: string) => sql<string[]>`array(
  select s.season_id from season s where s.tenant = ${tenant} and s.season_period_start <= ${now}
    and (s.season_period_end >= ${now} or s.season_period_start = (
      select max(o.season_period_start) from season o where o.tenant = ${tenant} and o.season_period_start <= ${now})))`;

/** Whether a person belongs to other seasons only. Without a season that has begun nobody does. */
const isFormer = (tenant: string, now: Date) => {
  const current = currentSeasons(tenant, formatWireDateTime(now.getTime()));
  return sql<boolean>`(cardinality(person.season_ids) > 0 and cardinality(${current}) > 0 and not person.season_ids && ${current})`;
};

/**
 * Everybody who can be tagged, with the number of photos that show them: those of the current season first (STF-20b), each in the tenant's
 * order.
 */
export async function readPersonCounts(db: Kysely<Database>, tenant: string, now: Date): Promise<Person[]> {
  const persons = await db
    .selectFrom('person')
    .select(['name', 'team_id', 'number', 'reading'])
    .where('tenant', '=', tenant)
    .orderBy(isFormer(tenant, now))
    .orderBy('position')
    .orderBy('name')
    .limit(UNPAGED_LIST_MAX)
    .execute();
  const tallies = await db
    .selectFrom('tally')
    .select(['value', 'n'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'person')
    .where(sql<boolean>`value = any(${persons.map(({ name }) => searchKey(name))}::text[])`)
    .execute();
  const counts = new Map(tallies.map(({ value, n }) => [value, n]));
  return persons.map(({ reading, ...person }) => ({
    ...person,
    count: counts.get(searchKey(person.name)) ?? 0,
    ...(reading === null ? {} : { reading }),
  }));
}

const PERSONS = namesShown({ kind: 'season', tenant: sql.ref('s.tenant'), value: sql.ref('s.season_id') });

/** Seasons, the latest first, with their photos counted and the persons shown in them. */
export async function readSeasons(db: Kysely<Database>, tenant: string): Promise<Season[]> {
  const seasons = await db
    .selectFrom('season as s')
    .leftJoin('tally as t', (join) =>
      join.on('t.tenant', '=', tenant).on('t.kind', '=', 'season').onRef('t.value', '=', 's.season_id'),
    )
    .select(['s.season_id', 's.season_name', 's.season_period_start', 's.season_period_end', 't.n as count'])
    .select(PERSONS.as('person_list'))
    .where('s.tenant', '=', tenant)
    .orderBy('s.season_period_start', 'desc')
    .orderBy('s.season_id')
    .execute();
  return seasons.map((season) => ({ ...season, count: season.count ?? 0 }));
}

/** The id behind a chosen word: of the event or season with this name. Other words have none. */
export async function readWordTarget(
  db: Kysely<Database>,
  tenant: string,
  tagtype: InferOutput<typeof TagType>,
  word: string,
): Promise<string | null> {
  if (tagtype === 'event') {
    const row = await db
      .selectFrom('event')
      .select('event_id as id')
      .where('tenant', '=', tenant)
      .where('event_name', '=', word)
      .orderBy('crawl_period_start', 'desc')
      .executeTakeFirst();
    return row?.id ?? null;
  }
  if (tagtype !== 'season') return null;
  const row = await db
    .selectFrom('season')
    .select('season_id as id')
    .where('tenant', '=', tenant)
    .where('season_name', '=', word)
    .executeTakeFirst();
  return row?.id ?? null;
}

export const readOfficialUsers = (db: Kysely<Database>, tenant: string) =>
  db.selectFrom('official_user').select('user_id').where('tenant', '=', tenant).orderBy('user_id').execute();

export const readTeams = (db: Kysely<Database>, tenant: string) =>
  db
    .selectFrom('team')
    .select(['team_id', 'team_name', 'object_key', 'gender'])
    .where('tenant', '=', tenant)
    .orderBy('position')
    .orderBy('team_id')
    .limit(UNPAGED_LIST_MAX)
    .execute();

/** Words fans searched for most, the most wanted first: those that match something in the tenant and that no operator hid (SRC-08). */
export async function readPopularWords(db: Kysely<Database>, tenant: string) {
  const rows = await db
    .selectFrom('search_word')
    .select(['word', 'tagtype', 'target_id as id', 'n as count'])
    .where('tenant', '=', tenant)
    .orderBy('n', 'desc')
    .orderBy('word')
    .limit(WORD_CANDIDATES)
    .execute();
  const hidden = await db.selectFrom('hidden_word').select('key').where('tenant', '=', tenant).execute();
  const keys = new Set(hidden.map(({ key }) => key));
  const shown = rows.filter(({ word }) => !keys.has(searchKey(word)));
  const matches = await findMatches(db, tenant, shown);
  return shown.filter((_, i) => matches[i]).slice(0, POPULAR_WORDS.list);
}

type Word = Pick<SearchWordTable, 'tagtype' | 'word'>;

/** Whether each word finds something in the tenant: a photo for free texts, else an exact name, tag or place. Same order as `words`. */
export async function findMatches(db: Kysely<Database>, tenant: string, words: readonly Word[]): Promise<boolean[]> {
  if (words.length === 0) return [];
  const names = await readNamed(
    db,
    tenant,
    words.map(({ word }) => word),
  );
  const facets = words.map(facetOf);
  const tallies = await readTallies(
    db,
    tenant,
    facets.filter((facet) => facet !== null),
  );
  const counted = new Map(facets.filter((facet) => facet !== null).map((facet, i) => [facet, tallies[i] ?? 0]));
  const isFound = words.map(({ tagtype, word }, i) => {
    const facet = facets[i] ?? null;
    const kinds = tagtype === 'text' ? ['event', 'season', 'person'] : [tagtype];
    return kinds.some((kind) => names.has(`${kind} ${word}`)) || (facet !== null && (counted.get(facet) ?? 0) > 0);
  });
  const texts = words.map(({ tagtype, word }, i) => (isFound[i] || !isFreeText(tagtype) ? '' : word));
  const inPhotos = await findInPhotos(db, tenant, texts);
  return isFound.map((is, i) => is || inPhotos.has(i));
}

const isFreeText = (tagtype: string): boolean => tagtype === 'text' || tagtype === 'caption';

/** The counter of photos a word names; null: none is kept for its kind. */
function facetOf({ tagtype, word }: Word): Facet | null {
  if (tagtype === 'person') return ['person', searchKey(word)];
  if (tagtype === 'photolocation') return ['location', searchKey(word)];
  return tagtype === 'hashtag' ? ['htag', tagValue(word)] : null;
}

/** Which of the words are names in the tenant, each as 'kind name'. */
async function readNamed(db: Kysely<Database>, tenant: string, words: readonly string[]): Promise<Set<string>> {
  const wanted = sql`any(${[...words]}::text[])`;
  const { rows } = await sql<{ found: string }>`
    select 'event ' || event_name as found from event where tenant = ${tenant} and event_name = ${wanted}
    union select 'season ' || season_name from season where tenant = ${tenant} and season_name = ${wanted}
    union select 'person ' || name from person where tenant = ${tenant} and name = ${wanted}
    union select 'user ' || f.nickname from profile f join membership m on m.user_id = f.user_id
      where m.tenant = ${tenant} and f.left_at is null and f.search = any(${words.map((word) => searchKey(word))}::text[])
        and f.nickname = ${wanted}`.execute(db);
  return new Set(rows.map(({ found }) => found));
}

/** Newest photos that are looked through before the index of terms is: most words that are searched for are among them. */
const WALKED = 200;

/** Places of the texts that a search for photos finds something for; an empty text finds nothing. */
async function findInPhotos(db: Kysely<Database>, tenant: string, texts: readonly string[]): Promise<Set<number>> {
  const keys = { tenant, from: null, limit: 1 };
  const looks = texts.flatMap((text, i) => {
    const words = searchWords(text);
    if (words.length === 0) return [];
    const filter = { words, facets: [], photographers: null };
    return sql`select ${i}::int as i where exists (${keysByWalk(keys, null, filter, WALKED)})
      or exists (${keysByTerms(keys, filter)})`;
  });
  if (looks.length === 0) return new Set();
  const { rows } = await sql<{ i: number }>`${sql.join(looks, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ i }) => i));
}

/** Has somebody chosen the word, and is it not forgotten yet? */
export async function isKnownWord(
  db: Kysely<Database>,
  { tenant, tagtype, word }: Pick<SearchWordTable, 'tenant' | 'tagtype' | 'word'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('search_word')
    .select('word')
    .where('tenant', '=', tenant)
    .where('tagtype', '=', tagtype)
    .where('word', '=', word)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts one search for a word. */
export async function countWord(
  db: Kysely<Database>,
  word: Pick<SearchWordTable, 'tenant' | 'tagtype' | 'word' | 'target_id'>,
  used_at: Date,
): Promise<void> {
  await db
    .insertInto('search_word')
    .values({ ...word, n: 1, used_at })
    .onConflict((c) =>
      c.columns(['tenant', 'tagtype', 'word']).doUpdateSet((eb) => ({ n: eb('search_word.n', '+', 1), used_at })),
    )
    .execute();
}

export const readCreditSettings = (db: Kysely<Database>, tenant: string) =>
  db
    .selectFrom('credit_setting')
    .select(['type', 'official_label', 'ambassador', 'extra_text'])
    .where('tenant', '=', tenant)
    .execute();

/** Names of the tenant's persons. @param only of these names; left out: all */
export async function readPersonNames(
  db: Kysely<Database>,
  tenant: string,
  only?: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('name')
    .where('tenant', '=', tenant)
    .$if(only !== undefined, (query) => query.where('name', 'in', only ?? []))
    .execute();
  return rows.map(({ name }) => name);
}

/** Ids of a tenant's events, the latest first, at most `limit`. */
export async function readEventIds(db: Kysely<Database>, tenant: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select('event_id')
    .where('tenant', '=', tenant)
    .orderBy('crawl_period_start', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ event_id }) => event_id);
}
