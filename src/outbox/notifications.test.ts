import { expect, test } from 'vitest';
import { countForeign, countWaiting } from './count.ts';
import type { Job, JobState } from './job.ts';
import { lateNotifications, notificationsOf, tellingPass } from './notifications.ts';
import { createJob } from './outbox.ts';

const job = (name: string, state: JobState, change: Partial<Job> = {}): Job => ({
  ...createJob(
    {
      userId: 'me',
      tenant: 'club',
      event: { id: 'e', name: '試合', seasonId: null },
      teamId: null,
      photos: ['1', '2'].map((number) => ({
        name: name + number,
        mediaUrl: name + number,
        step: state === 'done' ? 'registered' : 'ready',
        fileName: 'a.jpg',
        fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
        prepared: null,
        error: null,
      })),
    },
    0,
  ),
  state,
  ...change,
});
const kinds = (before: Job[], after: Job[]) =>
  notificationsOf(before, after).map(({ kind, job: { id } }) => `${kind} ${id}`);

test('QUE-04e a fan is told what was sent and what waits for a decision, once', () => {
  expect(kinds([job('a', 'waiting'), job('b', 'waiting')], [job('a', 'done'), job('b', 'refused')])).toEqual([
    'sent a1',
    'refused b1',
  ]);
  expect(kinds([job('a', 'done')], [job('a', 'done')])).toEqual([]);
  expect(kinds([job('a', 'waiting')], [job('a', 'paused')])).toEqual([]);
  expect(kinds([], [job('a', 'done')]), 'never seen waiting').toEqual([]);
});

test('QUE-05c a login that ran out is news for its owner; QUE-05d a post of somebody else is not', () => {
  const before = [job('a', 'waiting')];
  expect(kinds(before, [job('a', 'login', { refusedSession: '1' })])).toEqual(['login a1']);
  expect(kinds(before, [job('a', 'login')])).toEqual([]);
  expect(kinds([job('a', 'login', { refusedSession: '1' })], [job('a', 'login', { refusedSession: '1' })])).toEqual([]);
  expect(kinds(before, [job('a', 'refused', { refusedSession: '1' })])).toEqual(['refused a1']);
});

test('PUB-03a QUE-04e a post is told of when it is public, once; originals that follow are no news', () => {
  const at = (step: 'stored' | 'public' | 'registered', state: JobState = 'waiting') => {
    const whole = job('a', state);
    return job('a', state, { photos: whole.photos.map((photo) => ({ ...photo, step })) });
  };
  expect(kinds([at('stored')], [at('public')])).toEqual(['sent a1']);
  expect(kinds([at('stored')], [at('registered', 'done')])).toEqual(['sent a1']);
  expect(kinds([at('public')], [at('registered', 'done')])).toEqual([]);
  expect(kinds([at('public')], [at('public', 'refused')])).toEqual(['refused a1']);
  expect(lateNotifications([at('public')])).toEqual([]);
  expect(countWaiting([at('public'), at('stored')], 'me')).toBe(2);
  expect(countWaiting([at('public')], 'me')).toBe(0);
  expect(countForeign([at('public'), at('registered', 'done')], 'other')).toBe(1);
});

test('T06 after the last try everything that waits is late, nothing else', () => {
  expect(lateNotifications([job('a', 'waiting')]).map(({ kind }) => kind)).toEqual(['late']);
  expect(
    lateNotifications([job('a', 'waiting'), job('b', 'paused'), job('c', 'done')]).map((one) => one.job.id),
  ).toEqual(['a1']);
});

test('QUE-04e QUE-05d the badge counts photos of the signed-in account only, and not those that arrived', () => {
  const [first, second] = job('a', 'refused').photos as [Job['photos'][0], Job['photos'][0]];
  const partly = job('a', 'refused', { photos: [{ ...first, step: 'registered' }, second] });
  const jobs = [partly, job('b', 'waiting'), job('c', 'done'), job('d', 'login', { userId: 'you' })];
  expect(countWaiting(jobs, 'me')).toBe(3);
  expect(countWaiting(jobs, null)).toBe(0);
  expect(countForeign(jobs, 'me')).toBe(1);
  expect(countForeign(jobs, null)).toBe(3);
});

test('QUE-04e the worker tells what its own pass changed, not what a page sent between two passes', async () => {
  let jobs = [job('a', 'waiting'), job('b', 'waiting')];
  const told: string[] = [];
  const pass = (drain: () => void, isFailing = false) =>
    tellingPass(
      async () => {
        drain();
        if (isFailing) throw new Error('lease lost');
      },
      async () => jobs,
      async (notifications) => void told.push(...notifications.map(({ kind, job: { id } }) => `${kind} ${id}`)),
    );
  await pass(() => {});
  jobs = [job('a', 'done'), job('b', 'waiting')];
  await pass(() => {});
  expect(told).toEqual([]);
  const failing = pass(() => {
    jobs = [job('a', 'done'), job('b', 'done')];
  }, true);
  await expect(failing).rejects.toThrow('lease lost');
  expect(told).toEqual(['sent b1']);
});
