import { expect, test } from 'vitest';
import { PHOTO_FIELDS, type PhotoFieldType, SENT_NAMES } from '../contract/photoFields.ts';
import type { Job, JobPhoto } from './job.ts';
import { partNew } from './newPost.ts';
import { createJob } from './outbox.ts';

const photo = (name: string, change: Partial<JobPhoto['fields']> = {}, edit?: JobPhoto['edit']): JobPhoto => ({
  name,
  mediaUrl: `ugc/${name}`,
  step: 'picked',
  fileName: 'a.jpg',
  prepared: null,
  error: null,
  fields: { comment: 'go!', htag: '#x', player: 'p', photo_location: 'a', usepermit: true, ...change },
  ...(edit === undefined ? {} : { edit }),
});
const event = { id: 'e', name: '試合', seasonId: null };
const job = (photos: JobPhoto[], change: Partial<Job> = {}): Job => ({
  ...createJob({ userId: 'me', tenant: 'club', event, teamId: null, photos }, 0),
  ...change,
});
/** What becomes of a post beside these records: photos stored now, the job that holds it, photos posted before. */
function parted(pressed: Job, ...records: unknown[]) {
  const { fresh, result } = partNew(pressed, records);
  return [fresh && `${fresh.id}: ${fresh.photos.map(({ name }) => name)}`, result.jobId, result.posted.join()];
}

test('T31 SAF-22 what is new of a post is stored under its first new photo; pressed twice it is one', () => {
  const pressed = job([photo('a'), photo('b')]);
  expect(parted(pressed)).toEqual(['a: a,b', 'a', '']);
  expect(parted(pressed, pressed)).toEqual([null, 'a', '']);
  expect(parted(pressed, job([photo('a')]))).toEqual(['b: b', 'b', '']);
  expect(parted(pressed, job([photo('z'), photo('b')]), job([photo('a')]))).toEqual([null, 'z', '']);
});

test.each<[string, Job]>([
  ['comment', job([photo('a', { comment: 'no' })])],
  ['hashtags', job([photo('a', { htag: '#y' })])],
  ['player', job([photo('a', { player: 'q' })])],
  ['place', job([photo('a', { photo_location: null })])],
  ['permission', job([photo('a', { usepermit: false })])],
  ['description', job([photo('a', { alt: 'a goal' })])],
  ['turn', job([photo('a', {}, { turn: 1 } as never)])],
  ['fan', job([photo('a')], { userId: 'other' })],
  ['tenant', job([photo('a')], { tenant: 'league' })],
  ['event', job([photo('a')], { event: { ...event, id: 'f' } })],
  ['team', job([photo('a')], { teamId: 't' })],
])('SAF-22 a photo posted with another %s stays as it was posted, and is told of', (_, pressed) => {
  expect(parted(pressed, job([photo('a')]))).toEqual([null, null, 'a']);
  expect(parted(job([photo('a')]), pressed)).toEqual([null, null, 'a']);
});

/** Another value of each type than `photo` has. */
const OTHER = {
  message: 'other',
  text: 'other',
  tags: '#other',
  names: 'other',
  choice: 'other',
  id: 'other',
  switch: false,
} as const satisfies Record<PhotoFieldType, string | boolean>;

test.each(SENT_NAMES)('FLD-01b SAF-22 two posts that differ in %s alone are two', (name) => {
  const pressed = job([photo('a', { [name]: OTHER[PHOTO_FIELDS[name].type] })]);
  expect(parted(pressed, job([photo('a')]))).toEqual([null, null, 'a']);
});

test('SAF-22 no description and an empty one are the same; so are no turn and none chosen', () => {
  expect(parted(job([photo('a', { alt: '' }, null)]), job([photo('a')]))).toEqual([null, 'a', '']);
  const turned = photo('a', { alt: 'x' }, { turn: 1 } as never);
  expect(parted(job([turned]), job([turned]))).toEqual([null, 'a', '']);
  const two = job([photo('z', { comment: 'other' }), photo('a')]);
  expect(parted(job([photo('a')]), two)).toEqual([null, 'z', '']);
});

test('T28 records of newer builds hold the photos they name, also where nothing else can be read', () => {
  const pressed = job([photo('a'), photo('b')]);
  expect(parted(pressed, { id: 'a', version: 99 })).toEqual(['b: b', 'b', 'a']);
  expect(parted(pressed, { id: 7, version: 99, photos: [null, 'x', { name: 3 }, { name: 'b' }] })).toEqual([
    'a: a',
    'a',
    'b',
  ]);
  expect(parted(pressed, job([photo('x')], { id: 'a' }))).toEqual(['b: b', 'b', 'a']);
  expect(parted(pressed, { id: 'z', photos: { 0: { name: 'a' } } })).toEqual(['a: a,b', 'a', '']);
});
