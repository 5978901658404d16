import { expect, test } from 'vitest';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import type { Job, JobPhoto } from './job.ts';
import { createJob } from './outbox.ts';
import { type JobEvent, transition, updateFor } from './transition.ts';

const prepared = {
  width: 4,
  height: 3,
  color: '#112233',
  exif: null,
  originalBytes: 3_000,
  previewBytes: 200,
  thumbnailBytes: 30,
};
const photo = (name: string, step: JobPhoto['step'], change: Partial<JobPhoto> = {}): JobPhoto => ({
  name,
  mediaUrl: `ugc/${name}`,
  step,
  fileName: 'a.jpg',
  prepared: step === 'picked' ? null : prepared,
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
  error: null,
  ...change,
});
const job = (photos: JobPhoto[], change: Partial<Job> = {}): Job => ({
  ...createJob(
    { userId: 'me', tenant: 'club', event: { id: 'e', name: '試合', seasonId: null }, teamId: null, photos },
    0,
  ),
  ...change,
});
const steps = ({ photos }: Job) => photos.map(({ step }) => step);
const failed: JobEvent = { kind: 'failed', error: 'NETWORK', notBefore: 9 };
const stored = (name: string): JobEvent => ({
  kind: 'stored',
  photoName: name,
  mediaUrl: `ugc/${name}`,
  original: 'whole',
});
const registered = (...names: string[]): JobEvent => ({
  kind: 'registered',
  mediaUrls: names.map((name) => `ugc/${name}`),
  later: [],
  at: 5,
});

test.each<[string, Job, JobEvent]>([
  ['a failure of a paused post', job([photo('a', 'ready')], { state: 'paused' }), failed],
  ['a second try', job([photo('a', 'ready')], { isTried: true }), { kind: 'trying' }],
  ['a try of a paused post', job([photo('a', 'ready')], { state: 'paused' }), { kind: 'trying' }],
  ['a preparation that was made', job([photo('a', 'ready')]), { kind: 'prepared', photoName: 'a', prepared }],
  ['a put of what is registered', job([photo('a', 'registered'), photo('b', 'ready')]), stored('a')],
  ['a registration of a paused post', job([photo('a', 'stored')], { state: 'paused' }), { kind: 'registering' }],
  ['a registration with nothing stored', job([photo('a', 'ready')]), { kind: 'registering' }],
  ['a pause of a refused post', job([photo('a', 'refused')], { state: 'refused' }), { kind: 'paused' }],
  [
    'the sign-in that was refused',
    job([photo('a', 'ready')], { state: 'login', refusedSession: 's' }),
    { kind: 'ownerSignedIn', session: 's' },
  ],
  ['a sign-in while it waits', job([photo('a', 'ready')]), { kind: 'ownerSignedIn', session: 's' }],
])('QUE-01d what does not fit (any more) changes nothing: %s', (_, before, event) => {
  expect(transition(before, event)).toBe(before);
  expect(updateFor(before, event)).toBeNull();
});

test('QUE-01d a post that is done never changes', () => {
  const done = job([photo('a', 'registered', { error: 'BYTES_LOST' })], { state: 'done', finishedAt: 3 });
  for (const event of nonEmpty<JobEvent>([{ kind: 'released', forceSend: true }, { kind: 'paused' }, failed]))
    expect(transition(done, event)).toBe(done);
});

test('QUE-04b a post that waits for a login can be paused, and needs no login then', () => {
  expect(transition(job([photo('a', 'ready')], { state: 'login' }), { kind: 'paused' }).state).toBe('paused');
});

test('T25 a second registration leaves the first one open; only an answer to all of it closes both', () => {
  const first = transition(job([photo('a', 'stored'), photo('b', 'stored')]), { kind: 'registering' });
  expect([first.registering, first.isEarlierOpen]).toEqual([true, undefined]);
  const second = transition(first, { kind: 'registering' });
  expect([second.registering, second.isEarlierOpen]).toEqual([true, true]);
  expect(transition(second, { kind: 'answered' })).toBe(second);
  const half = transition(second, registered('a'));
  expect([steps(half), half.registering, half.isEarlierOpen]).toEqual([['registered', 'stored'], true, true]);
  const whole = transition(half, registered('b'));
  expect([whole.state, whole.registering, whole.isEarlierOpen]).toEqual(['done', false, undefined]);
});

test('T25 objects the server misses are put again; what is public, or was never put, stays where it is', () => {
  const before = job([photo('a', 'stored'), photo('b', 'public'), photo('c', 'refused')], { registering: true });
  const after = transition(before, { kind: 'objectsMissing', notBefore: 9 });
  expect(steps(after)).toEqual(['ready', 'public', 'refused']);
  expect(after).toMatchObject({ registering: false, attempts: 1, notBefore: 9, error: 'OBJECT_MISSING' });
});

test('QUE-03b the fan’s word starts over what failed, and nothing of what went well', () => {
  const failedPhotos = [
    photo('a', 'refused', { error: 'BYTES_LOST' }),
    photo('b', 'refused', { error: 'IMAGE_NOT_JPEG', prepared: null }),
    photo('c', 'public', { error: 'PreconditionFailed' }),
  ];
  const before = job([...failedPhotos, photo('d', 'stored'), photo('e', 'registered')], {
    state: 'refused',
    attempts: 4,
  });
  const after = transition(before, { kind: 'released', forceSend: false });
  expect(steps(after)).toEqual(['ready', 'picked', 'public', 'stored', 'registered']);
  expect(after.photos.map(({ error }) => error)).toEqual([null, null, null, null, null]);
  expect(after).toMatchObject({ state: 'waiting', attempts: 0, notBefore: 0 });
});

test('T25 a refused post that turns out to be public waits for its originals again', () => {
  const before = job([photo('a', 'stored'), photo('b', 'stored')], { state: 'refused', error: 'EVENT_OVER' });
  const after = transition(before, { ...registered('a', 'b'), later: ['ugc/a'] } as JobEvent);
  expect([steps(after), after.state, after.error]).toEqual([['public', 'registered'], 'waiting', null]);
});

test('T03 bytes go with the step that makes them needless, of that photo alone', () => {
  const dropped = (before: Job, event: JobEvent) =>
    updateFor(before, event)?.dropBytes?.map(({ photoName, part }) => `${photoName} ${part}`);
  const before = job([photo('a', 'picked'), photo('b', 'registered'), photo('c', 'ready'), photo('d', 'public')]);
  expect(dropped(before, { kind: 'prepared', photoName: 'a', prepared })).toEqual(['a source']);
  expect(dropped(before, stored('c'))).toEqual([]);
  expect(dropped(before, { kind: 'released', forceSend: false })).toEqual([]);
  const put = job([photo('a', 'stored', { original: 'later' }), photo('b', 'registered')]);
  expect(dropped(put, { ...registered('a'), later: ['ugc/a'] } as JobEvent)).toEqual([
    ...['a source', 'a preview', 'a thumbnail'],
  ]);
  const refused = job([photo('a', 'refused', { error: 'BYTES_LOST' })], { state: 'refused' });
  expect(dropped(refused, { kind: 'released', forceSend: false })).toEqual([]);
});
