/** Posts of five photos, their originals, and what other fans do with the newest of them. */
import { setTimeout as pause } from 'node:timers/promises';
import { objectNameOf } from '../../api/storeObjectName.ts';
import { FANS } from '../load/generate.ts';
import { PLACES, SURNAMES, TEAM_GIVEN_NAMES, WORDS } from '../load/words.ts';
import type { Crowd } from './crowd.ts';
import { subOf } from './fans.ts';
import type { FanAnswer, Stream } from './openLoop.ts';

/** The match everybody is at. */
export const MATCH = { event: 'e399', limit: 100 } as const;
/** An event where few photos are allowed, and some fans try for more at once. */
export const NARROW = { event: 'e398', limit: 10 } as const;
export const PER_POST = 5;
/** Originals one call reports (`sendOriginals`). */
const AT_ONCE = 3;
const NEWEST_KEPT = 60;

const photoOf = (media_url: string, { pick }: Crowd) => ({
  media_url,
  original: 'later',
  comment: `${pick(WORDS)}の${pick(WORDS)}、最高`,
  htag: `#${pick(WORDS)} #${pick(WORDS)}`,
  player: `${pick(SURNAMES)} ${pick(TEAM_GIVEN_NAMES)}`,
  photo_location: pick(PLACES),
  usepermit: true,
  fileName: 'IMG_1.jpg',
  exif: null,
  width: 4000,
  height: 3000,
  color: '#336699',
  size: 1000,
});

interface Post {
  readonly fan: number;
  readonly event: string;
  readonly photos: number;
}

/** Answers the photos that are registered; none: refused. */
async function register(
  crowd: Crowd,
  at: number,
  { fan, event, photos }: Post,
  isFine?: (answer: FanAnswer) => boolean,
): Promise<string[]> {
  const { club } = crowd;
  const urls = Array.from({ length: photos }, () => `ugc/${club}/${event}/original/${objectNameOf(subOf(fan))}.jpg`);
  const media_list = urls.map((url) => photoOf(url, crowd));
  const body = { public_list_id: 'event', event_id: event, season_id: null, team_id: 'm1', media_list };
  const answer = await crowd.ask('registration', at, crowd.callOf(fan, club, 'PUT', '/media/list/items', body), isFine);
  return answer.status === 200 ? urls : [];
}

/** Originals follow as they are stored: so many at a time, one to two seconds apart. */
async function sendOriginals(crowd: Crowd, fan: number, urls: readonly string[]): Promise<void> {
  for (let i = 0; i < urls.length; i += AT_ONCE) {
    await pause(1000 + crowd.below(1000));
    const body = { media_urls: urls.slice(i, i + AT_ONCE) };
    await crowd.ask(
      'originals',
      performance.now(),
      crowd.callOf(fan, crowd.club, 'PUT', '/media/list/originals', body),
    );
  }
}

export type Posts = ReturnType<typeof createPosts>;

/** Streams by how many a second. @param newest photos there are when they begin */
export function createPosts(crowd: Crowd, newest: string[]) {
  const { below, follow } = crowd;
  const own: { readonly fan: number; readonly media_url: string }[] = [];
  const isBeyondLimit = ({ body }: FanAnswer) => body.includes('POST_LIMIT_REACHED');

  const post = async (at: number) => {
    const fan = below(FANS);
    const urls = await register(crowd, at, { fan, event: MATCH.event, photos: PER_POST });
    const [first, second] = urls;
    if (first === undefined || second === undefined) return;
    newest.push(first);
    if (newest.length > NEWEST_KEPT) newest.shift();
    await sendOriginals(crowd, fan, urls);
    own.push({ fan, media_url: second });
  };
  const remove = (at: number, { fan, media_url }: { readonly fan: number; readonly media_url: string }) => {
    const body = { media_url, public_list_id: 'event' };
    return crowd.ask('delete', at, crowd.callOf(fan, crowd.club, 'DELETE', '/media/list/item', body));
  };
  return {
    posts: (perSecond: number): Stream => ({ perSecond, begin: (at) => follow(post(at)) }),
    /** Three at once by the same fan, for more than the event allows. */
    narrowPosts: (perSecond: number): Stream => ({
      perSecond,
      begin(at) {
        const fan = below(FANS);
        for (let i = 0; i < 3; i++) follow(register(crowd, at, { fan, event: NARROW.event, photos: 4 }, isBeyondLimit));
      },
    }),
    deletes: (perSecond: number): Stream => ({
      perSecond,
      begin(at) {
        const photo = own.shift();
        if (photo) follow(remove(at, photo));
      },
    }),
  };
}

/** Likes and comments on the newest photos. */
export function createAnswers(crowd: Crowd, newest: readonly string[]) {
  const { below, follow, club, pick } = crowd;
  const toNewest =
    (kind: 'like' | 'comment', path: string, more: () => object) =>
    (perSecond: number): Stream => ({
      perSecond,
      begin(at) {
        const media_url = newest[below(newest.length)];
        if (media_url === undefined) return;
        follow(crowd.ask(kind, at, crowd.callOf(below(FANS), club, 'PUT', path, { media_url, ...more() })));
      },
    });
  return {
    likes: toNewest('like', '/reaction/item', () => ({ reaction: '1', targetuser: 'u1' })),
    comments: toNewest('comment', '/media/public/list/item/comment', () => ({
      parent_id: null,
      targetuser: 'u1',
      comment: `${pick(WORDS)}、おめでとう`,
    })),
  };
}
