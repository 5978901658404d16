/**
 * SQL that makes the rows of a large installation, photo by photo: every table a photo fills, with ids, names and texts as long as
 * the product's own. Chance is a function of the photo's number, so counters can be written with the row they belong to.
 */
import { FOLDING } from '../../../src/rules/searchMatch.ts';
import { PARTICLES, PLACES, SURNAMES, TEAM_GIVEN_NAMES, WORDS } from '../load/words.ts';
import { foldedSql, keySql } from '../support/foldedSql.ts';

/** What is filled in. */
export interface Shape {
  readonly tenants: readonly string[];
  readonly photos: number;
}

/** Months the photos are spread over, up to the end of November 2026. */
const MONTHS = 36;
const BEGIN = '2023-12-01';
const PHOTOS_PER_FAN = 20;
/** Each who does something with a photo is another one. */
const FANS_MIN = 500;
/** In all tenants together: nine matches of a day, each with some 200 photos. */
const PHOTOS_PER_ROUND = 2000;
const TEAMS = 6;
const FOLLOWED = 5;
/** Share of the photos that are in the tenants up to this one, the largest first. */
const SHARES = [0.4, 0.6, 0.72, 0.8, 0.86, 0.91, 0.95, 0.98];
const BOUNDS = `array[${[0, ...SHARES, 1]}]::float8[]`;
/** Of a photo, on average: reactions, comments, bookmarks, and fans who looked at it. One more row counts all who are not signed in. */
const PER_PHOTO = { reactions: 3, comments: 0.5, bookmarks: 0.3, views: 3 } as const;

const fansOf = ({ photos }: Shape): number => Math.max(FANS_MIN, Math.round(photos / PHOTOS_PER_FAN));
const roundsOf = ({ photos }: Shape): number => Math.max(MONTHS, Math.round(photos / PHOTOS_PER_ROUND));

