import { randomUUID } from 'node:crypto';
import {
  closeSync,
  futimes,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type LockOwner, type ProcessTable, readOwner, stateOf, systemProcesses, writeOwner } from './lockOwner.ts';
import { PRIVATE_FOLDER } from './privateFolder.ts';

/** A holder shows by the time of its lock that it lives, to those who cannot look at its process. */
const HEARTBEAT_MS = 5_000;
/** Many heartbeats: one comes late while the embedded database works. */
const SILENT_MS = 30_000;
/** Looks once a second: until a lock left by a holder that was killed just before has gone silent, and a little longer. */
const LOOKS = SILENT_MS / 1_000 + 5;

/** So long somebody's turn to take a dead one's lock away is waited for, and so often. It takes less than a millisecond. */
const TURN_MS = 20;
const TURNS = 10;

/** Another living process uses the data folder. Two on one folder lose rows without an error, so the second refuses. */
export class DataFolderBusy extends Error {
  /** The holder cannot be looked at: it may have died within the last half minute. */
  readonly mayBeDead: boolean;

  constructor(folder: string, pid: number, mayBeDead: boolean) {
    const holder = mayBeDead
      ? `process ${pid} of another container or machine, which was there seconds ago`
      : `process ${pid}`;
    super(`The data folder ${folder} is in use by ${holder}. Stop it, or start with another DATA_DIR.`);
    this.name = 'DataFolderBusy';
    this.mayBeDead = mayBeDead;
  }
}

/** Folders this very process holds. */
const held = new Set<string>();

/**
 * Takes `{folder}/lock`, which says who holds it; the lock of a dead process is taken over.
 * Returns what gives it back. Throws DataFolderBusy.
 */
export function lockDataFolder(folder: string, processes: ProcessTable = systemProcesses): () => void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const path = resolve(folder, 'lock');
  const own = writeOwner(processes.self());
  for (let attempt = 0; ; attempt++) {
    try {
      return hold(path, own, claim(path, own));
    } catch (error) {
      if (!isTaken(error)) throw error;
      const found = lookAt(path, processes);
      if (attempt > TURNS || found.isHeld)
        throw new DataFolderBusy(folder, found.owner?.pid ?? 0, found.mayBeDead || !found.isHeld);
      removeStale(path, processes);
    }
  }
}

/**
 * Opens what needs the folder. After a container was killed its lock looks alive for a while to the next one, which waits
 * that long rather than having to be started again.
 */
export async function outlastLock<T>(open: () => Promise<T>, pause: () => Promise<unknown> = oneSecond): Promise<T> {
  for (let left = LOOKS; ; left--) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DataFolderBusy && error.mayBeDead) || left === 0) throw error;
    }
    await pause();
  }
}

const oneSecond = () => wait(1_000);

/** @param file the lock, opened: another's in its place is never renewed */
function hold(path: string, own: string, file: number): () => void {
  held.add(path);
  let isRenewing = false;
  let isHeld = true;
  const heartbeat = setInterval(() => {
    // A disk that hangs must not hold up the server, so nobody waits for it, and one renewal hangs there at most.
    if (isRenewing) return;
    isRenewing = true;
    futimes(file, new Date(), new Date(), () => {
      // A disk that fails for a moment does not end the server: the next one is seconds away.
      isRenewing = false;
      if (!isHeld) closeSync(file);
    });
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return () => {
    if (!held.delete(path)) return;
    isHeld = false;
    clearInterval(heartbeat);
    // Its number may be another file's as soon as it is closed.
    if (!isRenewing) closeSync(file);
    if (textOf(path) === own) rmSync(path, { force: true });
  };
}

/**
 * Takes a dead process's lock away. One at a time: another starter may have done so a moment ago and hold the folder now, so it is
 * looked at once more where nobody else takes locks away.
 */
function removeStale(path: string, processes: ProcessTable): void {
  const turn = `${path}.turn`;
  let file: number;
  try {
    file = openSync(turn, 'wx');
  } catch (error) {
    if (!isTaken(error)) throw error;
    // Of one that died in its turn.
    if (isSilent(turn)) rmSync(turn, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TURN_MS);
    return;
  }
  try {
    if (!lookAt(path, processes).isHeld) rmSync(path, { force: true });
  } finally {
    closeSync(file);
    rmSync(turn, { force: true });
  }
}

/** Makes the lock with its owner in it at once: nobody ever sees it empty. Returns it opened. */
function claim(path: string, own: string): number {
  // Not named by the pid: two containers have the same one.
  const draft = `${path}.${randomUUID()}.new`;
  const file = openSync(draft, 'wx');
  try {
    writeFileSync(file, own);
    linkSync(draft, path);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

interface Found {
  readonly owner: LockOwner | null;
  readonly isHeld: boolean;
  readonly mayBeDead: boolean;
}

function lookAt(path: string, processes: ProcessTable): Found {
  const owner = readOwner(textOf(path));
  const state = owner === null ? 'dead' : stateOf(owner, processes);
  if (state === 'unseen') return { owner, isHeld: !isSilent(path), mayBeDead: true };
  // Ours: a second open in this process, or what an earlier life with the same pid left.
  return { owner, isHeld: state === 'self' ? held.has(path) : state === 'alive', mayBeDead: false };
}

/** A time to come is silent too: the clock was set back, and the holder has not renewed it since. */
function isSilent(path: string): boolean {
  const renewed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.abs(Date.now() - renewed) > SILENT_MS;
}
