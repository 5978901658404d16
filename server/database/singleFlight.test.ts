import { expect, test } from 'vitest';
import { createSingleFlight } from './singleFlight.ts';

/** Runs that end when told. */
function createRuns() {
  const started: { end(value: string): void; fail(): void }[] = [];
  const run = () => new Promise<string>((done, fail) => started.push({ end: done, fail: () => fail(new Error('no')) }));
  return { started, run };
}
const turn = () => new Promise((done) => setImmediate(done));

test('who asks while a run goes on shares the next one, never the one that began before', async () => {
  const share = createSingleFlight<string>();
  const { started, run } = createRuns();
  const first = share('k', run);
  const others = [share('k', run), share('k', run)];
  expect(started).toHaveLength(1);
  started[0]?.end('old');
  expect(await first).toBe('old');
  await turn();
  expect(started).toHaveLength(2);
  const last = share('k', run);
  started[1]?.end('new');
  expect(await Promise.all(others)).toEqual(['new', 'new']);
  await turn();
  expect(started).toHaveLength(3);
  started[2]?.end('newest');
  expect(await last).toBe('newest');
});

test('keys do not wait for each other, and a run that is over is not kept', async () => {
  const share = createSingleFlight<string>();
  const { started, run } = createRuns();
  const answers = [share('a', run), share('b', run)];
  expect(started).toHaveLength(2);
  for (const [i, one] of started.entries()) one.end(String(i));
  expect(await Promise.all(answers)).toEqual(['0', '1']);
  await turn();
  void share('a', run);
  expect(started).toHaveLength(3);
});

test('a run that fails fails for those who shared it only', async () => {
  const share = createSingleFlight<string>();
  const { started, run } = createRuns();
  const first = share('k', run);
  const second = share('k', run);
  started[0]?.fail();
  await expect(first).rejects.toThrow('no');
  await turn();
  started[1]?.end('fine');
  expect(await second).toBe('fine');
});
