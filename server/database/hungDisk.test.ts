import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { lockDataFolder } from './dataFolderLock.ts';

/** What the renewals of the lock wait for, and the files that were closed. */
const disk = vi.hoisted(() => ({ waiting: [] as (() => void)[], closed: [] as number[] }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return {
    ...fs,
    futimes: (_file: number, _read: Date, _written: Date, done: () => void) => void disk.waiting.push(done),
    closeSync: (file: number) => {
      disk.closed.push(file);
      fs.closeSync(file);
    },
  };
});

test('HLF-19a a disk that hangs holds one renewal of the lock, and nobody waits for it, at the end neither', () => {
  vi.useFakeTimers();
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const release = lockDataFolder(folder);
  const before = disk.closed.length;
  vi.advanceTimersByTime(25_000);
  expect(disk.waiting).toHaveLength(1);
  release();
  // The number of the file is still in use.
  expect(disk.closed).toHaveLength(before);
  disk.waiting[0]?.();
  expect(disk.closed).toHaveLength(before + 1);
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});
