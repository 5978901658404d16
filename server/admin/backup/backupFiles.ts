/** Files of a backup: written once, flushed, and read back with what was noted of them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type BackupKey, Damaged, decrypt, encrypt } from './cipher.ts';

/** What is noted of a file, as it stands on the disk. */
export const WrittenFile = v.object({ file: v.string(), bytes: v.number(), sha256: v.string() });
export type WrittenFile = v.InferOutput<typeof WrittenFile>;

const READ_AT_ONCE = 1024 * 1024;

/** Writes a file of the folder, for its owner alone and to the disk; encrypted where there is a key. */
export async function writeBackupFile(
  folder: string,
  name: string,
  source: AsyncIterable<Uint8Array>,
  key: BackupKey | null,
): Promise<WrittenFile> {
  const file = key ? `${name}.enc` : name;
  const hash = createHash('sha256');
  let bytes = 0;
  async function* noted() {
    for await (const chunk of key ? encrypt(source, key, name) : source) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  const handle = await open(join(folder, file), 'wx', 0o600);
  try {
    await writeFile(handle, noted());
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { file, bytes, sha256: hash.digest('hex') };
}

/** Yields what was written. Throws Damaged, perhaps only at the end: use nothing of it before. */
export async function* readBackupFile(
  folder: string,
  name: string,
  written: WrittenFile,
  key: BackupKey | null,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* noted() {
    for await (const chunk of readChunks(join(folder, written.file))) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  yield* key ? decrypt(noted(), key, name) : noted();
  if (bytes !== written.bytes) throw new Damaged(`${written.file} has ${bytes} bytes, not ${written.bytes}.`);
  if (hash.digest('hex') !== written.sha256) throw new Damaged(`${written.file} was changed.`);
}

/** Throws Damaged for a file that is not there. */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_AT_ONCE })) yield chunk as Buffer;
  } catch (error) {
    if (isFileAbsent(error)) throw new Damaged(`${path} is missing.`);
    throw error;
  }
}

/** Lines of a stream of text. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Without this a power cut could take the names of files whose bytes were flushed. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const isFileAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Works on the items of a stream, some at once, and yields what comes of them in their order. */
export async function* mapThrough<T, R>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const one = work(item);
      // Its failure is thrown when its turn has come.
      one.catch(() => {});
      running.push(one);
      const first = running.length >= atOnce ? running.shift() : undefined;
      if (first) yield await first;
    }
    for (let first = running.shift(); first; first = running.shift()) yield await first;
  } finally {
    await Promise.allSettled(running);
  }
}
