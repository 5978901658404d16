import { beforeEach, expect, test } from 'vitest';
import { SERVER_STATUS } from '../../src/contract/loadLimits.ts';
import { ApiFailure } from '../api/handlers.ts';
import { DatabaseUnavailable } from '../database/databaseFailure.ts';
import { serviceFailure } from '../identity/awsFailure.ts';
import { BucketFailure } from '../objects/bucketFailure.ts';
import { createServerStatus, createTroubleWatch, type StatusDeps, troubleOf, watchRefusals } from './serverStatus.ts';

const MINUTE = 60_000;
const coded = (code: string) => Object.assign(new Error('failed'), { code });
const away = (cause?: unknown) => new DatabaseUnavailable('away', { isWorthRepeating: false, cause });

test.each([
  ['no connection to the database', away(), 'database'],
  ['too many connections', coded('53300'), 'database'],
  ['a database without disk', coded('53100'), 'diskFull'],
  ['the same, as the embedded database tells it', away(coded('53100')), 'diskFull'],
  ['a disk of ours without room', coded('ENOSPC'), 'diskFull'],
  ['a bucket behind our own store', new BucketFailure('refused'), 'storage'],
  ['a bucket', serviceFailure('bucket photos', new Error('AccessDenied')), 'storage'],
  ['a user pool', serviceFailure('user pool fans', new Error('AccessDenied')), null],
  ['too many calls', new ApiFailure('OVERLOADED'), 'busy'],
  ['a refused input', new ApiFailure('INVALID_REQUEST'), null],
  ['a fault of ours', new TypeError('x is undefined'), null],
])('FAN-22b %s', (_, error, code) => {
  expect(troubleOf(error)).toBe(code);
});

let time: number;
beforeEach(() => {
  time = 10 * MINUTE + 7_000;
});

test('FAN-22b a trouble is told with the minute it began until it is not met any more', () => {
  const watch = createTroubleWatch(() => time);
  watch.saw(null);
  expect(watch.list()).toEqual([]);
  watch.saw('storage');
  time += SERVER_STATUS.heldMs;
  watch.saw('storage');
  time += SERVER_STATUS.heldMs;
  expect(watch.list()).toEqual([{ code: 'storage', since: 10 * MINUTE }]);
  time += 1;
  expect(watch.list()).toEqual([]);
  watch.saw('storage');
  expect(watch.list()).toEqual([{ code: 'storage', since: 10 * MINUTE }]);
  time += MINUTE;
  watch.saw('storage');
  expect(watch.list()).toEqual([{ code: 'storage', since: 11 * MINUTE }]);
});

test('FAN-22b refusals of a busy server are told after a minute of them', () => {
  const watch = createTroubleWatch(() => time);
  const admission = watchRefusals(
    {
      requireRoom: () => {
        throw new ApiFailure('OVERLOADED');
      },
      run: (_, work) => work(),
    },
    (error) => watch.saw(troubleOf(error)),
  );
  const refuse = () => admission.requireRoom({ kind: 'fansRead', network: null });
  for (let waited = 0; waited < SERVER_STATUS.busyAfterMs; waited += SERVER_STATUS.heldMs) {
    expect(refuse).toThrow('OVERLOADED');
    expect(watch.list()).toEqual([]);
    time += SERVER_STATUS.heldMs;
  }
  expect(refuse).toThrow('OVERLOADED');
  expect(watch.list()).toEqual([{ code: 'busy', since: 10 * MINUTE }]);
});

/** A server's status, how often it looked, and whom it asks. */
function setUp(given: Partial<StatusDeps> = {}) {
  let looks = 0;
  let clock = 0;
  const answer = createServerStatus({
    watch: createTroubleWatch(() => time),
    canServe: async () => {
      looks += 1;
      return true;
    },
    isDatabaseDamaged: () => false,
    room: null,
    clock: () => clock,
    ...given,
  });
  const codes = async () => {
    const { troubles } = (await (await answer()).json()) as { troubles: { code: string }[] };
    return troubles.map(({ code }) => code);
  };
  return { answer, codes, looks: () => looks, wait: (ms: number) => (clock += ms) };
}

test('FAN-22b however many ask, the server looks once in five seconds, and caches keep its word', async () => {
  const { answer, looks, wait } = setUp();
  const answers = await Promise.all([answer(), answer(), answer()]);
  expect([answers[0]?.headers.get('cache-control'), await answers[0]?.json()]).toEqual([
    'public, max-age=10',
    { troubles: [] },
  ]);
  wait(SERVER_STATUS.lookEveryMs - 1);
  await answer();
  expect(looks()).toBe(1);
  wait(1);
  await answer();
  expect(looks()).toBe(2);
});

test('FAN-22b a look finds a database in trouble and a full disk; a disk that hangs is no trouble', async () => {
  expect(await setUp({ canServe: async () => false }).codes()).toEqual(['database']);
  expect(await setUp({ isDatabaseDamaged: () => true }).codes()).toEqual(['database']);
  expect(await setUp({ room: async () => 0 }).codes()).toEqual(['diskFull']);
  expect(await setUp({ room: async () => 1 }).codes()).toEqual([]);
  expect(await setUp({ room: () => new Promise(() => undefined) }).codes()).toEqual([]);
  expect(await setUp({ room: () => Promise.reject(new Error('EIO')) }).codes()).toEqual([]);
});
