/** Fills a database with photos, made by the database itself: skewed tenants, fans, words and hashtags, as real ones are. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';
import { FOLDING } from '../../../src/rules/searchMatch.ts';
import { foldedSql, keySql } from '../support/foldedSql.ts';
import { PARTICLES, PLACES, SURNAMES, TEAM_GIVEN_NAMES, WORDS } from './words.ts';

/** Share of the photos that are in the tenants up to this one, the largest first. */
export const TENANT_SHARES = [0.4, 0.6, 0.72, 0.8, 0.86, 0.91, 0.95, 0.98, 1];
export const EVENTS = 400;
export const SEASONS = 8;
export const TEAMS = 20;
export const FANS = 2000;
const BATCH = 50_000;

const list = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(',')}]`;

const functions = (tenants: readonly string[], photos: number) => [
  // A number from 0 to 1 that is always the same for i and k.
  `create or replace function r(i bigint, k bigint) returns float8 language sql immutable parallel safe as
    $$ select ((hashint8extended(i, k) >> 11) & 4503599627370495)::float8 / 4503599627370496.0 $$`,
  `create or replace function tenant_of(i bigint) returns text language sql immutable parallel safe as
    $$ select (${list(tenants)})[1 + width_bucket(r(i, 1), array[${TENANT_SHARES.slice(0, -1)}]::float8[])] $$`,
  `create or replace function event_of(i bigint) returns int language sql immutable parallel safe as
    $$ select floor((i - 1) * ${EVENTS}.0 / ${photos})::int $$`,
  `create or replace function url_of(i bigint) returns text language sql immutable parallel safe as
    $$ select 'ugc/' || tenant_of(i) || '/e' || event_of(i) || '/original/' || substr(md5(i::text), 1, 20) || '.jpg' $$`,
];

/** Rows a..b of the photos. Times lie 250 s apart, 2018 to 2026 at a million. */
const photosOf = (a: number, b: number) => `
  insert into photo(id, tenant, media_url, user_id, public_list_id, event_id, season_id, team_id, comment, htag, player,
    photo_location, option, usepermit, file_name, exif, face_info, width, height, color, size, comment_count, created_at)
  overriding system value
  select id, tenant, url_of(id), 'u' || floor(${FANS} * r(id, 2) * r(id, 3))::int, 'event', 'e' || event_of(id),
    's' || event_of(id) / ${EVENTS / SEASONS}, 'm' || floor(${TEAMS} * r(id, 6) * r(id, 7))::int, cm, ht, pl,
    (${list(PLACES)})[1 + floor(${PLACES.length} * r(id, 51))::int], null, r(id, 9) < .8, 'IMG_' || id || '.jpg',
    '{"Make": "Apple", "Model": "iPhone 15", "FNumber": 1.8, "ISO": 100}',
    case when r(id, 10) < .5 then jsonb_build_array(jsonb_build_object('x', 0.4, 'y', round(r(id, 12)::numeric, 4), 'w', 0.12, 'h', 0.15)) else '[]' end,
    4032, 3024, '#336699', 3000000, 0, date_trunc('milliseconds', timestamptz '2018-01-01' + id * 250 * interval '1 second')
  from (
    select id, tenant_of(id) as tenant,
      case when r(id, 8) < .8 then (select string_agg(w[1 + floor(${WORDS.length} * r(id * 16 + j, 21) * r(id * 16 + j, 22))::int]
        || p[1 + floor(${PARTICLES.length} * r(id * 16 + j, 23))::int], '' order by j) from generate_series(1, 3 + floor(9 * r(id, 20))::int) j) else '' end as cm,
      array(select distinct '#' || w[1 + floor(${WORDS.length} * r(id * 16 + j, 31))::int] || case when r(id * 16 + j, 32) < .5 then '' else (1 + floor(5 * r(id * 16 + j, 33)))::text end
        from generate_series(1, floor(5 * r(id, 30))::int) j) as ht,
      array(select distinct sn[1 + floor(${SURNAMES.length} * r(id * 16 + j, 41) * r(id * 16 + j, 43))::int] || ' ' || gn[1 + floor(${TEAM_GIVEN_NAMES.length} * r(id * 16 + j, 42))::int]
        from generate_series(1, floor(4.5 * r(id, 40))::int) j) as pl
    from generate_series(${a}::bigint, ${b}::bigint) id,
      (select ${list(WORDS)} w, ${list(PARTICLES)} p, ${list(SURNAMES)} sn, ${list(TEAM_GIVEN_NAMES)} gn) k offset 0) q order by id`;

const MONTH = "to_char(created_at at time zone 'UTC', 'YYYY-MM')";
const searchOf = (a: number, b: number) => `
  insert into photo_search select id, tenant, created_at,
    ${foldedSql(`concat_ws(' ', nullif(comment, ''), nullif(array_to_string(htag, ' '), ''), nullif(array_to_string(player, ' '), ''), photo_location,
      nullif(replace(array_to_string(player, ';'), ' ', ''), ''))`)},
    array['tenant:' || tenant, 'event:' || event_id, 'season:' || season_id, 'user:' || user_id,
      'month:' || tenant || ':' || ${MONTH}]
      || array(select 'htag:' || ${foldedSql('substr(t, 2)')} from unnest(htag) t) || array(select 'person:' || ${keySql('t')} from unnest(player) t)
      || array['location:' || ${keySql('photo_location')}, 'team:' || team_id], ${FOLDING}
  from photo where id between ${a} and ${b}`;
const tagsOf = (a: number, b: number) => `
  insert into photo_tag select tenant, 'htag', ${foldedSql('substr(t, 2)')}, created_at, id from photo, unnest(htag) t where id between ${a} and ${b}
  union all select tenant, 'person', ${keySql('t')}, created_at, id from photo, unnest(player) t where id between ${a} and ${b}
  union all select tenant, 'location', ${keySql('photo_location')}, created_at, id from photo where id between ${a} and ${b}`;
/** Two reactions a photo, more to some. */
const reactionsOf = (a: number, b: number, photos: number) => `
  insert into reaction(tenant, media_url, user_id, created_at)
  select tenant_of(i), url_of(i), 'u' || floor(${FANS} * r(k, 62))::int, timestamptz '2018-01-01' + k * 125 * interval '1 second'
  from (select k, 1 + floor(${photos} * (1 - r(k, 60) * r(k, 61)))::bigint as i from generate_series(${2 * a - 1}::bigint, ${2 * b}::bigint) k offset 0) x
  on conflict do nothing`;

const around = (tenants: readonly string[]) => {
  const each = `unnest(${list(tenants)}) tenant`;
  return [
    `insert into profile(user_id, nickname, search, fold) select 'u' || n, 'fan ' || n, 'fan' || n, ${FOLDING} from generate_series(0, ${FANS}) n`,
    `insert into membership(tenant, user_id, agreed_version) select tenant, 'u' || n, '1' from ${each}, generate_series(0, ${FANS}) n`,
    `insert into season select tenant, 's' || n, 'シーズン ' || n, (2018 + n) || '-01-01', (2018 + n) || '-12-31' from ${each}, generate_series(0, ${SEASONS - 1}) n`,
    `insert into event(tenant, event_id, event_name, event_type, event_date, crawl_period_start, crawl_period_end, season_id)
      select tenant, 'e' || n, '第' || n || '節', 'official', '2026-01-01', '2018-01-01 00:00:00', '2036-12-31 23:59:59', 's' || n / ${EVENTS / SEASONS}
      from ${each}, generate_series(0, ${EVENTS - 1}) n`,
    `insert into team(tenant, team_id, team_name) select tenant, 'm' || n, 'チーム' || n from ${each}, generate_series(0, ${TEAMS - 1}) n`,
    `insert into person(tenant, name, team_id) select tenant, s || ' ' || g, 'm' || (hashtext(s || g) & 15)
      from ${each}, unnest(${list(SURNAMES)}) s, unnest(${list(TEAM_GIVEN_NAMES)}) g`,
    `insert into search_word(tenant, tagtype, word, n) select tenant, 'hashtag', w, 1 + (hashtext(tenant || w) & 1023)
      from ${each}, unnest(${list(WORDS)}) w`,
  ];
};

const counters = [
  'insert into event_poster select tenant, event_id, user_id, count(*) from photo group by 1, 2, 3',
  ...['event_id', 'season_id', 'team_id', 'user_id', "''"].map((column, i) => {
    const kind = ['event', 'season', 'team', 'user', 'all'][i];
    return `insert into tally select tenant, '${kind}', ${column}, count(*) from photo group by 1, 3`;
  }),
  `insert into tally select tenant, 'month', ${MONTH}, count(*) from photo group by 1, 3`,
  'insert into tally select tenant, kind, value, count(*) from photo_tag group by 1, 2, 3',
  ...['event', 'season'].map(
    (kind) => `insert into person_tally select tenant, '${kind}', ${kind}_id, name, count(*)
      from photo, unnest(player) name group by 1, 3, 4`,
  ),
  `update photo p set reaction_count = n from (select media_url, count(*) as n from reaction group by 1) r where r.media_url = p.media_url`,
  // What the triggers would have done (migrations/photoRank.ts).
  `insert into photo_rank select s.tenant, t.term, p.reaction_count, s.id
    from photo_search s join photo p on p.id = s.id cross join lateral unnest(s.facets) as t(term)
    where p.reaction_count > 0 and t.term not like 'month:%' order by 1, 2, 3, 4`,
  // And these (migrations/figures.ts).
  `insert into figure select c.tenant, day_in_japan(c.created_at), k.kind, c.event_id, count(*)
    from photo c cross join lateral unnest(figure_kinds(c.usepermit, (c.id % 4000)::int)) as k(kind) group by 1, 2, 3, 4`,
  `insert into figure select p.tenant, day_in_japan(r.created_at), 'likes', p.event_id, count(*)
    from reaction r join photo p on p.media_url = r.media_url group by 1, 2, 4`,
  "insert into figure select tenant, day_in_japan(created_at), 'posters', '', count(distinct user_id) from photo group by 1, 2",
  "insert into staff select tenant, 'u0', 'viewer', now(), 'bench' from season group by tenant",
];

interface Step {
  readonly name: string;
  readonly statements: readonly string[];
}

/** All of the filling, in order. Each step is a transaction. */
function stepsOf(
  tenants: readonly string[],
  photos: number,
  indexes: readonly { name: string; made: string }[],
): Step[] {
  const batches = Array.from({ length: Math.ceil(photos / BATCH) }, (_, i) => {
    const [a, b] = [i * BATCH + 1, Math.min(photos, (i + 1) * BATCH)];
    return {
      name: `photos ${a}-${b}`,
      statements: [photosOf(a, b), searchOf(a, b), tagsOf(a, b), reactionsOf(a, b, photos)],
    };
  });
  return [
    { name: 'around', statements: around(tenants) },
    ...batches,
    ...counters.map((statement, i) => ({ name: `counters ${i + 1} of ${counters.length}`, statements: [statement] })),
    { name: 'ids', statements: [`select setval(pg_get_serial_sequence('photo', 'id'), ${photos})`] },
    ...indexes.map(({ name, made }) => ({ name: `index ${name}`, statements: [made] })),
  ];
}

/** Notes what is done, and the indexes to be made when all rows are there: a database is filled several times quicker that way. */
const BEFORE = [
  'create table load_step(name text primary key)',
  `create table load_index as select i.indexname as name, i.indexdef as made from pg_indexes i
    where i.schemaname = 'public' and i.tablename in ('photo', 'photo_rank', 'photo_search', 'photo_tag', 'reaction')
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
  `do $$ declare name text; begin
    for name in select l.name from load_index l loop execute format('drop index %I', name); end loop; end $$`,
];

