// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { changing, fakeServices, renderHookWith, signedInFan } from '../../../tests/support/render.tsx';
import type { FanEvent } from '../../contract/entities.ts';
import { NOTHING_KNOWN } from '../../outbox/client.ts';
import type { Job, JobPhoto } from '../../outbox/job.ts';
import { useMaxPhotos } from './useMaxPhotos.ts';

afterEach(() => vi.useRealTimers());

const eventWith = (count: number) =>
  ({ event_id: 'e1', post_limit: 3, postUser_list: [{ user_id: 'me', count }] }) as unknown as FanEvent;
const jobOf = (step: JobPhoto['step']): Job =>
  ({
    id: 'job',
    userId: 'me',
    event: { id: 'e1' },
    state: step === 'registered' ? 'done' : 'waiting',
    finishedAt: null,
    photos: ['a', 'b', 'c'].map((mediaUrl) => ({ mediaUrl, step })),
  }) as unknown as Job;

test('PST-09d photos that have just become public make no room until the event counts them', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const outbox = changing(NOTHING_KNOWN);
  const { result, rerender } = await renderHookWith(
    ({ event, asOf }) => useMaxPhotos(event, asOf),
    { event: eventWith(0), asOf: 500 },
    fakeServices({ state: signedInFan, outbox }),
  );
  const setJobs = (...jobs: Job[]) => outbox.change({ ...NOTHING_KNOWN, jobs });

  expect(result.current).toBe(3);
  await setJobs(jobOf('ready'));
  expect(result.current).toBe(0);
  await setJobs(jobOf('public'));
  expect(result.current).toBe(0);
  await setJobs(jobOf('registered'));
  expect(result.current).toBe(0);
  rerender({ event: eventWith(3), asOf: 1_500 });
  expect(result.current).toBe(0);
  rerender({ event: eventWith(2), asOf: 2_000 }); // one was deleted
  expect(result.current).toBe(1);
  await setJobs({ ...jobOf('ready'), id: 'taken back' });
  expect(result.current).toBe(0);
  await setJobs();
  expect(result.current).toBe(1);
});

test('PST-09d photos of another fan of this device, or for another event, take no room', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const outbox = changing(NOTHING_KNOWN);
  const { result } = await renderHookWith(
    () => useMaxPhotos(eventWith(0), 500),
    undefined,
    fakeServices({ state: signedInFan, outbox }),
  );
  const others = [{ userId: 'other' }, { event: { id: 'e2', name: '', seasonId: null } }];
  for (const step of ['ready', 'public'] as const)
    for (const change of others) {
      await outbox.change({ ...NOTHING_KNOWN, jobs: [{ ...jobOf(step), ...change }] });
      expect([step, change, result.current]).toEqual([step, change, 3]);
    }
});
