import { expect, test } from 'vitest';
import type { Job, JobPhoto, PhotoStep } from '../../outbox/job.ts';
import {
  adviceFor,
  ageText,
  countWaitingFor,
  isOld,
  keptPhotos,
  partByOwner,
  photoShare,
  progressOf,
  shownState,
} from './outboxView.ts';

const photo = (name: string, step: PhotoStep, bytes: number | null = 100): JobPhoto => ({
  name,
  mediaUrl: `ugc/club/e1/original/${name}.jpg`,
  step,
  fileName: `${name}.jpg`,
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
  prepared:
    bytes === null
      ? null
      : { width: 4, height: 3, color: '#112233', exif: null, originalBytes: bytes - 10, thumbnailBytes: 10 },
  error: null,
});
const job = (changes: Partial<Job> = {}): Job => ({
  id: 'job',
  version: 1,
  userId: 'fan',
  tenant: 'club',
  event: { id: 'e1', name: '試合', seasonId: null },
  teamId: null,
  photos: [photo('a', 'stored'), photo('b', 'ready'), photo('c', 'picked', null)],
  state: 'waiting',
  registering: false,
  refusedSession: null,
  attempts: 0,
  notBefore: 0,
  error: null,
  createdAt: 0,
  finishedAt: null,
  ...changes,
});

test('QUE-04 progress by bytes; a photo not prepared yet counts like the others', () => {
  const progress = [{ jobId: 'job', photoName: 'b', sent: 50, total: 100 }];
  expect(progressOf(job(), progress)).toEqual({ sentBytes: 150, totalBytes: 300, share: 0.5, sentPhotos: 1 });
  expect(job().photos.map((one) => photoShare(job(), one, progress))).toEqual([1, 0.5, 0]);
  expect(shownState(job(), progress)).toBe('sending');
  expect(shownState(job({ state: 'paused' }), progress)).toBe('paused');
  expect(progressOf(job({ state: 'done' }), []).share).toBe(1);
});

test('QUE-05 posts of another account show as a number only', () => {
  const jobs = [job(), job({ id: 'x', userId: 'other' }), job({ id: 'y', userId: 'other', state: 'done' })];
  const { own, others } = partByOwner(jobs, 'fan');
  expect(own.map(({ id }) => id)).toEqual(['job']);
  expect(others).toBe(1);
  expect(partByOwner(jobs, null).own).toEqual([]);
});

test('PST-09 what waits for the event counts, what arrived or was refused does not', () => {
  const photos = [photo('a', 'registered'), photo('b', 'refused'), photo('c', 'stored'), photo('d', 'picked')];
  expect(countWaitingFor([job({ photos })], 'fan', 'e1')).toBe(2);
  expect(countWaitingFor([job({ photos })], 'fan', 'e2')).toBe(0);
  expect(keptPhotos(job({ photos })).map(({ name }) => name)).toEqual(['b', 'c', 'd']);
});

test('QUE-03 every permanent refusal says what to do', () => {
  expect(adviceFor(job({ error: 'EVENT_OVER' }))).toContain('別のイベント');
  expect(adviceFor(job({ error: 'NOT_A_MEMBER' }))).toContain('利用規約');
  expect(adviceFor(job({ error: 'BODY_TOO_LARGE' }))).toContain('端末に保存');
});

test('T09 the age of what waits is shown, from three days on as a warning', () => {
  const hour = 3_600_000;
  expect(ageText(0, 5 * hour)).toBe('5時間前');
  expect(isOld(job(), 71 * hour)).toBe(false);
  expect(isOld(job(), 72 * hour)).toBe(true);
  expect(isOld(job({ state: 'done' }), 99 * hour)).toBe(false);
});
