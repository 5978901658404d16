/**
 * Copies the embedded database's files while it is used, one after the other, and then the write-ahead log of that time. From the log
 * PostgreSQL brings all files to one moment when the copy is opened. Files that it makes anew are left out, as `pg_basebackup` does.
 */
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { PRIVATE_FOLDER } from '../../database/privateFolder.ts';
import { isFileAbsent } from './backupFiles.ts';
import type { CopiedMoment, LiveDatabase } from './liveDatabase.ts';

const LOG = 'pg_wal';
/** Folders that have to be there, and whose files are of the running process. */
const EMPTIED: ReadonlySet<string> = new Set([
  ...[LOG, 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|pg_internal\.init.*|pgsql_tmp.*)$/;
/** The state of the whole database. Copied after the other files, as `pg_basebackup` does: it must not be older than they are. */
const CONTROL = 'global/pg_control';
const READ_AT_ONCE = 256 * 1024;
const FILE_MODE = 0o600;

/** Yields the copy as a tar. @param onMoment is notified when the moment is known, before the end */
export async function* copyEmbedded(
  folder: string,
  live: Pick<LiveDatabase, 'begin' | 'end'>,
  onMoment: (moment: CopiedMoment) => void,
): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const copying = copyFiles(folder, live, archive).then(
    (moment) => {
      onMoment(moment);
      archive.finalize();
    },
    (error: Error) => archive.destroy(error),
  );
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    archive.destroy();
    await copying;
  }
}

async function copyFiles(
  folder: string,
  live: Pick<LiveDatabase, 'begin' | 'end'>,
  archive: Pack,
): Promise<CopiedMoment> {
  await live.begin();
  await addFolder(archive, folder, '');
  await addFile(archive, folder, CONTROL);
  const moment = await live.end();
  archive.entry({ name: 'backup_label', mode: FILE_MODE }, moment.label);
  const logs = (await readdir(join(folder, LOG))).filter((name) => name >= moment.firstLog && name <= moment.lastLog);
  for (const name of logs.filter((name) => /^[0-9A-F]{24}$/.test(name)).sort())
    await addFile(archive, folder, `${LOG}/${name}`);
  return moment;
}

async function addFolder(archive: Pack, top: string, below: string): Promise<void> {
  const addEmpty = (name: string) => archive.entry({ name, type: 'directory', mode: PRIVATE_FOLDER });
  for (const entry of await readdir(join(top, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      addEmpty(path);
      if (path === LOG) addEmpty(`${LOG}/archive_status`);
      if (!EMPTIED.has(path)) await addFolder(archive, top, path);
    } else if (entry.isFile() && path !== CONTROL && !LEFT_OUT.test(entry.name)) await addFile(archive, top, path);
  }
}

/** Adds nothing for a file that has gone: the log tells of it. */
async function addFile(archive: Pack, top: string, path: string): Promise<void> {
  const file = await open(join(top, path), 'r').catch((error: unknown) => {
    if (isFileAbsent(error)) return null;
    throw error;
  });
  if (file === null) return;
  try {
    const { size } = await file.stat();
    await pipeline(exactly(size, file), archive.entry({ name: path, size, mode: FILE_MODE }));
  } finally {
    await file.close();
  }
}

/** Yields as many bytes as were announced: a file that became shorter meanwhile is filled with zeros, a longer one is cut. */
async function* exactly(size: number, file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    // A new one each time: the last one may still wait to be written.
    const zeros = Buffer.alloc(Math.min(READ_AT_ONCE, size - at));
    const { bytesRead } = await file.read(zeros, 0, zeros.length, at);
    const piece = bytesRead === 0 ? zeros : zeros.subarray(0, bytesRead);
    at += piece.length;
    yield piece;
  }
}
