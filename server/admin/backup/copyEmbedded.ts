/**
 * Copies the embedded database's files while it is used, one after the other, and then the write-ahead log of that time. From the log
 * PostgreSQL brings all files to one moment when the copy is opened. Files that it makes anew are left out, as `pg_basebackup` does.
 */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileAbsent } from './backupFiles.ts';
import type { CopiedMoment, LiveDatabase } from './liveDatabase.ts';
import { packTar, type TarEntry } from './tar.ts';

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

/** A tar stream of the copy. @param onMoment told when the moment is known, before the stream ends */
export const copyEmbedded = (
  folder: string,
  live: Pick<LiveDatabase, 'begin' | 'end'>,
  onMoment: (moment: CopiedMoment) => void,
): AsyncGenerator<Buffer> => packTar(entriesOf(folder, live, onMoment));

async function* entriesOf(
  folder: string,
  live: Pick<LiveDatabase, 'begin' | 'end'>,
  onMoment: (moment: CopiedMoment) => void,
): AsyncGenerator<TarEntry> {
  await live.begin();
  yield* filesBelow(folder, '');
  yield* fileAt(folder, CONTROL);
  const moment = await live.end();
  onMoment(moment);
  yield { path: 'backup_label', body: bodyOf(Buffer.from(moment.label)) };
  const logs = (await readdir(join(folder, LOG))).filter((name) => name >= moment.firstLog && name <= moment.lastLog);
  for (const name of logs.filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()) yield* fileAt(folder, `${LOG}/${name}`);
}

async function* filesBelow(top: string, below: string): AsyncGenerator<TarEntry> {
  for (const entry of await readdir(join(top, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      yield { path, body: null };
      if (path === LOG) yield { path: `${LOG}/archive_status`, body: null };
      if (!EMPTIED.has(path)) yield* filesBelow(top, path);
    } else if (entry.isFile() && path !== CONTROL && !LEFT_OUT.test(entry.name)) yield* fileAt(top, path);
  }
}

/** Nothing for a file that has gone: the log tells of it. */
async function* fileAt(top: string, path: string): AsyncGenerator<TarEntry> {
  const file = await open(join(top, path), 'r').catch((error: unknown) => {
    if (isFileAbsent(error)) return null;
    throw error;
  });
  if (file === null) return;
  try {
    const { size } = await file.stat();
    yield { path, body: { size, chunks: file.createReadStream({ highWaterMark: READ_AT_ONCE, autoClose: false }) } };
  } finally {
    await file.close();
  }
}

function bodyOf(bytes: Buffer): TarEntry['body'] {
  async function* chunks() {
    yield bytes;
  }
  return { size: bytes.length, chunks: chunks() };
}
