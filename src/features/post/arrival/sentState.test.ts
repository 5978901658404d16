import { expect, test } from 'vitest';
import type { Job, JobPhoto, PhotoStep } from '../../../outbox/job.ts';
import { type SentState, sentStateOf } from './sentState.ts';

const photo = (step: PhotoStep): JobPhoto => ({
  name: step,
  mediaUrl: `ugc/club/e1/original/${step}.jpg`,
  step,
  fileName: `${step}.jpg`,
  fields: { comment: '', htag: '', player: '', photo_location: '', usepermit: false, alt: '' },
  prepared: null,
  error: null,
});
const job = (steps: readonly PhotoStep[], change: Partial<Job> = {}): Job => ({
  id: 'j1',
  version: 1,
  userId: 'fan',
  tenant: 'club',
  event: { id: 'e1', name: '第1節', seasonId: null },
  teamId: null,
  photos: steps.map(photo),
  state: 'waiting',
  registering: false,
  refusedSession: null,
  attempts: 0,
  notBefore: 0,
  error: null,
  createdAt: 0,
  finishedAt: null,
  ...change,
});
const stateOf = (post: Job, hold: 'paused' | 'metered' | null = null, isOnline = true): SentState =>
  sentStateOf(post, hold, isOnline);

test('FAN-26b a toast says that a post is public only when all of it is, whatever else has happened', () => {
  expect(stateOf(job(['public', 'registered']))).toBe('public');
  expect(stateOf(job(['public'], { state: 'paused' }), 'paused', false)).toBe('public');
  expect(stateOf(job(['ready'], { state: 'done' }))).toBe('public');
  expect(stateOf(job(['public', 'stored']))).toBe('sending');
  expect(stateOf(job(['public', 'refused']))).toBe('problem');
});

test('FAN-26b the toast tells what keeps a post: the fan is needed, the line is gone, or it waits', () => {
  expect(stateOf(job(['ready'], { state: 'login' }), null, false)).toBe('problem');
  expect(stateOf(job(['ready'], { state: 'refused', error: 'EVENT_OVER' }))).toBe('problem');
  expect(stateOf(job(['refused', 'ready']))).toBe('problem');
  expect(stateOf(job(['ready'], { error: 'NETWORK' }), null, false)).toBe('offline');
  expect(stateOf(job(['ready'], { error: 'NETWORK' }))).toBe('waiting');
  expect(stateOf(job(['ready'], { state: 'paused' }))).toBe('waiting');
  expect(stateOf(job(['ready']), 'metered')).toBe('waiting');
  expect(stateOf(job(['ready'], { forceSend: true }), 'metered')).toBe('sending');
});
