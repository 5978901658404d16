import { expect, test } from 'vitest';
import { editJob, isEditable, moveJob } from './edits.ts';
import type { Job, JobPhoto } from './job.ts';
import { createJob } from './outbox.ts';

const fields = { comment: '', htag: '', player: '', photo_location: null, usepermit: true };
const photo = (name: string, step: JobPhoto['step'], place: string | null = null): JobPhoto => ({
  name,
  mediaUrl: `ugc/club/e/original/${name}.jpg`,
  step,
  fileName: 'a.jpg',
  prepared: null,
  error: null,
  fields: { ...fields, photo_location: place },
});
const job = (photos: JobPhoto[], change: Partial<Job> = {}): Job => ({
  ...createJob(
    { userId: 'me', tenant: 'club', event: { id: 'e', name: '試合', seasonId: null }, teamId: null, photos },
    0,
  ),
  ...change,
});
const target = { event: { id: 'f', name: '次の試合', seasonId: 's' }, locations: ['north'] };
const facts = ({ photos }: Job) =>
  photos.map(({ mediaUrl, step, fields: { photo_location } }) => [mediaUrl, step, photo_location]);

test('QUE-04c a post goes to another event under its keys, with places it knows; what is public stays', () => {
  const before = job([
    photo('a', 'stored', 'north'),
    photo('b', 'picked', 'south'),
    photo('c', 'public', 'south'),
    photo('d', 'refused'),
  ]);
  const moved = moveJob({ ...before, attempts: 3, notBefore: 9, error: 'NETWORK' }, target);
  expect(facts(moved)).toEqual([
    ['ugc/club/f/original/a.jpg', 'ready', 'north'],
    ['ugc/club/f/original/b.jpg', 'picked', null],
    ['ugc/club/e/original/c.jpg', 'public', 'south'],
    ['ugc/club/f/original/d.jpg', 'refused', null],
  ]);
  expect(moved).toMatchObject({ event: target.event, attempts: 0, notBefore: 0, error: null, state: 'waiting' });
});

test.each([
  ['refused', 'waiting'],
  ['paused', 'paused'],
  ['login', 'login'],
  ['waiting', 'waiting'],
] as const)('QUE-04c moving a post that is %s leaves it %s', (state, after) => {
  expect(moveJob(job([photo('a', 'ready')], { state }), target).state).toBe(after);
});

test('QUE-04c the event it has already changes nothing; nor does what comes too late', () => {
  const open = job([photo('a', 'ready')]);
  expect(moveJob(open, { ...target, event: open.event })).toBe(open);
  for (const late of [{ ...open, registering: true }, job([photo('a', 'public'), photo('b', 'registered')])]) {
    expect([isEditable(late), moveJob(late, target) === late]).toEqual([false, true]);
    expect(editJob(late, { fields: {}, teamId: 't' })).toBe(late);
  }
  expect(isEditable(job([photo('a', 'public'), photo('b', 'ready')]))).toBe(true);
});

test('QUE-04c new words are for the photos they name, and for none that is public', () => {
  const words = { ...fields, comment: 'goal' };
  const before = job([photo('a', 'ready'), photo('b', 'ready'), photo('c', 'public')]);
  const edited = editJob(before, { fields: { a: words, c: words }, teamId: 't' });
  expect(edited.photos.map((one) => one.fields.comment)).toEqual(['goal', '', '']);
  expect(edited.teamId).toBe('t');
});
