import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PRIVATE_FOLDER } from './privateFolder.ts';

/** Another living process uses the data folder. Two on one folder lose rows without an error, so the second refuses. */
export class DataFolderBusy extends Error {
  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by process ${pid}. Stop it, or start with another DATA_DIR.`);
    this.name = 'DataFolderBusy';
  }
}

/** Folders this very process holds. */
const held = new Set<string>();

/**
 * Takes `{folder}/lock`, which holds the owner's pid; the lock of a dead process is taken over.
 * Returns what gives it back. Throws DataFolderBusy.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const path = resolve(folder, 'lock');
  for (let attempt = 0; ; attempt++) {
    try {
      claim(path);
      held.add(path);
      return () => {
        rmSync(path, { force: true });
        held.delete(path);
      };
    } catch (error) {
      if (!isTaken(error)) throw error;
      const owner = readOwner(path);
      if (attempt > 3 || (owner !== null && isAlive(owner, path))) throw new DataFolderBusy(folder, owner ?? 0);
      removeStale(path);
    }
  }
}

/**
 * Takes a dead process's lock away. Another starter may have done so a moment ago and hold the folder now: what was taken
 * is looked at once more, and given back if it is a living one's.
 */
function removeStale(path: string) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const owner = readOwner(aside);
  try {
    if (owner !== null && isAlive(owner, path)) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Makes the lock with its owner in it at once: nobody ever sees it empty. */
function claim(path: string) {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

function readOwner(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8').trim());
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number, path: string): boolean {
  // Our own pid: a second open in this process, or what an earlier life with the same pid left (containers restart as pid 1).
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
