/** What is asked of a server full of photos. Parameters differ from call to call, but are the same in every run. */
import { objectNameOf } from '../../api/storeObjectName.ts';
import { EVENTS, FANS, SEASONS, TEAMS, TENANT_SHARES } from './generate.ts';
import type { Call } from './measure.ts';
import { PLACES, SURNAMES, TEAM_GIVEN_NAMES, WORDS } from './words.ts';

export interface Case {
  readonly name: string;
  readonly next: () => Call;
  /** Milliseconds (p95) of the desk's own reads. Absent: what a read of fans may take. */
  readonly mostMs?: number;
}

function createChance(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    below: (n: number) => Math.floor(next() * n),
    pick: (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? '',
  };
}

const list = (tenant: string, query: Record<string, string>, as?: string): Call => ({
  path: `/f/media/public/list/items/all?${new URLSearchParams({ l: '100', ...query, timestamp: '1' })}`,
  tenant,
  ...(as === undefined ? {} : { as }),
});

/**
 * @param tenants the largest first
 * @param tokenOf a fan's token, for reads
 */
export function createCases(
  tenants: readonly string[],
  tokenOf: (fan: string) => string,
  seed = 42,
): { reads: Case[]; writes: Case[] } {
  const { next, below, pick } = createChance(seed);
  const tenant = () => tenants[TENANT_SHARES.findIndex((share) => next() < share)] ?? tenants[0] ?? '';
  const event = () => `e${below(EVENTS)}`;
  const season = () => `s${below(SEASONS)}`;
  const team = () => `m${Math.floor(TEAMS * next() * next())}`;
  const person = () => `${SURNAMES[Math.floor(SURNAMES.length * next() * next())]} ${pick(TEAM_GIVEN_NAMES)}`;
  const fan = () => `u${below(FANS)}`;
  const common = WORDS.slice(0, 8);
  const rare = WORDS.slice(-20);
  const search = (name: string, words: () => string, more: () => Record<string, string> = () => ({})): Case => ({
    name: `search: ${name}`,
    next: () => list(tenant(), { search_text: words(), ...more() }),
  });
  const narrow = (name: string, query: () => Record<string, string>): Case => ({
    name: `list: ${name}`,
    next: () => list(tenant(), query()),
  });
  const liked = (name: string, query: () => Record<string, string>): Case => ({
    name: `most liked: ${name}`,
    next: () => list(tenant(), { ...query(), sort: 'likes' }),
  });
  const reads: Case[] = [
    { name: 'newest 100, all tenants', next: () => list(tenant(), {}) },
    { name: 'newest 100, signed in', next: () => list(tenant(), {}, tokenOf(fan())) },
    narrow('event', () => ({ e: event() })),
    narrow('season', () => ({ s: season() })),
    narrow('team', () => ({ team: team() })),
    narrow('fan', () => ({ u: fan() })),
    narrow('place', () => ({ pl: pick(PLACES) })),
    narrow('person', () => ({ cp: person() })),
    narrow('common hashtag', () => ({ ht: pick(common) })),
    narrow('rare hashtag', () => ({ ht: `${pick(rare)}${1 + below(5)}` })),
    narrow('season, team, place', () => ({ s: season(), team: team(), pl: pick(PLACES) })),
    narrow('season, person', () => ({ s: season(), cp: person() })),
    narrow('two persons', () => ({ cp: `${person()},${person()}` })),
    narrow('everything', () => ({
      s: season(),
      e: event(),
      team: team(),
      pl: pick(PLACES),
      u: fan(),
      cp: person(),
      ht: pick(common),
    })),
    search('1 character', () => pick(['涙', '汗', '夢', '春', '旗'])),
    search('2 characters, common', () => pick(common.slice(0, 6))),
    search('2 characters, rare', () => pick(['乾杯', '弁当', '太鼓', '移籍', '判定', '復活'])),
    search('4 and more', () =>
      pick(['スタジアム', 'ユニフォーム', 'キャッチャー', 'スリーポイント', 'マッチポイント']),
    ),
    search('a phrase', () => pick(['勝利の瞬間', '逆転が得点', '最高の笑顔'])),
    search('two words', () => `${pick(common)} ${pick(SURNAMES)}`),
    search('no hit', () => pick(['蹴鞠', '薙刀', '鬯', 'カヌーポロ'])),
    search(
      'rare, in a season',
      () => pick(rare),
      () => ({ s: season() }),
    ),
    search(
      'common, of a fan',
      () => pick(common),
      () => ({ u: fan() }),
    ),
    liked('all', () => ({})),
    liked('event', () => ({ e: event() })),
    liked('season', () => ({ s: season() })),
    liked('person', () => ({ cp: person() })),
    liked('season, person', () => ({ s: season(), cp: person() })),
    liked('season, team, place', () => ({ s: season(), team: team(), pl: pick(PLACES) })),
    liked('two persons', () => ({ cp: `${person()},${person()}` })),
    liked('a common word', () => ({ search_text: pick(common) })),
    liked('a phrase', () => ({ search_text: pick(['勝利の瞬間', '逆転が得点', '最高の笑顔']) })),
    liked('a rare word, in a season', () => ({ search_text: pick(rare), s: season() })),
    {
      name: 'figures of a season',
      next: () => ({ path: `/f/staff/figures?season=${season()}`, tenant: tenant(), as: tokenOf('u0') }),
      mostMs: 300,
    },
    { name: 'ranking of persons', next: () => ({ path: '/f/person/count', tenant: tenant() }) },
    { name: 'list of events', next: () => ({ path: '/f/event/items', tenant: tenant() }) },
    { name: 'ranking of words', next: () => ({ path: '/f/search/word/ranking/items', tenant: tenant() }) },
  ];

  const writes = [{ name: 'registration of a post', next: () => registration(tenant(), event(), fan()) }];
  return { reads, writes };
}

function registration(tenant: string, event_id: string, as: string): Call {
  const media_url = `ugc/${tenant}/${event_id}/original/${objectNameOf(as)}.jpg`;
  const photo = {
    media_url,
    comment: '勝利の瞬間、最高の笑顔',
    htag: '#勝利 #最高',
    player: '佐藤 太郎',
    photo_location: '川崎球場',
    usepermit: true,
    fileName: 'IMG_1.jpg',
    exif: null,
    width: 4000,
    height: 3000,
    color: '#336699',
    size: 1000,
  };
  const body = { public_list_id: 'event', event_id, season_id: null, team_id: 'm1', media_list: [photo] };
  return { method: 'PUT', path: '/f/media/list/items', tenant, as, body };
}

/** Reactions given and taken back in turn, each by another fan. */
export function createToggles(tenant: string, urls: readonly string[]): Case {
  let n = 0;
  return {
    name: 'reaction toggle',
    next: () => {
      const turn = n++;
      const i = Math.floor(turn / 2);
      const media_url = urls[i % urls.length] ?? '';
      const body = { media_url, reaction: '1', ...(turn % 2 === 0 ? { targetuser: 'u1' } : {}) };
      return {
        method: turn % 2 === 0 ? 'PUT' : 'DELETE',
        path: '/f/reaction/item',
        tenant,
        as: `u${(i * 7) % FANS}`,
        body,
      };
    },
  };
}
