/**
 * Demo content of one tenant as rows of the store, all times relative to `now`: what runs is running whenever the demo starts.
 * Pure: the same `now` and pictures give the same rows.
 */
import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Face } from '../../src/contract/entities.ts';
import { formatWireDate, formatWireDateTime, startOfDay } from '../../src/rules/dates.ts';
import type { TenantScript } from '../../tenants/demoScript.ts';
import { importEach } from '../../tenants/importEach.ts';
import type { PhotoRow } from '../api/photos/photoWrites.ts';
import type { Database } from '../database/schema.ts';
import { captionOf, comments as remarks, replies, showsPerson } from './content/captions.ts';
import { allDemoUsers, type DemoUser, demoLogins, fans } from './content/people.ts';
import type { DemoPicture } from './demoPictures.ts';
import { createRandom } from './random.ts';

type Row<T extends keyof Database> = Insertable<Database[T]>;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface DemoPhoto {
  readonly row: PhotoRow;
  /** Whose bytes it shows. */
  readonly picture: DemoPicture;
}

export interface TenantContent {
  readonly tenant: string;
  readonly teams: readonly Row<'team'>[];
  readonly persons: readonly Row<'person'>[];
  readonly seasons: readonly Row<'season'>[];
  readonly events: readonly Row<'event'>[];
  readonly ambassadors: readonly Row<'ambassador'>[];
  readonly reservedNames: readonly Row<'reserved_name'>[];
  readonly credit: Row<'credit_setting'>;
  readonly notices: readonly Row<'notice'>[];
  readonly words: readonly Row<'search_word'>[];
  readonly photos: readonly DemoPhoto[];
  readonly reactions: readonly Row<'reaction'>[];
  readonly comments: readonly Row<'comment'>[];
  readonly follows: readonly Row<'follow'>[];
  readonly favorites: readonly Row<'favorite'>[];
}

/** An id that stays the same from run to run. */
const idOf = (length: number, ...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, length);

interface Chance {
  between(from: number, to: number): number;
  whole(below: number): number;
  of(share: number): boolean;
  pick<T>(items: readonly T[]): T | undefined;
}
function createChance(seed: string): Chance {
  const random = createRandom(seed);
  const whole = (below: number) => Math.floor(random() * below);
  return {
    between: (from, to) => from + random() * (to - from),
    whole,
    of: (share) => random() < share,
    pick: (items) => items[whole(items.length)],
  };
}

function seasonsOf(tenant: string, script: TenantScript, now: Date): Row<'season'>[] {
  const [year, month] = formatWireDate(now.getTime()).split('-').map(Number) as [number, number];
  const current = month >= script.seasonStart ? year : year - 1;
  return [current - 2, current - 1, current].map((y) => {
    const from = `${y}-${String(script.seasonStart).padStart(2, '0')}-01`;
    const next = new Date(`${y + 1}-${String(script.seasonStart).padStart(2, '0')}-01T00:00:00+09:00`);
    return {
      tenant,
      season_id: `s${y}`,
      season_name: script.seasonName(y),
      season_period_start: `${from} 00:00:00`,
      season_period_end: formatWireDateTime(next.getTime() - 1000),
    };
  });
}

/** Period of an event in days from now; `posts`: its share of the photos. */
interface Plan {
  readonly slug: string;
  readonly name: string;
  readonly days: readonly [start: number, date: number, end: number];
  readonly posts: number;
  readonly more?: Partial<Row<'event'>>;
}

const MESSAGES = {
  match: '当日の写真を大募集！スタジアムの空気が伝わる一枚をお待ちしています。',
  campaign: 'いつもの毎日の中で見つけた「応援している景色」を投稿してください。場所も時間も自由です。',
  photocon: '最優秀作品は公式サイトのトップを飾ります。お一人何枚でも応募できます。',
};

