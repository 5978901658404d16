/** Lists as 2,000 readers go through them: each its own club, filter and place, and some seconds between two pages. */
import { FANS, TENANT_SHARES } from '../load/generate.ts';
import { PLACES, SURNAMES, TEAM_GIVEN_NAMES, WORDS } from '../load/words.ts';
import type { Crowd } from './crowd.ts';
import { subOf } from './fans.ts';
import type { Stream } from './openLoop.ts';
import { MATCH } from './posts.ts';

const READERS = 2000;
/** Share of readers who look at the club that plays, and of those who are signed in. */
const AT_CLUB = 0.7;
const SIGNED_IN = 0.5;
/** What a reader does next: another list, a place further down, or the newest page once more. */
const OTHER_LIST = 0.2;
const FURTHER_DOWN = 0.35;
/** The generated photos lie in the first weeks of this year (`generate`). */
const FIRST_PHOTOS = Date.parse('2018-01-01T00:00:00Z');

interface Reader {
  readonly fan: number;
  readonly tenant: string;
  readonly isSignedIn: boolean;
  filter: Readonly<Record<string, string>>;
}

function createFilters({ pick, below }: Crowd): readonly (() => Reader['filter'])[] {
  return [
    ...Array.from({ length: 5 }, () => () => ({})),
    () => ({ e: MATCH.event }),
    () => ({ e: MATCH.event }),
    () => ({ ht: pick(WORDS.slice(0, 20)) }),
    () => ({ cp: `${pick(SURNAMES)} ${pick(TEAM_GIVEN_NAMES)}` }),
    () => ({ team: `m${below(20)}` }),
    () => ({ pl: pick(PLACES) }),
    () => ({ u: subOf(below(FANS)) }),
    () => ({ search_text: pick(WORDS) }),
  ];
}

/** @param photos there were before */
export function createReads(crowd: Crowd, photos: number): (perSecond: number) => Stream {
  const { below, chance, club, tenants } = crowd;
  const begun = Date.now();
  const filters = createFilters(crowd);
  const tenantOf = () => {
    const place = chance();
    return chance() < AT_CLUB ? club : (tenants[TENANT_SHARES.findIndex((share) => place < share)] ?? club);
  };
  const readers = Array.from({ length: READERS }, (_, fan): Reader => {
    return { fan, tenant: tenantOf(), isSignedIn: chance() < SIGNED_IN, filter: {} };
  });
  /** Half of them among what was posted since the bench began, the others in older photos. */
  const cursor = () => {
    const span = photos * 250_000;
    const at = chance() < 0.5 ? begun + below(Date.now() - begun + 1) : FIRST_PHOTOS + below(span);
    return `${at.toString(36)}-${(1e9).toString(36)}`;
  };
  const read = (at: number, reader: Reader) => {
    const next = chance();
    if (next < OTHER_LIST) reader.filter = filters[below(filters.length)]?.() ?? {};
    const place: Record<string, string> = next >= 1 - FURTHER_DOWN ? { cursor: cursor() } : {};
    const query = new URLSearchParams({ ...reader.filter, ...place, timestamp: String(Math.floor(at)) });
    const call = crowd.callOf(reader.fan, reader.tenant, 'GET', `/media/public/list/items/all?${query}`);
    const { 'x-api-authorization': _, ...anonymous } = call.headers;
    return crowd.ask('read', at, reader.isSignedIn ? call : { ...call, headers: anonymous });
  };
  return (perSecond) => ({
    perSecond,
    begin(at) {
      const reader = readers[below(READERS)];
      if (reader) crowd.follow(read(at, reader));
    },
  });
}
