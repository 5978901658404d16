import { expect, test } from 'vitest';
import { ownBlockingTime, ownLongTasks } from './ownTime.ts';

const PAGE = { pid: 7, tid: 1 };
const OTHER = { pid: 8, tid: 1 };
const event = (thread: typeof PAGE, name: string, ts: number, tdur = 0) => ({
  ...thread,
  name,
  ts,
  tdur,
  ph: 'X',
  dur: 10 * tdur,
  cat: 'toplevel',
});
const task = (thread: typeof PAGE, ts: number, ownMs: number) => event(thread, 'RunTask', ts, 1000 * ownMs);
const traceOf = (...traceEvents: object[]) => JSON.stringify({ traceEvents });

test('a task is long by the time it ran, four times as long on a phone, not by the time that went by', () => {
  const trace = traceOf(
    event(PAGE, 'FireAnimationFrame', 1),
    event(PAGE, 'FireAnimationFrame', 2),
    event(OTHER, 'FireAnimationFrame', 2),
    ...[12, 12.5, 12.6, 30].map((ownMs, at) => task(PAGE, at, ownMs)),
    task(OTHER, 5, 100),
    event(PAGE, 'EvaluateScript', 6, 90_000),
  );
  expect(ownLongTasks(trace)).toBe(2);
  expect(() => ownLongTasks(traceOf(task(PAGE, 1, 100)))).toThrow('no frame');
});

test('what blocked the page counts from its first paint on, beyond 50 ms of each task', () => {
  const trace = traceOf(
    task(PAGE, 1, 100),
    event(PAGE, 'firstContentfulPaint', 2),
    task(PAGE, 3, 20),
    task(PAGE, 4, 10),
    task(OTHER, 5, 100),
  );
  expect(ownBlockingTime(trace)).toBe(30);
  expect(() => ownBlockingTime(traceOf(task(PAGE, 1, 100)))).toThrow('no first paint');
});
