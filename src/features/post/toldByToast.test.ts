import { expect, test } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { signedInFan } from '../../../tests/support/render.tsx';
import type { Job } from '../../outbox/job.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { isToldByToast, type PostCircumstances } from './toldByToast.ts';

const job = (change: Partial<Job>): Job => ({
  id: 'earlier',
  version: 1,
  userId: 'me',
  tenant: 'club',
  event: { id: 'e1', name: '第1節', seasonId: null },
  teamId: null,
  photos: [],
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
const suspended: SessionState = {
  status: 'signedIn',
  user: { id: 'me', name: '私', usepermit: false, suspension: { reason: '迷惑な投稿', until: '2999-12-31' } },
};
const fine: PostCircumstances = {
  session: signedInFan,
  isKnown: true,
  hasSignal: true,
  hasTrouble: false,
  hold: null,
  jobs: [job({ id: 'new' }), job({ state: 'done', error: 'NETWORK' }), job({ userId: 'other', state: 'refused' })],
};
const post = { jobId: 'new', posted: 0 };

test('FAN-26a a post with signal is told by a toast, whatever other fans have in the queue', () => {
  expect(isToldByToast(post, fine)).toBe(true);
});

test('FAN-26c the sheet is shown for a first post, without signal, in trouble, and where the fan is needed', () => {
  const reasons: readonly (readonly [name: string, change: Partial<PostCircumstances>])[] = [
    ['first post', { isKnown: false }],
    ['no signal', { hasSignal: false }],
    ['trouble', { hasTrouble: true }],
    ['paused', { hold: 'paused' }],
    ['nobody', { session: ANONYMOUS }],
    ['login ran out', { session: { status: 'expired', user: { id: 'me', name: '私', usepermit: false } } }],
    ['suspended', { session: suspended }],
    ['refused', { jobs: [job({ state: 'refused', error: 'EVENT_OVER' })] }],
    ['needs a login', { jobs: [job({ state: 'login' })] }],
    ['failed', { jobs: [job({ error: 'NETWORK' })] }],
  ];
  for (const [name, change] of nonEmpty([...reasons]))
    expect([name, isToldByToast(post, { ...fine, ...change })]).toEqual([name, false]);
  expect(isToldByToast({ jobId: 'new', posted: 2 }, fine), 'photos of another tab').toBe(false);
});
