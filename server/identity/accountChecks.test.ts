/** What a copy notes of the accounts it sees, and when. The queue of the table: tests/api/cleanupJobs.test.ts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEmptyDatabase } from '../../tests/fakes/emptyDatabase.ts';
import { CHECK_AFTER_MS, createAccountChecks, NOTE_EVERY_MS, NOTED, TOGETHER_MS } from './accountChecks.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const database = openEmptyDatabase();
  const world = { now: 1_000_000_000_000 };
  /** Of each statement the accounts and when each is due, epoch ms. */
  const written = () =>
    database.asked.map(({ parameters }) => {
      const [pool, subs, dues] = parameters as [string, string[], Date[]];
      expect(pool).toBe('pool');
      return subs.map((sub, at) => [sub, dues[at]?.getTime()] as const);
    });
  return { world, database, written, checks: createAccountChecks(database.db, () => world.now, 'pool') };
}

test('HLF-06 what is seen within a second is written together, by itself, and each account once in a while', async () => {
  const { world, written, checks } = setUp();
  const first = world.now + CHECK_AFTER_MS;
  checks.see('aki');
  await vi.advanceTimersByTimeAsync(TOGETHER_MS / 2);
  world.now += 1;
  checks.see('ben');
  checks.see('aki');
  expect(vi.getTimerCount(), 'one timer for all').toBe(1);
  expect(written()).toEqual([]);
  await vi.advanceTimersByTimeAsync(TOGETHER_MS / 2);
  expect(written()).toEqual([
    [
      ['aki', first],
      ['ben', first + 1],
    ],
  ]);
  world.now += NOTE_EVERY_MS - 2;
  checks.see('aki');
  await vi.advanceTimersByTimeAsync(2 * TOGETHER_MS);
  expect(written()).toHaveLength(1);
  world.now += 1;
  checks.see('aki');
  await vi.advanceTimersByTimeAsync(2 * TOGETHER_MS);
  expect(written()[1]).toEqual([['aki', first + NOTE_EVERY_MS]]);
});

test('HLF-06 nothing seen, nothing is asked of the database', async () => {
  const { written, checks } = setUp();
  await checks.flush();
  expect(written()).toEqual([]);
});

test('HLF-06 what could not be written is with the next that is, the later sight of an account', async () => {
  const { world, database, written, checks } = setUp();
  const first = world.now + CHECK_AFTER_MS;
  database.isAway = true;
  checks.see('aki');
  checks.see('ben');
  await vi.advanceTimersByTimeAsync(TOGETHER_MS);
  world.now += NOTE_EVERY_MS;
  const refused = checks.flush();
  checks.see('ben');
  await expect(refused).rejects.toThrow('the database is away');
  database.isAway = false;
  await vi.advanceTimersByTimeAsync(TOGETHER_MS);
  expect(written().flat().toSorted()).toEqual([
    ['aki', first],
    ['ben', first + NOTE_EVERY_MS],
  ]);
});

test('HLF-06 a copy remembers so many accounts, then begins anew', async () => {
  const { written, checks } = setUp();
  for (let n = 0; n < NOTED; n += 1) checks.see(`fan ${n}`);
  checks.see('fan 0');
  await checks.flush();
  expect(written().map((all) => all.length)).toEqual([NOTED]);
  checks.see('one more');
  checks.see('fan 0');
  checks.see('one more');
  await checks.flush();
  expect(written()[1]?.map(([sub]) => sub)).toEqual(['one more', 'fan 0']);
});
