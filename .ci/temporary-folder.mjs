// One temporary folder a test run: whatever a killed test leaves behind goes with it, at the latest before the next run.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'fan-photo-tests-';

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
  const parent = tmpdir();
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
