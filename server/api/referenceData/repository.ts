import { type Kysely, sql } from 'kysely';
import type { InferOutput } from 'valibot';
import type { Person, Season, TagType } from '../../../src/contract/entities.ts';
import { POPULAR_WORDS, UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import type { Database, SearchWordTable } from '../../database/schema.ts';
import { namesShown } from '../persons/shownPersonsRepository.ts';

/** Everybody who can be tagged, in the tenant's order, with the number of photos that show them. */
export async function readPersonCounts(db: Kysely<Database>, tenant: string): Promise<Person[]> {
  const persons = await db
    .selectFrom('person')
    .select(['name', 'team_id', 'number'])
    .where('tenant', '=', tenant)
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
  return persons.map((person) => ({ ...person, count: counts.get(searchKey(person.name)) ?? 0 }));
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

/** Words fans searched for most, the most wanted first. */
export const readPopularWords = (db: Kysely<Database>, tenant: string) =>
  db
    .selectFrom('search_word')
    .select(['word', 'tagtype', 'target_id as id', 'n as count'])
    .where('tenant', '=', tenant)
    .orderBy('n', 'desc')
    .orderBy('word')
    .limit(POPULAR_WORDS.list)
    .execute();

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
