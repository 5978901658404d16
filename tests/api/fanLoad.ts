/** Fans who post, like and read at their time at copies of the product, and what was acknowledged to them. */
import { setTimeout as pause } from 'node:timers/promises';
import { compareCounters } from '../bench/halftime/counters.ts';
import { createSender, type FanCall, runStreams } from '../bench/halftime/openLoop.ts';
import type { Copies } from './copySetup.ts';

export interface FanRates {
  readonly posts: number;
  readonly likes: number;
  readonly reads: number;
}
export interface FanLoadGiven {
  readonly copies: Copies;
  readonly fans: readonly string[];
  /** Of the balancer in front of the copies. */
  readonly port: number;
  /** A second of each. */
  readonly rates: FanRates;
  /** So long an answer is waited for. */
  readonly patienceMs: number;
  /** Before a post is sent again: who asks without a pause keeps the machine from starting a copy. */
  readonly retryMs?: number;
}

const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

export type FanLoad = ReturnType<typeof startFanLoad>;

/** A post that was not acknowledged is sent again as it is, as the phone's sender does. */
export function startFanLoad({ copies, fans, port, rates, patienceMs, retryMs = 200 }: FanLoadGiven) {
  const { send, close } = createSender(port, patienceMs);
  const open = new Set<Promise<unknown>>();
  const photos: string[] = [];
  const likes: { readonly media_url: string; readonly user_id: string }[] = [];
  const failures: number[] = [];
  const acknowledged: { readonly at: number; readonly fan: string; readonly media_url: string }[] = [];
  const done = { posts: 0, likes: 0, reads: 0 };
  let times: number[] = [];
  const ask = async (call: FanCall): Promise<boolean> => {
    const begun = performance.now();
    const { status } = await send(call);
    times.push(performance.now() - begun);
    if (status !== 200) failures.push(status);
    return status === 200;
  };
  const acts: Record<keyof FanRates, (fan: string) => Promise<void>> = {
    async posts(fan) {
      const { media_url, body } = await copies.newPost(fan);
      while (!(await ask(copies.callOf('putMediaList', fan, body)))) await pause(retryMs);
      photos.push(media_url);
      acknowledged.push({ at: Date.now(), fan, media_url });
      done.posts += 1;
    },
    async likes(fan) {
      const media_url = pick(photos);
      if (media_url === undefined) return;
      const isLiked = await ask(copies.callOf('putReaction', fan, { media_url, reaction: '1', targetuser: fan }));
      if (isLiked) likes.push({ media_url, user_id: fan });
      done.likes += Number(isLiked);
    },
    async reads(fan) {
      done.reads += Number(await ask(copies.readOf(fan, '/media/public/list/items/all?l=10')));
    },
  };
  const streams = Object.entries(acts).map(([kind, act]) => ({
    perSecond: rates[kind as keyof FanRates],
    begin() {
      const work = act(pick(fans) ?? '');
      open.add(work);
      void work.finally(() => open.delete(work));
    },
  }));
  let isOver = false;
  const run = async () => {
    while (!isOver) await runStreams(streams, 0.5, Math.random);
    while (open.size > 0) await Promise.all(open);
    close();
  };
  const running = run();
  return {
    photos,
    likes,
    failures,
    /** Each acknowledged post with its time, epoch ms. */
    acknowledged,
    /** Acknowledged so far. */
    done: done as Readonly<typeof done>,
    /** Milliseconds each call took since this was last asked. */
    takeTimes(): readonly number[] {
      const taken = times;
      times = [];
      return taken;
    },
    end() {
      isOver = true;
      return running;
    },
  };
}

/** What was acknowledged and is not there, or is there twice, and counters that disagree with their rows; as sentences. */
export async function findLost({ db }: Copies, { photos, likes }: FanLoad): Promise<string[]> {
  const rows = await db
    .selectFrom('photo')
    .select('media_url')
    .where('media_url', 'in', [...photos, ''])
    .execute();
  const there = new Set(rows.map(({ media_url }) => media_url));
  const lost = photos.filter((media_url) => !there.has(media_url)).map((media_url) => `lost photo ${media_url}`);
  const reactions = await db
    .selectFrom('reaction')
    .select(['media_url', 'user_id'])
    .where('media_url', 'in', [...photos, ''])
    .execute();
  const kept = new Set(reactions.map(({ media_url, user_id }) => `${user_id} ${media_url}`));
  const unliked = likes.map(({ media_url, user_id }) => `${user_id} ${media_url}`).filter((like) => !kept.has(like));
  return [...lost, ...unliked.map((like) => `lost like ${like}`), ...(await compareCounters(db))];
}
