/** Files of a backup: written once, flushed, and read back against what was noted of them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import * as v from 'valibot';
import type { BackupKey } from './backupKey.ts';

/** The bytes read are not those that were written. The message names the file. */
export class Damaged extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Damaged';
  }
}

/** What is noted of a file, as it stands on the disk. */
export const WrittenFile = v.object({ file: v.string(), bytes: v.number(), sha256: v.string() });
export type WrittenFile = v.InferOutput<typeof WrittenFile>;

type Bytes = AsyncIterable<Uint8Array>;

const READ_AT_ONCE = 1024 * 1024;
const IS_COMPRESSED = /\.zst(?:\.age)?$/;

/** Whoever reads the last stream is notified of failures. */
const ignore = () => {};
/** Returns bytes in the kind of stream that age works on. */
const webStream = (bytes: Bytes) => ReadableStream.from(bytes) as globalThis.ReadableStream<Uint8Array>;

/** Writes a new file of the folder, for its owner alone, and flushes it: compressed if its name ends in `.zst`, encrypted if there is a key. */
export async function writeBackupFile(
  folder: string,
  name: string,
  source: Bytes,
  key: BackupKey | null,
): Promise<WrittenFile> {
  const file = key ? `${name}.age` : name;
  const hash = createHash('sha256');
  let bytes = 0;
  async function* noted() {
    const plain: Bytes = IS_COMPRESSED.test(name) ? pipeline(source, createZstdCompress(), ignore) : source;
    const written: Bytes = key ? await key.encrypter.encrypt(webStream(plain)) : plain;
    for await (const chunk of written) {
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
  written: WrittenFile,
  key: BackupKey | null,
): AsyncGenerator<Uint8Array> {
  const { file } = written;
  const hash = createHash('sha256');
  let bytes = 0;
  async function* noted() {
    for await (const chunk of createReadStream(join(folder, file), { highWaterMark: READ_AT_ONCE })) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk as Uint8Array;
    }
  }
  try {
    const plain: Bytes = key ? await key.decrypter.decrypt(webStream(noted())) : noted();
    yield* IS_COMPRESSED.test(file) ? pipeline(plain, createZstdDecompress(), ignore) : plain;
  } catch (error) {
    throw damageOf(error, file);
  }
  if (bytes !== written.bytes || hash.digest('hex') !== written.sha256) throw new Damaged(`${file} was changed.`);
}

/** Returns what a failed reading of a file means: Damaged, or the failure itself if the system made it. */
export function damageOf(error: unknown, file: string): unknown {
  if (isFileAbsent(error)) return new Damaged(`${file} is missing.`);
  return error instanceof Error && 'syscall' in error ? error : new Damaged(`${file} is cut off or was changed.`);
}

/** Lines of a stream of text. */
export async function* linesOf(source: Bytes): AsyncGenerator<string> {
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