function plansOf(script: TenantScript): Plan[] {
  const [first, second, today, long, next, limited] = script.events;
  const fan = (i: number) => fans[i]?.sub ?? null;
  return [
    { slug: 'past1', name: first, days: [-24, -21, -17], posts: 7 },
    { slug: 'past2', name: second, days: [-11, -9, -5], posts: 9 },
    { slug: 'today', name: today, days: [-1, 0, 5], posts: 14, more: { usepermit_flag: script.asksPermission } },
    { slug: 'long', name: long, days: [-29, -29, 45], posts: 13, more: { public_message: MESSAGES.campaign } },
    { slug: 'next', name: next, days: [9, 10, 16], posts: 0 },
    {
      slug: 'limited',
      name: limited,
      days: [-6, -2, 12],
      posts: 4,
      more: { ambassador_limited: true, public_message: 'アンバサダーの皆さんだけが投稿できる特別企画です。' },
    },
    {
      slug: 'photocon',
      name: script.photocon,
      days: [-14, -14, 16],
      posts: 6,
      more: {
        event_type: 'photocon',
        public_message: MESSAGES.photocon,
        descriptive_title: '応募のきまり',
        descriptive_text: '未発表の写真に限ります。\nほかのお客様のお顔が大きく写った写真はご遠慮ください。',
      },
    },
    {
      slug: 'fan1',
      name: script.memorial[0],
      days: [-12, -12, 15],
      posts: 4,
      more: {
        event_type: 'memorial',
        user_id: fan(0),
        public_message: 'みんなの写真で一冊のアルバムを作りたいです。気軽に参加してください！',
        season_id: null,
      },
    },
    {
      slug: 'fan2',
      name: script.memorial[1],
      days: [-5, -5, 20],
      posts: 3,
      more: {
        event_type: 'memorial',
        user_id: fan(7),
        post_limit: 3,
        public_message: 'お一人3枚まで。感想もいっしょに書いてもらえるとうれしいです。',
        season_id: null,
      },
    },
  ];
}

function knownPicture(media_url: string | undefined, posters: ReadonlyMap<string, DemoPicture>): string | null {
  const poster = media_url === undefined ? undefined : posters.get(media_url);
  if (poster === undefined) return null;
  const { width, height, variants } = poster;
  return JSON.stringify({ media_url, width, height, variants });
}

function eventsOf(
  tenant: string,
  script: TenantScript,
  plans: readonly Plan[],
  seasonId: string,
  thumbnails: ReadonlyMap<string, string>,
  posters: ReadonlyMap<string, DemoPicture>,
  now: Date,
): Row<'event'>[] {
  const day = (offset: number) => formatWireDate(now.getTime() + offset * DAY);
  return plans.map(({ slug, name, days, more }) => ({
    tenant,
    event_id: `${tenant}-${slug}`,
    event_name: name,
    event_type: 'official',
    event_date: day(days[1]),
    crawl_period_start: `${day(days[0])} 00:00:00`,
    crawl_period_end: `${day(days[2])} 23:59:59`,
    public_message: MESSAGES.match,
    thumbnail: thumbnails.get(slug) ?? null,
    picture: knownPicture(thumbnails.get(slug), posters),
    category: 'その他',
    sub_category: 'イベント',
    post_limit: null,
    descriptive_title: '',
    descriptive_photo: null,
    descriptive_text: '',
    photo_location: [...script.places],
    premium_user_ids: slug === 'photocon' ? [fans[2]?.sub ?? '', fans[5]?.sub ?? ''] : [],
    season_id: seasonId,
    user_id: null,
    user_limited: [],
    created_at: new Date(now.getTime() + (days[0] - 3) * DAY),
    ...more,
  }));
}

/** When a photo of this event was posted: within its period, not in the future, most of them near the event's day. */
function momentOf(chance: Chance, days: Plan['days'], now: Date): Date {
  const from = Math.max(days[0], -29);
  const to = Math.min(days[2], 0);
  const near = Math.min(Math.max(days[1] + chance.between(-0.2, 1.2), from), to);
  const at = chance.of(0.6) ? near : chance.between(from, to);
  const time = now.getTime() + at * DAY - chance.between(4, 110) * 60_000;
  return new Date(
    Math.floor(Math.max(time, startOfDay(now.getTime() + days[0] * DAY) + chance.between(1, 9) * 60_000)),
  );
}
const CAMERAS = [
  {
    Make: 'Canon',
    Model: 'Canon EOS R7',
    LensModel: 'RF100-400mm F5.6-8 IS USM',
    FNumber: 8,
    ISO: 3200,
    FocalLength: 400,
    ExposureTime: 0.001,
  },
  {
    Make: 'SONY',
    Model: 'ILCE-7M4',
    LensModel: 'FE 70-200mm F4',
    FNumber: 4,
    ISO: 2000,
    FocalLength: 200,
    ExposureTime: 0.0008,
  },
  { Make: 'Apple', Model: 'iPhone 15 Pro', FNumber: 1.78, ISO: 125, FocalLength: 6.86, ExposureTime: 0.008 },
  { Make: 'Google', Model: 'Pixel 8', FNumber: 1.68, ISO: 208, FocalLength: 6.9, ExposureTime: 0.01 },
] as const;

