/** Who is asked for at a pool of Amazon's, in what order, and what is made of the answer. The queue's part: cleanupJobs.test.ts. */
import { expect, test } from 'vitest';
import { ACCOUNTS_PER_RUN } from '../../src/contract/limits.ts';
import type { AccountCheck } from './accountChecks.ts';
import { type DeletedAccountsDeps, syncDeletedAccounts } from './syncDeletedAccounts.ts';

const lease = new Date('2026-11-21T09:05:00Z');
const NAMES = { name: 'n', nickname: 'n', avatar: null };

/** A queue of accounts: `gone` are not in the pool, `unknown` were never fans here. All that happens is told in `did`. */
function setUp(queue: string[], { gone = [], unknown = [] }: { gone?: string[]; unknown?: string[] } = {}) {
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
      take: async (limit) => {
        did.push(`take ${limit}`);
        return queue.splice(0, limit).map((user_id): AccountCheck => ({ user_id, lease }));
      },
      end: async (checks) => void did.push(`end ${checks.map(({ user_id }) => user_id).join()}`),
      isKnown: async (sub) => !unknown.includes(sub),
    },
    leave: async (sub) => void did.push(`leave ${sub}`),
  };
  return { did, deps };
}

test('HLF-06 ACC-10b only a known fan whose account is gone loses the content, before the check ends', async () => {
  const { did, deps } = setUp(['here', 'gone', 'nobody'], { gone: ['gone', 'nobody'], unknown: ['nobody'] });
  expect(await syncDeletedAccounts(deps)).toEqual({ looked: 3, left: 1 });
  expect(did).toEqual([
    ...['flush', 'take 50', 'ask here', 'end here', 'ask gone', 'leave gone', 'end gone', 'ask nobody', 'end nobody'],
  ]);
});

test('HLF-06 a check whose fan could not be taken away stays for the next time', async () => {
  const { did, deps } = setUp(['gone', 'here'], { gone: ['gone'] });
  const leave = () => Promise.reject(new Error('the database is away'));
  await expect(syncDeletedAccounts({ ...deps, leave })).rejects.toThrow('the database is away');
  expect(did).toEqual(['flush', 'take 50', 'ask gone']);
});

test('HLF-06 a run ends with the queue, at its bound, and between two accounts when the server stops', async () => {
  const all = Array.from({ length: ACCOUNTS_PER_RUN + 60 }, (_, at) => `fan${at}`);
  const many = setUp([...all]);
  expect(await syncDeletedAccounts(many.deps)).toEqual({ looked: ACCOUNTS_PER_RUN, left: 0 });
  const full = setUp(all.slice(0, 50));
  await syncDeletedAccounts(full.deps);
  // A full hand may not have been the last one.
  expect(full.did.filter((what) => what.startsWith('take'))).toHaveLength(2);
  const stopped = setUp(all.slice(0, 49));
  const isStopped = () => stopped.did.includes('end fan1');
  expect(await syncDeletedAccounts({ ...stopped.deps, isStopped })).toEqual({ looked: 2, left: 0 });
  const before = setUp(all.slice(0, 3));
  expect(await syncDeletedAccounts({ ...before.deps, isStopped: () => true })).toEqual({ looked: 0, left: 0 });
  expect(before.did).toEqual(['flush']);
});