const list = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(',')}]`;
const numbered = (name: string, type: string, body: string) =>
  `create function ${name}(i bigint) returns ${type} language sql immutable parallel safe as $$ select ${body} $$`;
/** A whole number whose average over all photos is `mean`: many are 0, few are large. */
const howMany = (mean: number, salt: number) => `floor(-ln(1 - r(i, ${salt})) / ln(1 + 1 / ${mean}::float8))::int`;

export const functions = (shape: Shape): readonly string[] => [
  // A number from 0 to 1 that is always the same for i and k.
  `create function r(i bigint, k bigint) returns float8 language sql immutable parallel safe as
    $$ select ((hashint8extended(i, k) >> 11) & 4503599627370495)::float8 / 4503599627370496.0 $$`,
  numbered('tenant_of', 'text', `(${list(shape.tenants)})[1 + width_bucket(r(i, 1), array[${SHARES}]::float8[])]`),
  numbered('round_of', 'int', `floor((i - 1) * ${roundsOf(shape)}.0 / ${shape.photos})::int`),
  numbered('event_id_of', 'text', `'ev' || substr(md5(i::text), 1, 10)`),
  numbered('fan_of', 'text', `md5('fan' || i)::uuid::text`),
  numbered('time_of', 'timestamptz', timeOf(shape)),
  numbered(
    'url_of',
    'text',
    `'ugc/' || tenant_of(i) || '/' || event_id_of(round_of(i)) || '/original/' || substr(md5('photo' || i), 1, 20) || '.jpg'`,
  ),
  numbered('reactions_of', 'int', howMany(PER_PHOTO.reactions, 61)),
  numbered('comments_of', 'int', howMany(PER_PHOTO.comments, 62)),
  numbered('bookmarks_of', 'int', howMany(PER_PHOTO.bookmarks, 63)),
  numbered('views_of', 'int', howMany(PER_PHOTO.views, 64)),
  // Fan number i is of the tenant whose share it lies in, as photo i's are; x from 0 to 1 says which of them.
  `create function home_of(i bigint) returns text language sql immutable parallel safe as
    $$ select (${list(shape.tenants)})[width_bucket((i + 0.5) / ${fansOf(shape)}, ${BOUNDS})] $$`,
  `create function fan_among(i bigint, x float8) returns text language sql immutable parallel safe as
    $$ select fan_of(floor(${fansOf(shape)} * (b[at] + (b[at + 1] - b[at]) * x))::bigint)
      from (select ${BOUNDS} as b) bounds, lateral (select width_bucket(r(i, 1), b) as at) place $$`,
  // The k-th fan who does something with photo i: another one for each k.
  `create function visitor_of(i bigint, k int) returns text language sql immutable parallel safe as
    $$ select fan_of((floor(${fansOf(shape)} * r(i, 70))::bigint + k * 7) % ${fansOf(shape)}) $$`,
];

const timeOf = ({ photos }: Shape) =>
  `date_trunc('milliseconds', timestamptz '${BEGIN}' + i * (interval '${MONTHS} months' - interval '6 days') / ${photos})`;

/** Clubs, their matches and fans. */
export const around = (shape: Shape): readonly string[] => {
  const [fans, rounds] = [fansOf(shape), roundsOf(shape)];
  const each = `unnest(${list(shape.tenants)}) tenant`;
  const day = (round: string) => `(date '${BEGIN}' + (${round} * ${MONTHS} * 30 / ${rounds})::int)`;
  const numbers = (count: number) => `generate_series(0, ${count - 1}) n`;
  return [
    `insert into profile(user_id, nickname, search, fold) select fan_of(n), 'ファン' || n, ${foldedSql(`'ファン' || n`)}, ${FOLDING} from ${numbers(fans)}`,
    `insert into membership(tenant, user_id, agreed_version) select home_of(n), fan_of(n), '1' from ${numbers(fans)}`,
    `insert into season select tenant, 's' || n, 'シーズン ' || n, (2023 + n) || '-12-01', (2024 + n) || '-11-30' from ${each}, ${numbers(3)}`,
    `insert into event(tenant, event_id, event_name, event_type, event_date, crawl_period_start, crawl_period_end, season_id)
      select tenant, event_id_of(n), '第' || n || '節', 'official', ${day('n')}::text, ${day('n')} || ' 00:00:00',
        ${day('n')} + 7 || ' 23:59:59', 's' || n * 3 / ${rounds} from ${each}, ${numbers(rounds)}`,
    `insert into team(tenant, team_id, team_name) select tenant, 'team' || n, 'チーム' || n from ${each}, ${numbers(TEAMS)}`,
    `insert into person(tenant, name, team_id) select tenant, s || ' ' || g, 'team' || (hashtext(s || g) & 3)
      from ${each}, unnest(${list(SURNAMES)}) s, unnest(${list(TEAM_GIVEN_NAMES)}) g`,
    `insert into search_word(tenant, tagtype, word, n) select tenant, 'hashtag', w, 1 + (hashtext(tenant || w) & 1023)
      from ${each}, unnest(${list(WORDS)}) w`,
    `insert into follow(tenant, user_id, follow_user, created_at)
      select home_of(n), fan_of(n), fan_of(n - k), time_of(1) from ${numbers(fans)}, generate_series(1, ${FOLLOWED}) k
      where n >= k and home_of(n) = home_of(n - k)`,
  ];
};

const word = (salt: number, other: number) =>
  `w[1 + floor(${WORDS.length} * r(i * 16 + j, ${salt}) * r(i * 16 + j, ${other}))::int]`;
const EXIF = `jsonb_build_object('DateTimeOriginal', to_char(time_of(i), 'YYYY:MM:DD HH24:MI:SS'), 'Make', 'Apple', 'Model', 'iPhone 15 Pro',
  'ExposureTime', 0.0025, 'FNumber', 1.78, 'ISO', 50 + floor(800 * r(i, 13))::int, 'FocalLength', 6.86)`;

/** Photos a..b, the oldest first, as they stand when their smaller pictures are there. */
export const photosOf = (shape: Shape, a: number, b: number): string => `
  insert into photo(id, tenant, media_url, user_id, public_list_id, event_id, season_id, team_id, comment, alt, htag, player,
    photo_location, usepermit, file_name, exif, width, height, color, size, comment_count, reaction_count, created_at,
    variants, has_preview, has_card)
  overriding system value
  select i, tenant_of(i), url_of(i), fan_among(i, r(i, 2) * r(i, 3)), 'event', event_id_of(round_of(i)),
    's' || round_of(i) * 3 / ${roundsOf(shape)}, 'team' || floor(${TEAMS} * r(i, 6) * r(i, 7))::int, cm, '', ht, pl,
    case when r(i, 50) < .6 then (${list(PLACES)})[1 + floor(${PLACES.length} * r(i, 51))::int] end, r(i, 9) < .8,
    'IMG_' || 1000 + i % 9000 || '.jpg', case when r(i, 10) < .85 then ${EXIF} end,
    4032, 3024, '#336699', 3000000, comments_of(i), reactions_of(i), time_of(i), '{240,480,768,1024,1600}', true, r(i, 12) < .3
  from (
    select i,
      case when r(i, 8) < .8 then (select string_agg(${word(21, 22)} || p[1 + floor(${PARTICLES.length} * r(i * 16 + j, 23))::int], '' order by j)
        from generate_series(1, 3 + floor(9 * r(i, 20))::int) j) else '' end as cm,
      array(select distinct '#' || ${word(31, 34)} || case when r(i * 16 + j, 32) < .5 then '' else (1 + floor(5 * r(i * 16 + j, 33)))::text end
        from generate_series(1, floor(5 * r(i, 30))::int) j) as ht,
      array(select distinct sn[1 + floor(${SURNAMES.length} * r(i * 16 + j, 41) * r(i * 16 + j, 43))::int] || ' ' || gn[1 + floor(${TEAM_GIVEN_NAMES.length} * r(i * 16 + j, 42))::int]
        from generate_series(1, floor(4.5 * r(i, 40))::int) j) as pl
    from generate_series(${a}::bigint, ${b}::bigint) i,
      (select ${list(WORDS)} w, ${list(PARTICLES)} p, ${list(SURNAMES)} sn, ${list(TEAM_GIVEN_NAMES)} gn) k offset 0) q order by i`;

const MONTH = "to_char(created_at at time zone 'UTC', 'YYYY-MM')";
/** What `indexStatements` makes of photos a..b. */
export const derivedOf = (a: number, b: number): readonly string[] => [
  `insert into photo_search select id, tenant, created_at,
    ${foldedSql(`concat_ws(' ', nullif(comment, ''), nullif(array_to_string(htag, ' '), ''), nullif(array_to_string(player, ' '), ''), photo_location,
      nullif(array_to_string(array(select replace(t, ' ', '') from unnest(player) t), ' '), ''))`)},
    array['tenant:' || tenant, 'event:' || event_id, 'season:' || season_id, 'user:' || user_id,
      'month:' || tenant || ':' || ${MONTH}]
      || array(select 'htag:' || ${foldedSql('substr(t, 2)')} from unnest(htag) t) || array(select 'person:' || ${keySql('t')} from unnest(player) t)
      || case when photo_location is null then '{}' else array['location:' || ${keySql('photo_location')}] end
      || array['team:' || team_id], ${FOLDING}
  from photo where id between ${a} and ${b}`,
  `insert into photo_tag select tenant, 'htag', ${foldedSql('substr(t, 2)')}, created_at, id from photo, unnest(htag) t where id between ${a} and ${b}
  union all select tenant, 'person', ${keySql('t')}, created_at, id from photo, unnest(player) t where id between ${a} and ${b}
  union all select tenant, 'location', ${keySql('photo_location')}, created_at, id from photo where photo_location is not null and id between ${a} and ${b}`,
];

const between = (a: number, b: number) => `generate_series(${a}::bigint, ${b}::bigint) i`;
const COMMENT = `'${WORDS[0]}の${WORDS[3]}、${WORDS[5]}の${WORDS[2]}でした！また来週も応援に行きます'`;
const commentId = (i: string, k: string) => `md5('comment' || ${i} || '-' || ${k})::uuid::text`;

/** What fans do with photos a..b, and what is told to the authors. */
export const answersTo = (a: number, b: number): readonly string[] => [
  `insert into reaction(tenant, media_url, user_id, created_at)
    select tenant_of(i), url_of(i), visitor_of(i, k), time_of(i) + k * interval '1 hour' from ${between(a, b)}, generate_series(1, reactions_of(i)) k`,
  `insert into comment(tenant, comment_id, media_url, user_id, comment, created_at)
    select tenant_of(i), ${commentId('i', 'k')}, url_of(i), visitor_of(i, k), ${COMMENT}, time_of(i) + k * interval '1 hour'
    from ${between(a, b)}, generate_series(1, comments_of(i)) k`,
  `insert into favorite(tenant, user_id, kind, target, created_at)
    select tenant_of(i), visitor_of(i, k), 'photo', url_of(i), time_of(i) + k * interval '1 hour'
    from ${between(a, b)}, generate_series(1, bookmarks_of(i)) k`,
  `insert into view_history(tenant, media_url, user_id, kind, n, viewed_at)
    select tenant_of(i), url_of(i), case when k = 0 then '' else visitor_of(i, k) end, 'detail', 1, time_of(i) + k * interval '1 hour'
    from ${between(a, b)}, generate_series(0, views_of(i)) k`,
  `insert into notice(tenant, notice_id, recipient_id, kind, title, body, user_id, media_url, created_at)
    select tenant, 'reaction-' || id, user_id, 'reaction', '', '', visitor_of(id, 1), media_url, created_at + interval '1 hour'
    from photo where id between ${a} and ${b} and reaction_count > 0
    union all select tenant, 'comment-' || ${commentId('id', 'k')}, user_id, 'comment', '', '', visitor_of(id, k), media_url, created_at + k * interval '1 hour'
    from photo, generate_series(1, comment_count) k where id between ${a} and ${b}`,
];

/** What counters are when all photos are there. */
export const counters: readonly string[] = [
  'insert into event_poster select tenant, event_id, user_id, count(*) from photo group by 1, 2, 3',
  ...['event_id', 'season_id', 'team_id', 'user_id', "''"].map((column, i) => {
    const kind = ['event', 'season', 'team', 'user', 'all'][i];
    return `insert into tally select tenant, '${kind}', ${column}, count(*) from photo group by 1, 3`;
  }),
  `insert into tally select tenant, 'month', ${MONTH}, count(*) from photo group by 1, 3`,
  'insert into tally select tenant, kind, value, count(*) from photo_tag group by 1, 2, 3',
  `insert into tally select tenant, 'bookmark', target, count(*) from favorite group by 1, 3`,
  ...['event', 'season'].map(
    (kind) => `insert into person_tally select tenant, '${kind}', ${kind}_id, name, count(*)
      from photo, unnest(player) name group by 1, 3, 4`,
  ),
];