const MOOD_TAGS = [
  '#今日の一枚',
  '#現地観戦',
  '#ファンフォト',
  '#写真好きな人と繋がりたい',
  '#推し活',
  '#勝ちたい',
  '#ありがとう',
  '#週末の過ごし方',
];

interface PhotoParts {
  readonly tenant: string;
  readonly script: TenantScript;
  readonly plans: readonly Plan[];
  readonly seasonId: string;
  readonly pictures: readonly DemoPicture[];
  readonly tags: readonly string[];
  readonly now: Date;
}

function posterOf(chance: Chance, plan: Plan, at: number): DemoUser {
  if (plan.slug === 'limited') return at % 3 === 0 ? demoLogins.official : demoLogins.ambassador;
  if (at % 14 === 3) return demoLogins.official;
  if (at % 10 === 6) return demoLogins.fan;
  if (at % 17 === 9) return demoLogins.ambassador;
  // fan2 takes three photos a fan: each of its few posts is by somebody else.
  return fans[plan.slug === 'fan2' ? at % fans.length : chance.whole(fans.length)] ?? demoLogins.fan;
}

function photosOf({ tenant, script, plans, seasonId, pictures, tags, now }: PhotoParts): DemoPhoto[] {
  const chance = createChance(`photos ${tenant}`);
  const slots = plans.flatMap((plan) => Array.from({ length: plan.posts }, () => plan));
  if (pictures.length === 0) return [];
  const photos = slots.map((plan, at): DemoPhoto => {
    const picture = pictures[(at * 7 + Math.floor(at / pictures.length)) % pictures.length] as DemoPicture;
    const scene = picture.scene === 'avatar' ? 'dusk' : picture.scene;
    const shown = showsPerson.has(scene) ? chance.pick(script.persons) : undefined;
    const others =
      shown && chance.of(0.25) ? script.persons.filter(([name, , team]) => name !== shown[0] && team === shown[2]) : [];
    const players = [shown, chance.pick(others)].flatMap((person) => (person ? [person[0]] : []));
    const place = chance.of(0.7) ? (chance.pick(script.places) ?? null) : null;
    const teamId =
      shown?.[2] && script.teams ? shown[2] : script.teams ? (chance.pick(script.teams)?.[0] ?? null) : null;
    const eventId = `${tenant}-${plan.slug}`;
    const createdAt = momentOf(chance, plan.days, now);
    const poster = posterOf(chance, plan, at);
    const camera = chance.of(0.6) ? chance.pick(CAMERAS) : undefined;
    const htag = [
      ...new Set([
        chance.pick(tags),
        chance.of(0.6) ? chance.pick(MOOD_TAGS) : undefined,
        chance.of(0.4) ? chance.pick(tags) : undefined,
      ]),
    ].filter((tag) => tag !== undefined);
    return {
      picture,
      row: {
        tenant,
        media_url: `ugc/${tenant}/${eventId}/original/${idOf(20, 'photo', tenant, at)}.jpg`,
        user_id: poster.sub,
        public_list_id: 'event',
        event_id: eventId,
        season_id: seasonId,
        team_id: teamId,
        comment: captionOf(scene, at, players[0] ?? null, place),
        htag: at % 11 === 5 ? [] : htag,
        player: players,
        photo_location: place,
        option: at % 13 === 2 ? 'best' : null,
        usepermit: chance.of(0.7),
        file_name: camera?.Make === 'Canon' ? `IMG_${1000 + at * 37}.JPG` : `DSC0${1000 + at * 53}.JPG`,
        exif: camera
          ? JSON.stringify({
              DateTimeOriginal: formatWireDateTime(createdAt.getTime()).replaceAll('-', ':'),
              ...camera,
            })
          : null,
        face_info: JSON.stringify(facesOf(picture, players)),
        width: picture.width,
        height: picture.height,
        color: picture.color,
        size: picture.size,
        variants: [...picture.variants],
        comment_count: 0,
        reaction_count: 0,
        created_at: createdAt,
      },
    };
  });
  return photos.sort((a, b) => Number(a.row.created_at) - Number(b.row.created_at));
}

