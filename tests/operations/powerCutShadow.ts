/**
 * Preloaded into the writer of powerCut.test.ts, and so into its database thread: whenever a file is flushed, what it holds
 * is copied under its inode number; when it is deleted or replaced, the copy goes, because the number is given to another file.
 * That copy is what a power cut leaves for sure. Needs Linux's /proc.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const shadow = process.env.SHADOW_DIR ?? '';
const { fsyncSync, unlinkSync, renameSync, copyFileSync, fstatSync, statSync } = fs;

const inodeOf = (path: fs.PathLike): bigint | undefined => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
const forget = (inode: bigint | undefined) => {
  if (inode !== undefined) fs.rmSync(join(shadow, String(inode)), { force: true });
};

fs.fsyncSync = (fd) => {
  fsyncSync(fd);
  const info = fstatSync(fd, { bigint: true });
  // One that is deleted already: nothing of it is left.
  if (!info.isFile() || info.nlink === 0n) return;
  const copy = join(shadow, String(info.ino));
  copyFileSync(`/proc/self/fd/${fd}`, `${copy}.tmp`);
  renameSync(`${copy}.tmp`, copy);
};
fs.unlinkSync = (path) => {
  const inode = inodeOf(path);
  unlinkSync(path);
  forget(inode);
};
fs.renameSync = (from, to) => {
  const replaced = inodeOf(to);
  renameSync(from, to);
  if (replaced !== inodeOf(to)) forget(replaced);
};
syncBuiltinESMExports();
