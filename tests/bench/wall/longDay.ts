/** The server side of a long day: an event's wall that gains a photo every few seconds, with pictures that each have a name of their own. */
import type { Photo } from '../../../src/contract/entities.ts';
import {
  NEW_WALL,
  WALL_LAYOUTS,
  WALL_MOTIONS,
  type Wall,
  type WallFeed,
  type WallPhoto,
} from '../../../src/contract/wall.ts';
import { WALL_PHOTOS } from '../../../src/contract/wallLimits.ts';
import { CLUB } from '../../support/tenants.ts';
import { creditedWallPhoto } from '../../support/wallPhoto.ts';
import { type Front, type FrontFile, openFront } from '../support/watchPhotos.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Layouts and motions change so often. */
const CHANGE_MS = 10 * MINUTE_MS;

export interface DayPlan {
  /** Photos that are posted from the first minute to the last, and in how many hours. */
  readonly photos: number;
  readonly hours: number;
  /** Hours, from and to, in which a portal answers instead of the server, and instead of the store alone. */
  readonly offline: readonly [number, number];
  readonly storeFails: readonly [number, number];
}

/** Requests of one kind by the minute of the day. */
export type Counts = Map<number, number>;
export interface LongDay {
  readonly front: Front;
  readonly asks: Counts;
  readonly pictures: Counts;
  /** Names of all pictures that were served. */
  readonly served: Set<string>;
  /** The day begins: `now` is its clock, in milliseconds. */
  begin(now: () => number): void;
}

const PORTAL: FrontFile = { type: 'text/html', text: '<!doctype html><title>portal</title>' };
const FEED = { event_id: 'long-day', pass: 'p'.repeat(22) } satisfies WallFeed;
const NUMBERED = /^(.+\/)0{12}(\d{8})\.(avif|jpg)$/;
const numbered = (key: string, n: number): string =>
  key.replace(/[^/]{20}\.jpg$/, `${String(n).padStart(20, '0')}.jpg`);

async function ask(origin: string, path: string): Promise<Response> {
  const answer = await fetch(origin + path, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** The n-th photo of the day: one of the demo's under a name of its own. */
const nthPhoto = (model: Photo, n: number): WallPhoto =>
  Object.assign(creditedWallPhoto(model), { media_url: numbered(model.media_url, n), author: `fan-${n % 400}` });

/** Starts a front before the product that answers for the wall and its pictures. */
export async function openLongDay(origin: string, { photos, hours, offline, storeFails }: DayPlan): Promise<LongDay> {
  const listed = (await (await ask(origin, '/f/media/public/list/items/all')).json()) as { media_list: Photo[] };
  const models = listed.media_list;
  const files = new Map<string, Promise<Uint8Array>>();
  const [asks, pictures]: [Counts, Counts] = [new Map(), new Map()];
  const served = new Set<string>();
  let clock = () => 0;

  const isDuring = ([from, to]: readonly [number, number]) => clock() >= from * HOUR_MS && clock() < to * HOUR_MS;
  const count = (counts: Counts) => {
    const minute = Math.floor(clock() / MINUTE_MS);
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
  };
  const bytesAt = (path: string) => {
    const known =
      files.get(path) ?? ask(origin, path).then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
    files.set(path, known);
    return known;
  };
  const wallNow = (): Wall => {
    const posted = Math.min(photos, Math.floor((photos * clock()) / (hours * HOUR_MS)) + 1);
    const change = Math.floor(clock() / CHANGE_MS);
    const layout = WALL_LAYOUTS[change % WALL_LAYOUTS.length] ?? 'single';
    const motion = WALL_MOTIONS[Math.floor(change / WALL_LAYOUTS.length) % WALL_MOTIONS.length] ?? 'fade';
    const numbers = Array.from({ length: Math.min(posted, WALL_PHOTOS.played) }, (_, i) => posted - 1 - i);
    return {
      event_name: '第36節 ホーム最終盤',
      state: Object.assign(structuredClone(NEW_WALL), { layout, motion }),
      today: posted,
      photos: numbers.map((n) => nthPhoto(models[n % models.length] as Photo, n)),
    };
  };

  /** Whatever a screen holds of the last hour it may show. */
  const vouchedFor = (posted: number) =>
    Array.from({ length: Math.min(posted, Math.ceil(photos / hours)) }, (_, i) => posted - 1 - i).map(
      (n) => nthPhoto(models[n % models.length] as Photo, n).media_url,
    );

  const make = async (path: string): Promise<FrontFile | null> => {
    // With the key, or at the address that all screens share.
    const isReport = path === '/f/wall';
    if (isReport || path.startsWith('/f/wall/')) {
      count(asks);
      if (isDuring(offline)) return PORTAL;
      const wall = wallNow();
      const told = { tag: `${wall.today}-${wall.state.layout}`, wall };
      const more = isReport ? { feed: FEED, stays: vouchedFor(wall.today) } : {};
      return { type: 'application/json', text: JSON.stringify(Object.assign(told, more)) };
    }
    const [, folder = '', number, ending] = NUMBERED.exec(path) ?? [];
    if (number === undefined) return null;
    count(pictures);
    if (isDuring(offline) || isDuring(storeFails)) return PORTAL;
    served.add(path);
    const model = models[Number(number) % models.length]?.media_url.match(/[^/]{20}(?=\.jpg$)/)?.[0];
    const text = await bytesAt(`${folder}${model}.${ending}`);
    return { type: ending === 'jpg' ? 'image/jpeg' : 'image/avif', text };
  };
  return {
    front: await openFront(origin, make),
    asks,
    pictures,
    served,
    begin(now) {
      clock = now;
    },
  };
}
