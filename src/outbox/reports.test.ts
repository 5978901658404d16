import { expect, test } from 'vitest';
import type { Job, JobPhoto } from './job.ts';
import { createJob } from './outbox.ts';
import { reportsOf } from './reports.ts';
import { type JobEvent, transition } from './transition.ts';

const MADE_AT = 1_000_000;
const photo = (name: string, given: Partial<JobPhoto> = {}): JobPhoto => ({
  name,
  mediaUrl: `ugc/${name}`,
  step: 'stored',
  fileName: 'a.jpg',
  fields: { comment: '', htag: [], player: [], photo_location: '', usepermit: false } as never,
  prepared: null,
  original: 'later',
  error: null,
  ...given,
});
const jobOf = (...photos: JobPhoto[]): Job =>
  createJob(
    { userId: 'u', tenant: 'club', event: { id: 'e', name: 'E', seasonId: null }, teamId: null, photos },
    MADE_AT,
  );
const tell = (event: JobEvent, before: Job, at: number) => {
  const after = transition(before, event);
  return { after, reports: reportsOf(event, before, after, at) };
};
const urls = (...names: string[]) => names.map((name) => `ugc/${name}`);
const registered = (names: string[], later: string[]): JobEvent => ({
  kind: 'registered',
  mediaUrls: urls(...names),
  later: urls(...later),
  at: MADE_AT,
});
const proven = (names: string[], isAnyGone = false): JobEvent => ({
  kind: 'originalsProven',
  mediaUrls: urls(...names),
  at: MADE_AT,
  isAnyGone,
});

test('OPS-02a a post tells its age when all of it is public, and when its last original is proven', () => {
  const job = { ...jobOf(photo('a'), photo('b')), registering: true };
  const half = tell(registered(['a'], ['a']), job, MADE_AT + 1_000);
  expect(half.reports).toEqual([]);
  const all = tell(registered(['b'], ['b']), half.after, MADE_AT + 7_000);
  expect(all.reports).toEqual([{ kind: 'public', tenant: 'club', ageMs: 7_000 }]);
  const one = tell(proven(['a']), all.after, MADE_AT + 8_000);
  expect(one.reports).toEqual([]);
  const both = tell(proven(['b']), one.after, MADE_AT + 90_000);
  expect(both.reports).toEqual([{ kind: 'full', tenant: 'club', ageMs: 90_000 }]);
  expect(reportsOf(proven(['b']), both.after, transition(both.after, proven(['b'])), MADE_AT)).toEqual([]);
});

test('OPS-02a a post that goes whole is both at once; one whose photo was deleted has no full quality', () => {
  const whole = tell(registered(['a'], []), jobOf(photo('a', { original: 'whole' })), MADE_AT + 5);
  expect(whole.reports.map(({ kind }) => kind)).toEqual(['public', 'full']);
  const gone = tell(proven(['a'], true), jobOf(photo('a', { step: 'public' })), MADE_AT + 5);
  expect([gone.after.state, gone.reports]).toEqual(['done', []]);
  const dropped = tell({ kind: 'originalsDropped', at: MADE_AT }, jobOf(photo('a', { step: 'public' })), MADE_AT + 5);
  expect([dropped.after.state, dropped.reports]).toEqual(['done', []]);
});

test('OPS-02a what can never be sent tells its code, what is tried again tells nothing', () => {
  const job = jobOf(photo('a'));
  const refused = { kind: 'refused', error: 'EVENT_OVER', eventId: 'e', isAnswered: true } as const;
  expect(tell(refused, job, MADE_AT).reports).toEqual([{ kind: 'refused', tenant: 'club', code: 'EVENT_OVER' }]);
  expect(tell({ ...refused, eventId: 'other' }, job, MADE_AT).reports).toEqual([]);
  expect(tell({ kind: 'failed', error: 'NETWORK', notBefore: 0 }, job, MADE_AT).reports).toEqual([]);
});
