import { expect, test } from 'vitest';
import type { Job, JobPhoto } from '../../../outbox/job.ts';
import { arrivalsOf, arrivedJobs, milestoneOf, pointPlayersOf } from './arrivals.ts';

const photo = (name: string, step: JobPhoto['step'], player = ''): JobPhoto => ({
  name,
  mediaUrl: `ugc/club/e1/original/${name}.jpg`,
  step,
  fileName: `${name}.jpg`,
  fields: { comment: '', htag: '', player, photo_location: '', usepermit: false, alt: '' },
  prepared: null,
  error: null,
});
const job = (id: string, photos: readonly JobPhoto[], given: Partial<Job> = {}): Job => ({
  id,
  version: 1,
  userId: 'fan',
  tenant: 'club',
  event: { id: 'e1', name: '第1節', seasonId: null },
  teamId: null,
  photos,
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

test('FAN-01a a post has arrived when all that can be public is: originals may follow, photos be refused', () => {
  const arrived = [
    job('done', [photo('a', 'registered')], { state: 'done' }),
    job('originals', [photo('b', 'public'), photo('c', 'registered')]),
    job('partly', [photo('d', 'refused'), photo('e', 'registered')], { state: 'refused' }),
  ];
  const others = [
    job('waiting', [photo('f', 'ready')]),
    job('half', [photo('g', 'registered'), photo('h', 'stored')]),
    job('refused', [photo('i', 'refused')], { state: 'refused' }),
    job('foreign', [photo('j', 'registered')], { state: 'done', userId: 'other' }),
  ];
  expect(arrivedJobs([...others, ...arrived], 'fan').map(({ id }) => id)).toEqual(['done', 'originals', 'partly']);
  expect(arrivedJobs(arrived, null)).toEqual([]);
});

test('FAN-01a posts into one event are told together, each with its public photos; another event apart', () => {
  const told = arrivalsOf([
    job('1', [photo('a', 'registered'), photo('b', 'refused')]),
    job('2', [photo('c', 'public')]),
    job('3', [photo('d', 'registered')], { event: { id: 'e2', name: '第2節', seasonId: null } }),
    job('4', [photo('e', 'registered')], { tenant: 'other' }),
  ]);
  expect(told.map(({ jobIds, photos }) => [jobIds, photos.map(({ name }) => name)])).toEqual([
    [
      ['1', '2'],
      ['a', 'c'],
    ],
    [['3'], ['d']],
    [['4'], ['e']],
  ]);
});

test('FAN-01c the first, tenth and hundredth photo are said, else the first of an event; once each', () => {
  expect(milestoneOf(3, 3, 3)).toBe('first');
  expect(milestoneOf(1, 10, 50)).toBe(10);
  expect(milestoneOf(3, 12, 50)).toBe(10);
  expect(milestoneOf(5, 101, 500)).toBe(100);
  expect(milestoneOf(96, 104, 500), 'both at once').toBe(100);
  expect(milestoneOf(1, 11, 1)).toBe('firstOfEvent');
  expect(milestoneOf(1, 11, 2)).toBeNull();
  expect(milestoneOf(1, 13, 50)).toBeNull();
});

test('FAN-01c points are told for every player once', () => {
  const [arrival] = arrivalsOf([
    job('1', [photo('a', 'registered', '高峰 蓮,東堂 凱'), photo('b', 'registered', '東堂 凱')]),
  ]);
  expect(arrival && pointPlayersOf(arrival)).toEqual(['高峰 蓮', '東堂 凱']);
});
