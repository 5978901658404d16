import { expect, test } from 'vitest';
import { NOTHING_KNOWN, type OutboxSnapshot } from '../../outbox/client.ts';
import type { Job, JobPhoto } from '../../outbox/job.ts';
import { pendingPhotos } from './pendingList.ts';

const photoOf = (name: string, given: Partial<JobPhoto> = {}): JobPhoto => ({
  name,
  mediaUrl: `ugc/club/e1/original/${name}.jpg`,
  step: 'ready',
  fileName: `${name}.jpg`,
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
  prepared: null,
  error: null,
  ...given,
});
const jobOf = (id: string, given: Partial<Job> = {}): Job => ({
  id,
  version: 1,
  userId: 'me',
  tenant: 'club',
  event: { id: 'e1', name: '', seasonId: null },
  teamId: null,
  photos: [photoOf(`${id}-1`)],
  state: 'waiting',
  registering: false,
  refusedSession: null,
  attempts: 0,
  notBefore: 0,
  error: null,
  createdAt: 0,
  finishedAt: null,
  ...given,
});
const snapshotOf = (jobs: readonly Job[], progress: OutboxSnapshot['progress'] = []): OutboxSnapshot => ({
  ...NOTHING_KNOWN,
  jobs,
  progress,
  isLoaded: true,
});
const scope = { tenant: 'club', userId: 'me', eventId: null };

test('QUE-05d only this fan’s unsent photos of this tenant are shown, newest post first', () => {
  const jobs = [
    jobOf('old'),
    jobOf('other-fan', { userId: 'you' }),
    jobOf('other-tenant', { tenant: 'league' }),
    jobOf('done', { state: 'done' }),
    jobOf('new', { event: { id: 'e2', name: '', seasonId: null } }),
  ];
  expect(pendingPhotos(snapshotOf(jobs), scope).map(({ jobId }) => jobId)).toEqual(['new', 'old']);
  expect(pendingPhotos(snapshotOf(jobs), { ...scope, eventId: 'e1' }).map(({ jobId }) => jobId)).toEqual(['old']);
  expect(pendingPhotos(snapshotOf(jobs), { ...scope, userId: null })).toEqual([]);
});

test('QUE-04a a card says whether it waits, is being sent, rests or was refused', () => {
  const job = jobOf('j', { photos: [photoOf('a'), photoOf('b', { step: 'refused' }), photoOf('c')] });
  const sending = { jobId: 'j', photoName: 'c', sent: 25, total: 100 };
  expect(pendingPhotos(snapshotOf([job], [sending]), scope).map(({ state, progress }) => [state, progress])).toEqual([
    ['pending', 0],
    ['refused', 0],
    ['sending', 0.25],
  ]);
  const states = (['paused', 'login', 'refused'] as const).map(
    (state) => pendingPhotos(snapshotOf([jobOf('j', { state })]), scope)[0]?.state,
  );
  expect(states).toEqual(['paused', 'needsLogin', 'refused']);
});