const facesOf = (picture: DemoPicture, players: readonly string[]): Face[] =>
  picture.faces
    .slice(0, players.length)
    .map(([Left, Top, Width, Height], i) => ({ name: players[i] ?? '', BoundingBox: { Left, Top, Width, Height } }));

/** Reactions, comments and their counts, which the photos then carry. */
function echoesOf(tenant: string, photos: readonly DemoPhoto[], now: Date) {
  const chance = createChance(`echoes ${tenant}`);
  const reactions: Row<'reaction'>[] = [];
  const comments: Row<'comment'>[] = [];
  const counted = photos.map(({ row, picture }, at): DemoPhoto => {
    const posted = Number(row.created_at);
    const later = () => new Date(posted + Math.floor(chance.between(0.02, 0.98) * Math.max(1, now.getTime() - posted)));
    const readers = allDemoUsers.filter(
      (user) => user.sub !== row.user_id && chance.of(row.option ? 0.75 : chance.between(0.05, 0.65)),
    );
    for (const reader of readers)
      reactions.push({ tenant, media_url: row.media_url, user_id: reader.sub, created_at: later() });
    const before = comments.length;
    const talkers = at % 3 === 1 ? readers.slice(0, 1 + chance.whole(3)) : [];
    for (const [i, talker] of talkers.entries()) {
      const id = idOf(20, 'comment', tenant, at, i);
      const created = later();
      comments.push({
        tenant,
        comment_id: id,
        media_url: row.media_url,
        parent_id: null,
        user_id: talker.sub,
        comment: remarks[(at + i * 5) % remarks.length] ?? '',
        created_at: created,
        deleted_at: null,
      });
      if (i === 0 && chance.of(0.6)) {
        comments.push({
          tenant,
          comment_id: idOf(20, 'reply', tenant, at, i),
          media_url: row.media_url,
          parent_id: id,
          user_id: row.user_id,
          comment: replies[at % replies.length] ?? '',
          created_at: new Date((created.getTime() + now.getTime()) / 2),
          deleted_at: null,
        });
      }
    }
    return { picture, row: { ...row, reaction_count: readers.length, comment_count: comments.length - before } };
  });
  return { photos: counted, reactions, comments };
}

function noticesOf(tenant: string, script: TenantScript, photos: readonly DemoPhoto[], now: Date): Row<'notice'>[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
  const own = photos.find(({ row }) => row.user_id === demoLogins.fan.sub && (row.reaction_count ?? 0) > 0)?.row;
  const shared = (id: string, title: string, body: string, hours: number): Row<'notice'> => ({
    tenant,
    notice_id: `${tenant}-${id}`,
    recipient_id: null,
    title,
    body,
    url: null,
    user_id: null,
    media_url: null,
    created_at: ago(hours),
  });
  return [
    shared('theme', script.notice[0], script.notice[1], 5),
    shared(
      'photocon',
      `「${script.photocon}」作品募集中`,
      'たくさんのご応募ありがとうございます。しめきりまでまだ間に合います。',
      50,
    ),
    shared(
      'maintenance',
      'メンテナンスのお知らせ',
      '来週火曜日の午前2時から4時まで、写真の投稿ができなくなります。電波のない場所で投稿した写真は、終了後に自動で送信されます。',
      96,
    ),
    ...(own
      ? [
          {
            tenant,
            notice_id: `${tenant}-fan-liked`,
            recipient_id: demoLogins.fan.sub,
            kind: 'reaction' as const,
            title: '',
            body: '',
            url: null,
            user_id: fans[2]?.sub ?? null,
            media_url: own.media_url,
            created_at: ago(2),
          },
        ]
      : []),
  ];
}

