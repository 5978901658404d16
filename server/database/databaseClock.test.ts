import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DatabaseClock, startDatabaseClock } from './databaseClock.ts';
import type { Database } from './schema.ts';

const NOON = Date.parse('2026-11-29T12:00:00Z');
/** The database's time, the machine's, the process's monotonic clock, and how long an answer takes: in milliseconds. */
let world = { database: NOON, machine: NOON, monotonic: 0, takes: 4, isAway: false };
let clock: DatabaseClock | null = null;
let told: number[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  world = { database: NOON, machine: NOON, monotonic: 5_000, takes: 4, isAway: false };
  told = [];
});
afterEach(() => {
  clock?.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => {
  world.database += ms;
  world.machine += ms;
  world.monotonic += ms;
};
const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () =>
      Object.assign(new DummyDriver(), {
        acquireConnection: async () => ({
          async executeQuery() {
            if (world.isAway) throw new Error('away');
            pass(world.takes / 2);
            const at = world.database;
            pass(world.takes / 2);
            return { rows: [{ at }] };
          },
        }),
      }),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const start = async () => {
  clock = await startDatabaseClock(db, (ahead) => told.push(Math.round(ahead / 1000)), {
    machine: () => world.machine,
    monotonic: () => world.monotonic,
  });
  return clock;
};
const off = ({ now }: DatabaseClock) => Math.abs(now() - world.database);
/** Ten seconds, with the look at their end. */
const tenSeconds = () => {
  pass(10_000);
  return vi.advanceTimersByTimeAsync(10_000);
};

test('HLF-20a a machine that is ten minutes ahead goes by the database’s time, and says so once', async () => {
  world.machine += 600_000;
  const started = await start();
  expect(off(started)).toBeLessThan(5);
  await tenSeconds();
  expect([off(started) < 5, told, Math.round(started.machineAhead() / 1000)]).toEqual([true, [600], 600]);
});

test('HLF-20a a clock set while the server runs changes nothing, and is told when off and when right', async () => {
  const started = await start();
  world.machine -= 7_000;
  expect(off(started)).toBeLessThan(5);
  await tenSeconds();
  world.machine += 7_000;
  await tenSeconds();
  expect(told).toEqual([-7, 0]);
});

test('HLF-20a another time of the database is followed, a slow answer is not, an outage stops nothing', async () => {
  const started = await start();
  world.takes = 3_000;
  world.database += 1_000;
  await tenSeconds();
  expect(off(started)).toBeGreaterThan(900);
  world.takes = 4;
  await tenSeconds();
  expect(off(started)).toBeLessThan(5);
  world.isAway = true;
  await tenSeconds();
  expect(off(started)).toBeLessThan(5);
});
