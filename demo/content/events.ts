/** A tenant's seasons and events, and the pictures events show. */
import { HIGHLIGHTS_SECTIONS } from '../../src/contract/highlights.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import type { TenantScript } from '../../tenants/demoScript.ts';
import type { DemoPicture } from '../drawnPictures.ts';
import { fans } from './people.ts';
import { DAY, type DemoRow, idOf } from './rows.ts';

/** The running season, last, and the two before it. */
export function seasonsOf(tenant: string, script: TenantScript, now: Date): DemoRow<'season'>[] {
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
export interface Plan {
  readonly slug: string;
  readonly name: string;
  readonly days: readonly [start: number, date: number, end: number];
  readonly posts: number;
  readonly more?: Partial<DemoRow<'event'>>;
}

const MESSAGES = {
  match: '当日の写真を大募集！スタジアムの空気が伝わる一枚をお待ちしています。',
  campaign: 'いつもの毎日の中で見つけた「応援している景色」を投稿してください。場所も時間も自由です。',
  photocon: '最優秀作品は公式サイトのトップを飾ります。お一人何枚でも応募できます。',
};

/** The events of a tenant's script, with their periods. */
export function plansOf(script: TenantScript): Plan[] {
  const [first, second, today, long, next, limited] = script.events;
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
    ...memorialPlans(script),
  ];
}

/** Events that fans made. */
function memorialPlans({ memorial }: TenantScript): Plan[] {
  const fan = (i: number) => fans[i]?.sub ?? null;
  return [
    {
      slug: 'fan1',
      name: memorial[0],
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
      name: memorial[1],
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

/** Rows of the planned events. `thumbnails`: key of an event's own picture by its slug. */
export function eventsOf(
  tenant: string,
  script: TenantScript,
  plans: readonly Plan[],
  seasonId: string,
  thumbnails: ReadonlyMap<string, string>,
  posters: ReadonlyMap<string, DemoPicture>,
  now: Date,
): DemoRow<'event'>[] {
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

/** The highlights of the second event, published on the day after it. Their pictures are drawn when staff save the page. */
export function highlightsOf(tenant: string, { highlights }: TenantScript, now: Date): DemoRow<'highlights_page'>[] {
  if (highlights === undefined) return [];
  const { title, text: body } = highlights;
  const sections = [...HIGHLIGHTS_SECTIONS];
  const page = { tenant, event_id: `${tenant}-past2`, title, body, sections, revision: 1 };
  return [{ ...page, published_at: new Date(now.getTime() - 8 * DAY) }];
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
