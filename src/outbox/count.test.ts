import { expect, test } from 'vitest';
import { countForeign, countWaiting } from './count.ts';
import type { Job, JobPhoto } from './job.ts';
import { createJob } from './outbox.ts';

const photo = (name: string, step: JobPhoto['step']): JobPhoto => ({
  name,
  mediaUrl: `ugc/${name}`,
  step,
  fileName: 'a.jpg',
  prepared: null,
  error: null,
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
});
const job = (userId: string, photos: JobPhoto[], change: Partial<Job> = {}): Job => ({
  ...createJob({ userId, tenant: 'club', event: { id: 'e', name: '試合', seasonId: null }, teamId: null, photos }, 0),
  ...change,
});

test('QUE-04e the badge counts photos of one’s own that are not public yet; with nobody signed in none', () => {
  const jobs = [
    job('me', [photo('a', 'public'), photo('b', 'ready'), photo('c', 'refused')]),
    job('me', [photo('d', 'registered'), photo('e', 'public'), photo('f', 'picked')]),
    job('other', [photo('g', 'ready')]),
  ];
  expect([countWaiting(jobs, 'me'), countWaiting(jobs, 'other'), countWaiting(jobs, null)]).toEqual([3, 1, 0]);
});

test('QUE-05d posts of other accounts are counted until they are done', () => {
  const jobs = [
    job('me', [photo('a', 'ready')]),
    job('other', [photo('b', 'public')]),
    job('third', [photo('c', 'registered')], { state: 'done' }),
  ];
  expect([countForeign(jobs, 'me'), countForeign(jobs, null)]).toEqual([1, 2]);
});
