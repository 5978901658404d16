/**
 * Demo content of one tenant as rows of the store, all times relative to `now`: what runs is running whenever the demo starts.
 * Pure: the same `now` and pictures give the same rows.
 */
import type { TenantScript } from '../tenants/demoScript.ts';
import { importEach } from '../tenants/importEach.ts';
import { echoesOf } from './content/echoes.ts';
import { eventsOf, highlightsOf, plansOf, posterKey, postersOf, seasonsOf } from './content/events.ts';
import { figuresOf } from './content/figures.ts';
import { allDemoUsers, demoLogins, fans } from './content/people.ts';
import { demoPhotosOf } from './content/photos.ts';
import { createChance, DAY, type DemoPhoto, type DemoRow, HOUR } from './content/rows.ts';
import type { DemoPicture } from './drawnPictures.ts';

export interface TenantContent {
  readonly tenant: string;
  readonly teams: readonly DemoRow<'team'>[];
  readonly persons: readonly DemoRow<'person'>[];
  readonly seasons: readonly DemoRow<'season'>[];
  readonly events: readonly DemoRow<'event'>[];
  readonly ambassadors: readonly DemoRow<'ambassador'>[];
  readonly reservedNames: readonly DemoRow<'reserved_name'>[];
  readonly credit: DemoRow<'credit_setting'>;
  readonly notices: readonly DemoRow<'notice'>[];
  readonly words: readonly DemoRow<'search_word'>[];
  readonly photos: readonly DemoPhoto[];
  readonly reactions: readonly DemoRow<'reaction'>[];
  readonly comments: readonly DemoRow<'comment'>[];
  readonly follows: readonly DemoRow<'follow'>[];
  readonly favorites: readonly DemoRow<'favorite'>[];
  readonly figures: readonly DemoRow<'figure'>[];
  readonly highlights: readonly DemoRow<'highlights_page'>[];
}

function noticesOf(tenant: string, script: TenantScript, photos: readonly DemoPhoto[], now: Date): DemoRow<'notice'>[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
  const own = photos.find(({ row }) => row.user_id === demoLogins.fan.sub && (row.reaction_count ?? 0) > 0)?.row;
  const shared = (id: string, title: string, body: string, hours: number): DemoRow<'notice'> => ({
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

function wordsOf(tenant: string, script: TenantScript, tags: readonly string[], now: Date): DemoRow<'search_word'>[] {
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

/** Who follows whom. */
function followsOf(tenant: string, now: Date): DemoRow<'follow'>[] {
  const chance = createChance(`follows ${tenant}`);
  return allDemoUsers.flatMap((user) =>
    allDemoUsers
      .filter((other) => other !== user && chance.of(0.3))
      .map((other) => ({
        tenant,
        user_id: user.sub,
        follow_user: other.sub,
        created_at: new Date(now.getTime() - chance.whole(25) * DAY),
      })),
  );
}

/** Bookmarks of the fan the demo is signed in with: some photos and the photo contest. */
function favoritesOf(tenant: string, photos: readonly DemoPhoto[], now: Date): DemoRow<'favorite'>[] {
  const favorite = (kind: 'photo' | 'event', target: string) => ({
    tenant,
    user_id: demoLogins.fan.sub,
    kind,
    target,
    created_at: now,
  });
  return [
    ...photos.filter((_, i) => i % 6 === 2).map(({ row }) => favorite('photo', row.media_url)),
    favorite('event', `${tenant}-photocon`),
  ];
}

export interface ContentParts {
  readonly tenant: string;
  readonly pictures: readonly DemoPicture[];
  /** Sample hashtags of the tenant, with their #. */
  readonly tags: readonly string[];
  readonly now: Date;
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
  const echoes = echoesOf(tenant, demoPhotosOf({ tenant, script, plans, seasonId, pictures: own, tags, now }), now);
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
    persons: script.persons.map(([name, number, team, reading = null], position) => ({
      tenant,
      name,
      number,
      reading,
      team_id: script.teams ? (team ?? null) : null,
      position,
    })),
    events: eventsOf(tenant, script, plans, seasonId, thumbnails, postersOf(tenant, own), now),
    ambassadors: [demoLogins.ambassador, fans[2], fans[5]].flatMap((user, position) =>
      user ? [{ tenant, user_id: user.sub, name: user.nickname, object_key: null, position }] : [],
    ),
    reservedNames: ['公式', '公式フォト', 'オフィシャル', '運営', 'スタッフ'].map((name) => ({
      tenant,
      name,
      owner_id: '',
    })),
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
    follows: followsOf(tenant, now),
    favorites: favoritesOf(tenant, echoes.photos, now),
    figures: figuresOf(tenant, seasons, echoes.photos, now),
    highlights: highlightsOf(tenant, script, now),
  };
}
