import { expect, test } from 'vitest';
import { type JobPhoto, QUEUE_VERSION, versionOf } from './job.ts';
import { migrateJob } from './migrateJob.ts';

const old = { id: 'a', version: 0, photos: [{ name: 'a' }], state: 'waiting', attempts: 3 };

test('T28 a job of an older build is lifted, and asks before it registers', () => {
  expect(migrateJob(old)).toMatchObject({
    id: 'a',
    version: QUEUE_VERSION,
    attempts: 3,
    registering: true,
    refusedSession: null,
  });
});

test.each([
  { ...old, version: QUEUE_VERSION + 1 },
  { ...old, version: -1 },
  { ...old, version: 'x' },
  { id: 'a' },
  null,
  undefined,
])('T28 what this build cannot read it leaves alone: %j', (record) => {
  expect(migrateJob(record)).toBeNull();
});

test('T28 a post of the build with one stage is read as it is, also half way', () => {
  const photos = [
    { name: 'a', step: 'stored' },
    { name: 'b', step: 'ready', prepared: { originalBytes: 9 } },
  ];
  const half = { id: 'a', version: 1, photos, state: 'waiting', registering: false };
  expect(migrateJob(half)).toEqual({ ...half, version: QUEUE_VERSION });
});

test('T28 a post the fan wanted sent now still is, under the name builds before had for it', () => {
  const lifted = migrateJob({ ...old, isUrged: true });
  expect(lifted).toMatchObject({ forceSend: true });
  expect(lifted).not.toHaveProperty('isUrged');
  expect(migrateJob({ ...old, version: QUEUE_VERSION, isUrged: true })).toMatchObject({ forceSend: true });
  expect(migrateJob(old)).not.toHaveProperty('forceSend');
});

test('T28 a post goes back to schema 1 until an answer is open whose original is on the phone alone', () => {
  const photo = (step: 'ready' | 'stored' | 'public', original: 'whole' | 'later') => ({ step, original }) as JobPhoto;
  const version = (registering: boolean, ...photos: JobPhoto[]) => versionOf({ photos, registering });
  expect(version(false, photo('ready', 'later'), photo('stored', 'later'))).toBe(1);
  expect(version(true, photo('ready', 'later'), photo('stored', 'whole'))).toBe(1);
  expect(version(true, photo('ready', 'later'), photo('stored', 'later'))).toBe(2);
  expect(version(false, photo('ready', 'later'), photo('public', 'later'))).toBe(2);
  expect(version(false)).toBe(1);
});
