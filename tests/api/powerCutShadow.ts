/**
 * Preloaded into the writer of powerCut.test.ts, and so into its database thread: whenever a file is flushed, what it holds
 * is copied under its inode number and birth time: a number alone is given to another file once the first is deleted.
 * That copy is what a power cut leaves for sure. Needs Linux's /proc.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const shadow = process.env.SHADOW_DIR ?? '';
const flush = fs.fsyncSync;
fs.fsyncSync = (fd) => {
  flush(fd);
  const info = fs.fstatSync(fd, { bigint: true });
  if (!info.isFile()) return;
  const copy = join(shadow, `${info.ino}-${info.birthtimeNs}`);
  fs.copyFileSync(`/proc/self/fd/${fd}`, `${copy}.tmp`);
  fs.renameSync(`${copy}.tmp`, copy);
};
syncBuiltinESMExports();
