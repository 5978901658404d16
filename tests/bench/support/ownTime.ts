/** What a page's main thread did by its own work, read off a trace: Lighthouse's, or the browser's. */
import * as v from 'valibot';

const Trace = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      ph: v.string(),
      pid: v.number(),
      tid: v.number(),
      ts: v.number(),
      dur: v.optional(v.number(), 0),
      tdur: v.optional(v.number(), 0),
      args: v.optional(v.record(v.string(), v.unknown()), {}),
    }),
  ),
});
/** Lighthouse's phone: so many times slower than this machine; a task counts from this length on. */
const SLOWDOWN = 4;
const LONG_MS = 50;

/**
 * Lighthouse's total blocking time of the page, in ms, with the time the main thread was running instead of the time that went by:
 * on two cores the browser, Lighthouse and our server take the page's turn more often than not. From the first paint to the end of
 * the trace, which is later than where Lighthouse stops.
 */
export function ownBlockingTime(text: string): number {
  const { traceEvents } = v.parse(Trace, JSON.parse(text));
  const paint = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  if (paint === undefined) throw new Error('The trace has no first paint');
  return ownTimes(traceEvents.filter(({ ts, pid, tid }) => ts >= paint.ts && pid === paint.pid && tid === paint.tid))
    .map((ms) => Math.max(0, ms - LONG_MS))
    .reduce((sum, ms) => sum + ms, 0);
}

/** Tasks of whatever page called `requestAnimationFrame` most, that would be long on Lighthouse's phone by their own work alone. */
export function ownLongTasks(text: string): number {
  const { traceEvents } = v.parse(Trace, JSON.parse(text));
  const threadOf = ({ pid, tid }: { readonly pid: number; readonly tid: number }) => `${pid} ${tid}`;
  const frames = Map.groupBy(
    traceEvents.filter(({ name }) => name === 'FireAnimationFrame'),
    threadOf,
  );
  const [page] = [...frames].toSorted(([, a], [, b]) => b.length - a.length);
  if (page === undefined) throw new Error('The trace has no frame');
  return ownTimes(traceEvents.filter((event) => threadOf(event) === page[0])).filter((ms) => ms > LONG_MS).length;
}

type TraceEvent = v.InferOutput<typeof Trace>['traceEvents'][number];

/** Of each task, in ms on the phone. */
const ownTimes = (events: readonly TraceEvent[]): number[] =>
  events.filter(({ name, ph }) => name === 'RunTask' && ph === 'X').map(({ tdur }) => (SLOWDOWN * tdur) / 1000);

/** Lighthouse's score of a total blocking time on a phone: 0.9 at 200 ms, 0.5 at 600 ms, log-normal. */
export function blockingScore(ms: number): number {
  if (ms <= 0) return 1;
  const x = (Math.log(ms / 600) * 0.9061938024368232) / Math.log(600 / 200);
  return Math.min(1, Math.max(0, (1 - erf(x)) / 2));
}

/** Abramowitz and Stegun 7.1.26, as Lighthouse has it. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const y =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * Math.exp(-x * x);
  return Math.sign(x) * (1 - y);
}
