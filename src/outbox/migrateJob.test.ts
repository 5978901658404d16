import { expect, test } from 'vitest';
import { QUEUE_VERSION } from './job.ts';
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
