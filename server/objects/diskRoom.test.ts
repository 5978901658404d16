import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MIN_FREE_FILES } from '../../src/contract/limits.ts';
import { createDiskRoom, freeBytesOf } from './diskRoom.ts';

const disk = (ffree: number, files = 10_000) => ({ bavail: 100, bsize: 4_096, files, ffree });

test('SAF-10b a disk with room for hardly one more file has none; one that counts no files has its bytes', () => {
  expect(freeBytesOf(disk(MIN_FREE_FILES))).toBe(409_600);
  expect(freeBytesOf(disk(MIN_FREE_FILES - 1))).toBe(0);
  expect(freeBytesOf(disk(0, 0))).toBe(409_600);
});

/** A file system of its own for so many files; null: this user may not make one. */
function mountWithFiles(files: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=2g,nr_inodes=${files}`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

test.runIf(isRoot)('SAF-10b uploads wait while files run out, and go on once there is room again', async ({ skip }) => {
  const dir = mountWithFiles(MIN_FREE_FILES + 200);
  if (dir === null) return skip();
  try {
    const told: unknown[] = [];
    const room = createDiskRoom({ dir, now: () => 0, onError: (error) => told.push(error) });
    const put = (name: string) => room.hold(1, () => writeFile(join(dir, name), ''));
    const filler = join(dir, 'filler');
    await mkdir(filler);
    await put('first');
    for (let n = 0; n < 250; n += 1) await writeFile(join(filler, String(n)), '');
    await expect(put('second')).rejects.toMatchObject({ code: 'SlowDown', status: 503 });
    expect(told.map(String)).toEqual([expect.stringContaining('nearly full')]);
    await rm(filler, { recursive: true });
    await put('second');
  } finally {
    execFileSync('umount', ['-l', dir]);
    rmSync(dir, { recursive: true });
  }
});
