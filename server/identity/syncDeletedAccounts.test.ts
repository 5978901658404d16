/** Who is asked for at a pool of Amazon's, in what order, and what is made of the answer. The queue's part: cleanupJobs.test.ts. */
import { expect, test } from 'vitest';
import { ACCOUNTS_PER_RUN, TOO_MANY_GONE } from '../../src/contract/limits.ts';
import type { AccountCheck } from './accountChecks.ts';
import { type DeletedAccountsDeps, syncDeletedAccounts } from './syncDeletedAccounts.ts';

const lease = new Date('2026-11-21T09:05:00Z');
const NAMES = { name: 'n', nickname: 'n', avatar: null };

interface Fans {
  readonly gone?: readonly string[];
  readonly unknown?: readonly string[];
  readonly unseen?: readonly string[];
}

/** A queue of accounts: `gone` are not in the pool, `unknown` were never fans here, `unseen` not seen in the pool. All that happens is told in `did`. */
function setUp(queue: string[], { gone = [], unknown = [], unseen = [] }: Fans = {}) {
  const did: string[] = [];
  const deps: DeletedAccountsDeps = {
    pool: {
      attributesOf: async (sub) => {
        did.push(`ask ${sub}`);
        return gone.includes(sub) ? null : NAMES;
      },
    },
    checks: {
      flush: async () => void did.push('flush'),
      otherPool: async () => null,
      take: async (limit) => {
        did.push(`take ${limit}`);
        return queue
          .splice(0, limit)
          .map((user_id): AccountCheck => ({ user_id, isSeen: !unseen.includes(user_id), lease }));
      },
      keep: async ({ user_id }) => void did.push(`keep ${user_id}`),
      forget: async ({ user_id }) => void did.push(`forget ${user_id}`),
      isKnown: async (sub) => !unknown.includes(sub),
    },
    leave: async (sub) => void did.push(`leave ${sub}`),
    onError: (error) => void did.push(String(error)),
  };
  return { did, deps };
}
const fans = (count: number) => Array.from({ length: count }, (_, at) => `fan${at}`);
const leftIn = (did: readonly string[]) => did.filter((what) => what.startsWith('leave')).length;

test('HLF-06 ACC-10b only a known fan whose account is gone loses the content, before the check ends', async () => {
  const { did, deps } = setUp(['here', 'gone', 'nobody'], { gone: ['gone', 'nobody'], unknown: ['nobody'] });
  expect(await syncDeletedAccounts(deps)).toEqual({ looked: 3, left: 1, unsure: 0 });
  expect(did).toEqual([
    ...['flush', 'take 50', 'ask here', 'keep here', 'ask gone', 'ask nobody', 'forget nobody'],
    ...['leave gone', 'forget gone'],
  ]);
});

test('HLF-06 a check whose fan could not be taken away stays for the next time', async () => {
  const { did, deps } = setUp(['gone', 'here'], { gone: ['gone'] });
  const leave = () => Promise.reject(new Error('the database is away'));
  await expect(syncDeletedAccounts({ ...deps, leave })).rejects.toThrow('the database is away');
  expect(did).toEqual(['flush', 'take 50', 'ask gone', 'ask here', 'keep here']);
});

test('HLF-06 a fan who was never seen in the pool loses nothing where the pool has no such account', async () => {
  const { did, deps } = setUp(['aki', 'ben', 'nobody'], {
    gone: ['aki', 'nobody'],
    unseen: ['aki', 'ben', 'nobody'],
    unknown: ['nobody'],
  });
  expect(await syncDeletedAccounts(deps)).toEqual({ looked: 3, left: 0, unsure: 1 });
  expect(did.slice(2)).toEqual(['ask aki', 'forget aki', 'ask ben', 'keep ben', 'ask nobody', 'forget nobody']);
});

test('HLF-06 most accounts gone at once is a mistake: nobody loses anything, the operator is told', async () => {
  const all = fans(50);
  const { did, deps } = setUp([...all, 'later'], { gone: all.slice(0, 26) });
  expect(await syncDeletedAccounts(deps)).toEqual({ looked: 50, left: 0, unsure: 0 });
  expect(did.slice(-2)).toEqual(['keep fan49', expect.stringContaining('does not know 26 of 50 accounts')]);
  // Those that seem gone keep their lease: they are asked for again.
  expect(did.filter((what) => /^(?:leave|forget)/.test(what))).toEqual([]);
});

test('HLF-06 ACC-10b half of the accounts gone, or a few in a quiet hour, are fans who left', async () => {
  const all = fans(50);
  const half = setUp([...all], { gone: all.slice(0, 25) });
  await syncDeletedAccounts(half.deps);
  expect(leftIn(half.did)).toBe(25);
  const few = fans(TOO_MANY_GONE.count - 1);
  const quiet = setUp([...few], { gone: few });
  await syncDeletedAccounts(quiet.deps);
  expect(leftIn(quiet.did)).toBe(few.length);
  const many = fans(TOO_MANY_GONE.count);
  const odd = setUp([...many], { gone: many });
  await syncDeletedAccounts(odd.deps);
  expect(leftIn(odd.did)).toBe(0);
});

test('HLF-06 a run ends with the queue, at its bound, and between two accounts when the server stops', async () => {
  const all = fans(ACCOUNTS_PER_RUN + 60);
  const many = setUp([...all]);
  expect(await syncDeletedAccounts(many.deps)).toMatchObject({ looked: ACCOUNTS_PER_RUN, left: 0 });
  const full = setUp(all.slice(0, 50));
  await syncDeletedAccounts(full.deps);
  // A full hand may not have been the last one.
  expect(full.did.filter((what) => what.startsWith('take'))).toHaveLength(2);
  const stopped = setUp(all.slice(0, 49), { gone: ['fan0'] });
  const isAsked = () => stopped.did.includes('ask fan1');
  expect(await syncDeletedAccounts({ ...stopped.deps, isStopped: isAsked })).toMatchObject({ looked: 2, left: 0 });
  const leaving = setUp(all.slice(0, 9), { gone: ['fan0', 'fan1'] });
  const hasLeft = () => leaving.did.includes('leave fan0');
  expect(await syncDeletedAccounts({ ...leaving.deps, isStopped: hasLeft })).toMatchObject({ looked: 9, left: 1 });
  const before = setUp(all.slice(0, 3));
  expect(await syncDeletedAccounts({ ...before.deps, isStopped: () => true })).toMatchObject({ looked: 0, left: 0 });
  expect(before.did).toEqual(['flush']);
});
