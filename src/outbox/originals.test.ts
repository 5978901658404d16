import { expect, test } from 'vitest';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { type Job, type JobPhoto, type JobState, versionOf } from './job.ts';
import { createJob } from './outbox.ts';
import { areOriginalsDue, isPublished, openOriginals, refusedOriginals, stageBytes } from './stages.ts';
import { type JobEvent, transition, updateFor } from './transition.ts';

const prepared = {
  width: 4096,
  height: 3072,
  color: '#112233',
  exif: null,
  originalBytes: 3_000,
  previewBytes: 200,
  thumbnailBytes: 30,
};
const photo = (name: string, change: Partial<JobPhoto> = {}): JobPhoto => ({
  name,
  mediaUrl: `ugc/club/e/original/${name}.jpg`,
  step: 'stored',
  original: 'later',
  fileName: 'a.jpg',
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
  prepared,
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
const urls = (...names: string[]) => names.map((name) => `ugc/club/e/original/${name}.jpg`);
const steps = ({ photos }: Job) => photos.map(({ step }) => step);
const publish = (...names: string[]): JobEvent => ({
  kind: 'registered',
  mediaUrls: urls(...names),
  later: urls(...names),
  at: 5,
});

test('PUB-01a what is registered without its original is public; the job is done with the original only', () => {
  const before = job([photo('a'), photo('b', { original: 'whole' })]);
  const event: JobEvent = { kind: 'registered', mediaUrls: urls('a', 'b'), later: urls('a'), at: 5 };
  const update = updateFor(before, event);
  expect(update?.job).toMatchObject({ state: 'waiting', finishedAt: null });
  expect(steps(update?.job as Job)).toEqual(['public', 'registered']);
  expect(update?.dropBytes?.map(({ photoName, part }) => `${photoName} ${part}`).sort()).toEqual([
    ...['a preview', 'a source', 'a thumbnail'],
    ...['b original', 'b preview', 'b source', 'b thumbnail'],
  ]);
  const after = updateFor(update?.job as Job, { kind: 'originalsProven', mediaUrls: urls('a'), at: 9 });
  expect(after?.job).toMatchObject({ state: 'done', finishedAt: 9 });
  expect(after?.dropBytes?.map(({ part }) => part)).toContain('original');
});

test('PUB-02b a registration that is told of twice neither gives an original up nor asks for it again', () => {
  const open = job([photo('a', { step: 'public' }), photo('b')]);
  expect(steps(transition(open, { kind: 'registered', mediaUrls: urls('a', 'b'), later: [], at: 5 }))).toEqual([
    'public',
    'registered',
  ]);
  const proven = job([photo('a', { step: 'registered' }), photo('b')]);
  expect(steps(transition(proven, publish('a', 'b')))).toEqual(['registered', 'public']);
});

test('PUB-02a what is proven must be public: an answer about anything else changes nothing', () => {
  const before = job([photo('a')]);
  for (const event of nonEmpty<JobEvent>([
    { kind: 'originalsProven', mediaUrls: urls('a', 'z'), at: 1 },
    { kind: 'originalsRefused', mediaUrls: urls('a'), error: 'PreconditionFailed' },
    { kind: 'originalsFailed', error: 'NETWORK', notBefore: 7 },
    { kind: 'originalsDropped', at: 1 },
  ]))
    expect(transition(before, event)).toBe(before);
});

test('PUB-02b failures of originals are counted apart from those of the post, and end with progress', () => {
  const open = job([photo('a', { step: 'public' }), photo('b', { step: 'public' })]);
  const failed = transition(open, { kind: 'originalsFailed', error: 'TIMEOUT', notBefore: 70 });
  const again = transition(failed, { kind: 'originalsFailed', error: 'NETWORK', notBefore: 90 });
  expect(again).toMatchObject({ attempts: 0, notBefore: 0, error: null, state: 'waiting' });
  expect(again.originals).toEqual({ attempts: 2, notBefore: 90, error: 'NETWORK' });
  expect(transition(again, { kind: 'originalsProven', mediaUrls: urls('a'), at: 1 })).not.toHaveProperty('originals');
  expect(transition(again, { kind: 'released', forceSend: false })).not.toHaveProperty('originals');
});

test.each<JobState>(['paused', 'login'])('QUE-04b an original that is refused does not end the state %s', (state) => {
  const open = job([photo('a', { step: 'public' }), photo('b', { step: 'public' })], { state });
  const refused = transition(open, { kind: 'originalsRefused', mediaUrls: urls('a'), error: 'BYTES_LOST' });
  expect(refused.state).toBe(state);
  expect(areOriginalsDue(refused)).toBe(false);
});

test('PUB-03a facts for the screens: what is public, what follows, what the fan must decide', () => {
  const mixed = job([
    photo('a', { step: 'public' }),
    photo('b', { step: 'public', error: 'PreconditionFailed' }),
    photo('c', { step: 'registered' }),
    photo('d', { step: 'ready' }),
  ]);
  expect(isPublished(mixed)).toBe(false);
  expect(openOriginals(mixed).map(({ name }) => name)).toEqual(['a']);
  expect(refusedOriginals(mixed).map(({ name }) => name)).toEqual(['b']);
  expect(stageBytes(photo('a', { step: 'public' }))).toEqual({ post: 230, later: 3_000 });
  expect(stageBytes(photo('a', { step: 'ready' }))).toEqual({ post: 230, later: 3_000 });
  expect(stageBytes(photo('a', { original: 'whole' }))).toEqual({ post: 3_030, later: 0 });
  expect(stageBytes(photo('a', { step: 'ready', prepared: { ...prepared, previewBytes: null } }))).toEqual({
    post: 3_030,
    later: 0,
  });
  expect(stageBytes(photo('a', { step: 'picked', prepared: null }))).toEqual({ post: 0, later: 0 });
});

test('T28 a build that knows one stage may have a job until an original stands on the device alone', () => {
  const version = (change: Partial<JobPhoto>, registering = false) =>
    versionOf(job([photo('a', change)], { registering }));
  expect(version({ step: 'ready' }, true)).toBe(1);
  expect(version({ step: 'stored' })).toBe(1);
  expect(version({ step: 'stored', original: 'whole' }, true)).toBe(1);
  expect(version({ step: 'stored' }, true)).toBe(2);
  expect(version({ step: 'public' })).toBe(2);
  expect(version({ step: 'registered' })).toBe(1);
  expect(updateFor(job([photo('a')]), { kind: 'registering' })?.job?.version).toBe(2);
  expect(versionOf(job([photo('a', { step: 'picked' }), photo('b', { step: 'public' })]))).toBe(2);
});

test('PUB-02b bytes of a refused photo are told as if it went; only public ones have refused originals', () => {
  const refused = photo('a', { step: 'refused', error: 'BYTES_LOST', original: undefined as never });
  expect(stageBytes(refused)).toEqual({ post: 230, later: 3_000 });
  expect(stageBytes({ ...refused, prepared: { ...prepared, previewBytes: null } })).toEqual({ post: 3_030, later: 0 });
  const known = photo('b', { step: 'public', error: 'PreconditionFailed' });
  expect(refusedOriginals(job([refused, known, photo('c', { step: 'public' })]))).toEqual([known]);
});

test('PUB-02b an answer about originals nobody has here changes nothing', () => {
  const open = job([photo('a', { step: 'public' })]);
  // Its refusal was told: it is not told again.
  const refused = job([photo('a', { step: 'public', error: 'BYTES_LOST' })], { state: 'refused', error: 'BYTES_LOST' });
  for (const event of nonEmpty<JobEvent>([
    { kind: 'originalsRefused', mediaUrls: urls('b'), error: 'BYTES_LOST' },
    { kind: 'originalsProven', mediaUrls: urls('b'), at: 5 },
  ]))
    for (const before of [open, refused]) expect(transition(before, event)).toBe(before);
});
