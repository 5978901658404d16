import { expect, test } from 'vitest';
import type { JobPhoto } from './job.ts';
import type { JobRun } from './jobRun.ts';
import { readPart } from './photoBytes.ts';

const photo = { name: 'a' } as JobPhoto;
const runWith = (size: number | null) =>
  ({
    readBytes: async () => (size === null ? null : { buffer: new ArrayBuffer(size), type: 'image/jpeg' }),
  }) as unknown as JobRun;

test.each<[string, number | null, number | null]>([
  ['that are gone', null, null],
  ['that are empty', 0, null],
  ['of another size', 3, 4],
])('T01 T03 bytes %s are lost for good, and nothing is sent for them', async (_, size, expected) => {
  await expect(readPart(photo, 'source', expected, runWith(size))).rejects.toMatchObject({
    code: 'BYTES_LOST',
    retry: 'never',
  });
});

test('T03 bytes of the size that is known, or of any where none is, are read', async () => {
  expect((await readPart(photo, 'original', 4, runWith(4))).byteLength).toBe(4);
  expect((await readPart(photo, 'source', null, runWith(5))).byteLength).toBe(5);
});