/**
 * Goes on where an earlier call ended, by itself or by force. Does nothing to a database that is full already.
 * @param until epoch ms; ends after the step that passes it. Answers whether all is done.
 */
export async function generate(
  db: Kysely<Database>,
  { tenants, photos, until }: { readonly tenants: readonly string[]; readonly photos: number; readonly until: number },
  say: (what: string) => void,
): Promise<boolean> {
  return db.connection().execute(async (one) => {
    const run = (statement: string) => sql.raw(statement).execute(one);
    /** All of them, or none. */
    const runAll = async (statements: readonly string[]) => {
      await run('begin');
      // No triggers: rows refer to what is there.
      await run('set local session_replication_role = replica');
      for (const statement of statements) await run(statement);
      await run('commit');
    };
    const begun = await sql`select 1 from pg_tables where tablename = 'load_step'`.execute(one);
    if (begun.rows.length === 0) await runAll([...functions(tenants, photos), ...BEFORE]);
    const { rows: indexes } = await sql<{ name: string; made: string }>`select * from load_index order by name`.execute(
      one,
    );
    const { rows } = await sql<{ name: string }>`select name from load_step`.execute(one);
    const done = new Set(rows.map(({ name }) => name));
    for (const { name, statements } of stepsOf(tenants, photos, indexes)) {
      if (done.has(name)) continue;
      if (Date.now() > until) return false;
      await runAll([...statements, `insert into load_step values ('${name}')`]);
      say(name);
    }
    if (done.has('vacuum')) return true;
    // As autovacuum would have done on the way.
    await run('vacuum analyze');
    await run('checkpoint');
    await run("insert into load_step values ('vacuum')");
    say('vacuum');
    return true;
  });
}