function wordsOf(tenant: string, script: TenantScript, tags: readonly string[], now: Date): Row<'search_word'>[] {
  const words: readonly (readonly [string, string, string | null])[] = [
    ['person', script.persons[4]?.[0] ?? '', null],
    ['hashtag', (tags[0] ?? '').replace(/^#/, ''), null],
    ['event', script.events[2], `${tenant}-today`],
    ['photolocation', script.places[0] ?? '', null],
    ['person', script.persons[1]?.[0] ?? '', null],
    ['text', '花火', null],
    ['hashtag', (tags[1] ?? '').replace(/^#/, ''), null],
    ['text', 'ありがとう', null],
    ['event', script.photocon, `${tenant}-photocon`],
    ['person', script.persons[2]?.[0] ?? '', null],
  ];
  return words
    .filter(([, word]) => word !== '')
    .map(([tagtype, word, target_id], i) => ({ tenant, tagtype, word, target_id, n: 96 - i * 9, used_at: now }));
}

const POSTER_OF: Readonly<Record<string, number>> = {
  past1: 1,
  past2: 3,
  today: 0,
  long: 4,
  next: 8,
  limited: 2,
  photocon: 5,
  fan1: 6,
  fan2: 7,
};

export interface ContentParts {
  readonly tenant: string;
  readonly pictures: readonly DemoPicture[];
  /** Sample hashtags of the tenant, with their #. */
  readonly tags: readonly string[];
  readonly now: Date;
}

/** Key of an event's own picture, and the picture it shows. */
export const posterKey = (tenant: string, slug: string): string =>
  `ugc/${tenant}/${tenant}-${slug}/original/${idOf(20, 'poster', tenant, slug)}.jpg`;

/** Event pictures: key → picture. */
export function postersOf(tenant: string, pictures: readonly DemoPicture[]): ReadonlyMap<string, DemoPicture> {
  const own = pictures.filter((picture) => picture.tenant === tenant);
  return new Map(
    Object.entries(POSTER_OF).flatMap(([slug, i]) => {
      const picture = own[i % Math.max(1, own.length)];
      return picture ? [[posterKey(tenant, slug), picture] as const] : [];
    }),
  );
}

const scripts = await importEach<TenantScript>('demo');
const scriptOf = (tenant: string): TenantScript | undefined => scripts[`./${tenant}/demo.ts`];

/** Has the tenant's folder demo content (`demo.ts`)? */
export const hasDemo = (tenant: string): boolean => scriptOf(tenant) !== undefined;

/** Everything of one tenant. `pictures`: all of the demo's; others' are passed over. */
export function tenantContent({ tenant, pictures, tags, now }: ContentParts): TenantContent {
  const script = scriptOf(tenant);
  if (!script) throw new Error(`No demo content for tenant ${tenant}`);
  const seasons = seasonsOf(tenant, script, now);
  const seasonId = seasons.at(-1)?.season_id ?? '';
  const plans = plansOf(script);
  const own = pictures.filter((picture) => picture.tenant === tenant);
  const thumbnails = new Map(own.length > 0 ? plans.map(({ slug }) => [slug, posterKey(tenant, slug)] as const) : []);
  const echoes = echoesOf(tenant, photosOf({ tenant, script, plans, seasonId, pictures: own, tags, now }), now);
  const chance = createChance(`follows ${tenant}`);
  const follows = allDemoUsers.flatMap((user) =>
    allDemoUsers
      .filter((other) => other !== user && chance.of(0.3))
      .map((other) => ({
        tenant,
        user_id: user.sub,
        follow_user: other.sub,
        created_at: new Date(now.getTime() - chance.whole(25) * DAY),
      })),
  );
  return {
    tenant,
    seasons,
    teams: (script.teams ?? []).map(([team_id, team_name, gender], position) => ({
      tenant,
      team_id,
      team_name,
      object_key: null,
      gender,
      position,
    })),
    persons: script.persons.map(([name, number, team], position) => ({
      tenant,
      name,
      number,
      team_id: script.teams ? (team ?? null) : null,
      position,
    })),
    events: eventsOf(tenant, script, plans, seasonId, thumbnails, postersOf(tenant, own), now),
    ambassadors: [demoLogins.ambassador, fans[2], fans[5]].flatMap((user, position) =>
      user ? [{ tenant, user_id: user.sub, name: user.nickname, object_key: null, position }] : [],
    ),
    reservedNames: ['公式', '公式フォト', 'オフィシャル', '運営', 'スタッフ'].map((name) => ({ tenant, name })),
    credit: {
      tenant,
      type: script.credit.type,
      official_label: script.credit.label,
      ambassador: script.credit.ambassador,
      extra_text: script.credit.extra,
    },
    notices: noticesOf(tenant, script, echoes.photos, now),
    words: wordsOf(tenant, script, tags, now),
    ...echoes,
    follows,
    favorites: echoes.photos
      .filter((_, i) => i % 6 === 2)
      .map(({ row }) => ({
        tenant,
        user_id: demoLogins.fan.sub,
        kind: 'photo' as const,
        target: row.media_url,
        created_at: now,
      }))
      .concat([
        { tenant, user_id: demoLogins.fan.sub, kind: 'event' as never, target: `${tenant}-photocon`, created_at: now },
      ]),
  };
}
