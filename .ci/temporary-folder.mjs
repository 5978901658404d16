// One temporary folder a test run: whatever a killed test leaves behind goes with it, at the latest before the next run.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'fan-photo-tests-';
const GB = 2 ** 30;

/**
 * Where memory is plenty, in memory: databases and browser profiles wait for fsync otherwise, and what is tested of it (a power cut)
 * is tested by a file system that forgets. A killed process loses nothing there, as on a disk.
 */
function parentFolder() {
  const memory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(memory) || freemem() < 10 * GB) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < 6 * GB ? tmpdir() : memory;
}

/** Whether a process with this id runs; one of another user counts as running. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Makes this process's folder, to be handed to tests as TMPDIR, and removes it when the process ends. Folders of runs that were
 * killed are removed first.
 */
export function makeTemporaryFolder() {
  const parent = parentFolder();
  for (const name of readdirSync(parent))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(parent, name), { recursive: true, force: true });
  const folder = join(parent, `${PREFIX}${process.pid}`);
  // PostgreSQL runs as another user below it.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  return folder;
}
