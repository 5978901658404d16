/** What every rehearsal does with its fans: wait, look at times, and judge what was lost. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Copies } from '../../api/copySetup.ts';
import { type FanLoad, findLost } from '../../api/fanLoad.ts';
import type { Verdict } from '../../bench/support/verdict.ts';

export const FANS = Array.from({ length: 40 }, (_, i) => `fan${i}`);
/** As a load of the tests; a fan of the rehearsals waits as long as a browser's. */
export const RATES = { posts: 4, likes: 15, reads: 20 } as const;
export const PATIENCE_MS = 30_000;
const LOOK_MS = 100;

/** The smallest of the largest `1 - share` of the values; 0 of none. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Resolves once `isSo`. Throws after `withinMs`, naming what was waited for. */
export async function waitUntil(
  what: string,
  withinMs: number,
  isSo: () => Promise<boolean> | boolean,
): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await pause(LOOK_MS);
  }
  return performance.now() - begun;
}

/** Seconds until a post that began after this call is acknowledged. */
export async function secondsToNextPost({ acknowledged }: FanLoad, withinMs: number): Promise<number> {
  const had = acknowledged.length;
  return (await waitUntil('a post is acknowledged', withinMs, () => acknowledged.length > had)) / 1000;
}

/** The longest time between two acknowledged posts from `since` on, in seconds. */
export function longestGap({ acknowledged }: FanLoad, since: number): number {
  const times = [since, ...acknowledged.map(({ at: time }) => time).filter((time) => time >= since), Date.now()];
  return Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? time))) / 1000;
}

/** A fan's browser gave up, or the line broke. */
export const NO_ANSWER = 0;

/** Ends the load. Nothing acknowledged may be missing; a refusal must be a temporary one. @param borne statuses that are no fault */
export async function judgeLoad(
  verdict: Verdict,
  copies: Copies,
  load: FanLoad,
  borne: readonly number[] = [503],
): Promise<void> {
  await load.end();
  const lost = await findLost(copies, load);
  for (const sentence of lost.slice(0, 10)) verdict.fault(sentence);
  verdict.most('acknowledged writes that are lost, counters that are wrong', lost.length, 0);
  verdict.least('posts acknowledged', load.done.posts, 1);
  verdict.least('likes acknowledged', load.done.likes, 1);
  const counts = Map.groupBy(load.failures, (status) => status);
  const told = [...counts].map(([status, all]) => `${all.length} x ${status === NO_ANSWER ? 'no answer' : status}`);
  console.log(`  acknowledged: ${JSON.stringify(load.done)}; other answers: ${told.join(', ') || 'none'}`);
  verdict.most(
    'answers that were neither 200 nor temporary refusals',
    load.failures.filter((status) => !borne.includes(status)).length,
    0,
  );
}
