import { expect, test } from 'vitest';
import { createJobRun, type JobRun, LeaseLost } from './jobRun.ts';
import { createJob } from './outbox.ts';
import type { OutboxMessage, OutboxPorts, SenderPorts } from './ports.ts';

const job = createJob(
  {
    userId: 'me',
    tenant: 'club',
    event: { id: 'e', name: '試合', seasonId: null },
    teamId: null,
    photos: [
      {
        name: 'a',
        mediaUrl: 'ugc/a',
        step: 'stored',
        fileName: 'a.jpg',
        prepared: null,
        error: null,
        fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
      },
    ],
  },
  0,
);

/** A run on a store of one job; what the lock answers to its renewals, one after the other. */
function runWith(...renewals: boolean[]): { readonly run: JobRun; readonly messages: OutboxMessage[] } {
  const messages: OutboxMessage[] = [];
  const ports: Omit<OutboxPorts, 'loadSender' | 'lock'> = {
    store: {
      loadAll: async () => [job],
      update: async (_id, change) => change(job)?.job ?? null,
      readBytes: async () => null,
      insert: async () => ({ jobId: null, posted: [] }),
    },
    clock: { now: () => 0 },
    random: () => 0,
    announcer: { announce: (message) => void messages.push(message) },
    sendBlockedReason: async () => null,
  };
  const run = createJobRun('a', {
    eventId: 'e',
    stage: 'post',
    sender: {} as SenderPorts,
    login: { userId: 'me', session: 's' },
    ports: ports as OutboxPorts,
    putSignal: new AbortController().signal,
    lease: { renew: async () => renewals.shift() ?? expect.unreachable('asked too often') },
  });
  return { run, messages };
}

test('T08 a lease that was lost stays lost, and the lock is not asked for it again', async () => {
  const { run } = runWith(true, false);
  await run.renewLease();
  expect(run.isLeaseLost()).toBe(false);
  for (let step = 0; step < 2; step += 1) {
    await expect(run.renewLease()).rejects.toThrow(LeaseLost);
    expect(run.isLeaseLost()).toBe(true);
  }
});

test('QUE-04d a post that is gone wants nothing; one that waits does', async () => {
  const { run } = runWith();
  expect([await run.isWanted(null), await run.isWanted(job)]).toEqual([false, true]);
});

test('OPS-02a where nobody measures, what became public is told to the screens all the same', async () => {
  const { run, messages } = runWith();
  const after = await run.apply({ kind: 'registered', mediaUrls: ['ugc/a'], later: [], at: 5 });
  expect(after).toMatchObject({ state: 'done', finishedAt: 5 });
  expect(messages).toEqual([{ kind: 'changed' }]);
});
