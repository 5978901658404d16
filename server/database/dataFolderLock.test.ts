import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataFolderBusy, lockDataFolder, outlastLock } from './dataFolderLock.ts';
import type { ProcessTable } from './lockOwner.ts';

let folder = '';
const lock = () => join(folder, 'lock');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

interface Seen {
  readonly boot?: string;
  readonly namespace?: string;
  readonly pid?: number;
  /** All processes of the namespace, with their starts. */
  readonly starts: Readonly<Record<number, string>>;
}
const seenBy = ({ boot = 'boot-1', namespace = 'pid:[1]', pid = 1, starts }: Seen): ProcessTable => ({
  self: () => ({ pid, life: { boot, namespace, started: starts[pid] ?? '' } }),
  exists: (other) => other in starts,
  startOf: (other) => starts[other] ?? null,
});
/** Two containers on one machine, each with its server as process 1. */
const first = seenBy({ namespace: 'pid:[1]', starts: { 1: '500' } });
const second = seenBy({ namespace: 'pid:[2]', starts: { 1: '900' } });
const ageLock = (seconds: number) => {
  const at = new Date(Date.now() - seconds * 1000);
  utimesSync(lock(), at, at);
};

test('a second container does not take the folder of the first, though both are process 1', () => {
  const release = lockDataFolder(folder, first);
  const before = readFileSync(lock(), 'utf8');
  expect(() => lockDataFolder(folder, second)).toThrow('in use by process 1 of another container or machine');
  expect(readFileSync(lock(), 'utf8')).toBe(before);
  release();
  lockDataFolder(folder, second)();
  expect(readdirSync(folder)).toEqual([]);
});

test('a holder in another container that says nothing for half a minute is dead', () => {
  const release = lockDataFolder(folder, first);
  ageLock(29);
  expect(() => lockDataFolder(folder, second)).toThrow(DataFolderBusy);
  ageLock(31);
  const next = lockDataFolder(folder, second);
  expect(readFileSync(lock(), 'utf8')).toContain('pid:[2]');
  // The first one ends late: the lock is no more its own.
  release();
  expect(existsSync(lock())).toBe(true);
  next();
});

test('a holder renews its lock while it holds it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const release = lockDataFolder(folder, first);
  ageLock(40);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(Date.now() - statSync(lock()).mtimeMs).toBeLessThan(10_000));
  release();
});

test('after a reboot the lock is free once it has gone silent, whoever has the number now', () => {
  writeFileSync(lock(), '812 boot-0 pid:[1] 77');
  const rebooted = seenBy({ pid: 3, starts: { 3: '90', 812: '77' } });
  ageLock(31);
  lockDataFolder(folder, rebooted)();
});

test('another machine on one volume does not take the folder of a living one', () => {
  const release = lockDataFolder(folder, first);
  const elsewhere = seenBy({ boot: 'boot-2', starts: { 1: '500' } });
  expect(() => lockDataFolder(folder, elsewhere)).toThrow('of another container or machine');
  release();
});

test('the number of a dead process that another program has got holds nothing', () => {
  writeFileSync(lock(), '812 boot-1 pid:[1] 77');
  const at = (start: string) => seenBy({ pid: 3, starts: { 3: '90', 812: start } });
  expect(() => lockDataFolder(folder, at('77'))).toThrow('in use by process 812.');
  lockDataFolder(folder, at('5077'))();
});

test('a server of the same container that is started anew takes its own lock back', () => {
  writeFileSync(lock(), '1 boot-1 pid:[1] 77');
  lockDataFolder(folder, first)();
});

test('a lock of the release before, a number alone, is held while there is such a process', () => {
  writeFileSync(lock(), '812');
  expect(() => lockDataFolder(folder, seenBy({ pid: 3, starts: { 3: '90', 812: '77' } }))).toThrow('process 812.');
  lockDataFolder(folder, seenBy({ pid: 3, starts: { 3: '90' } }))();
});

test('where the system tells no more than the number, that is what the lock says', () => {
  const plain: ProcessTable = {
    self: () => ({ pid: 5, life: null }),
    exists: (pid) => pid === 9,
    startOf: () => null,
  };
  const release = lockDataFolder(folder, plain);
  expect(readFileSync(lock(), 'utf8')).toBe('5');
  expect(() => lockDataFolder(folder, plain)).toThrow('in use by process 5.');
  release();
  writeFileSync(lock(), '9');
  expect(() => lockDataFolder(folder, plain)).toThrow('in use by process 9.');
});

test('of several that find a dead lock at once one gets the folder', () => {
  writeFileSync(lock(), '9');
  const releases: (() => void)[] = [];
  const [taken, refused] = [(release: () => void) => releases.push(release), vi.fn()];
  let others = [
    seenBy({ pid: 3, starts: { 2: '1', 3: '2', 4: '3' } }),
    seenBy({ pid: 4, starts: { 2: '1', 3: '2', 4: '3' } }),
  ];
  const own = seenBy({ pid: 2, starts: { 2: '1', 3: '2', 4: '3' } });
  /** Somebody else comes in between each look and what follows from it. */
  const crossed: ProcessTable = {
    ...own,
    exists: (pid) => {
      const answer = own.exists(pid);
      const [next, ...rest] = others;
      others = rest;
      if (next) attempt(next);
      return answer;
    },
  };
  const attempt = (processes: ProcessTable) => {
    try {
      taken(lockDataFolder(folder, processes));
    } catch (error) {
      refused(error);
    }
  };
  attempt(crossed);
  expect(releases).toHaveLength(1);
  expect(refused).toHaveBeenCalledTimes(2);
  for (const [error] of refused.mock.calls) expect(error).toBeInstanceOf(DataFolderBusy);
  releases[0]?.();
  expect(readdirSync(folder)).toEqual([]);
});

test('who died while taking a dead one’s lock away holds nobody up for long', () => {
  writeFileSync(lock(), '9');
  writeFileSync(`${lock()}.turn`, '');
  expect(() => lockDataFolder(folder, first)).toThrow(DataFolderBusy);
  const at = new Date(Date.now() - 31_000);
  utimesSync(`${lock()}.turn`, at, at);
  lockDataFolder(folder, first)();
});

test('a start waits for a killed container’s lock to go silent', async () => {
  lockDataFolder(folder, first);
  let looks = 0;
  const pause = async () => {
    ageLock(++looks - 0.5);
  };
  const release = await outlastLock(async () => lockDataFolder(folder, second), pause);
  expect(looks).toBe(31);
  release();
});

test('it gives up where the holder goes on, and at once where the holder is seen alive', async () => {
  const release = lockDataFolder(folder, first);
  const pause = vi.fn(async () => {});
  await expect(outlastLock(async () => lockDataFolder(folder, second), pause)).rejects.toThrow('of another container');
  expect(pause).toHaveBeenCalledTimes(35);
  pause.mockClear();
  await expect(outlastLock(async () => lockDataFolder(folder, first), pause)).rejects.toThrow('in use by process 1.');
  expect(pause).not.toHaveBeenCalled();
  release();
});
