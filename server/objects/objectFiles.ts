/**
 * Objects on disk. One file holds a fixed-size header with the metadata and then the bytes, is written under another
 * name, flushed, and then linked into place: an object is there whole or not at all, whenever the process dies, and never
 * replaced (SAF-09).
 */
import { createHash } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { ListedObject } from './keptObjects.ts';
import { createRunningSum, requireBytes, requireHeaderSum, requireStream, requireSum } from './objectSum.ts';
import { HEADER_BYTES, MAGIC, openStaging, type StagedFile, type Staging } from './staging.ts';
import { UnreadableObject } from './unreadableObject.ts';

/** Up to this size an answer is one read, which serves thumbnails fastest; above, it streams. */
const ONE_READ_BYTES = 128 * 1024;
const TOO_SHORT = 'Object file is shorter than it says';

const Meta = v.object({
  key: v.string(),
  /** sub of the fan who put it; '' in a bucket: it does not say. */
  owner: v.string(),
  size: v.number(),
  /** MD5 as hexadecimal; of what came into a bucket by another way, what its tag says. */
  md5: v.string(),
  /** CRC-32 as S3 writes it: base64 of four big-endian bytes; '' where it is not known. */
  crc32: v.string(),
  /** Epoch ms. */
  storedAt: v.number(),
});
export type ObjectMeta = v.InferOutput<typeof Meta>;

export interface OpenObject {
  readonly meta: ObjectMeta;
  /** The bytes from `start` to `end`, inclusive. Ends with them: nothing is left to be closed. */
  body(start: number, end: number): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>;
  /** For whoever wants no bytes. */
  close(): Promise<void>;
}

/** The objects of our own store, wherever they are kept. */
export interface ObjectFiles extends Staging {
  /** Makes a staged file the object of its key, once for all server copies. False: there is one, which stays. */
  publish(staged: StagedFile): Promise<boolean>;
  /** @param isWhole all of its bytes will be asked for */
  open(key: string, isWhole: boolean): Promise<OpenObject | null>;
  readMeta(key: string): Promise<ObjectMeta | null>;
  /** Up to `length` bytes from `start` on; fewer where the object ends. Null: there is none. */
  read(key: string, start: number, length: number): Promise<Uint8Array | null>;
  /** Quiet when there is none. */
  remove(key: string): Promise<void>;
  /**
   * The objects below a folder (ends in '/'), in an order of their own; `after`: from behind this key on. Those that come or go
   * meanwhile may be in it or not. `onUnreadable` hears of files whose key nobody can tell; left out: the first one ends the list.
   */
  list(
    folder: string,
    after?: string | null,
    onUnreadable?: (failure: UnreadableObject) => void,
  ): AsyncGenerator<ListedObject>;
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Opens the folder and sweeps what died uploads left behind.
 * @param onDamaged is notified of an object that turns out to be damaged while its bytes are sent; what is found before that is thrown
 * @param isFlushed false: objects are on the disk only after `settleObjectFiles`
 */
export async function openObjectFiles(
  dir: string,
  now: () => number,
  onDamaged: (failure: UnreadableObject) => void = () => {},
  isFlushed = true,
): Promise<ObjectFiles> {
  return {
    ...(await openStaging(join(dir, 'staging'), now, isFlushed)),
    publish: ({ path, meta }) => publish(path, objectPath(dir, meta.key), dir, isFlushed),
    open: (key) => openFile(objectPath(dir, key), onDamaged),
    readMeta: (key) => readMeta(objectPath(dir, key)),
    read: (key, start, length) => read(objectPath(dir, key), start, length),
    list: (folder, after, onUnreadable) => list(dir, folder, after ?? null, onUnreadable),
    remove: (key) => remove(objectPath(dir, key)),
  };
}

/** Hashed names: a file system that ignores letter case must not mix up two keys. */
export function objectPath(dir: string, key: string): string {
  return objectFileIn(dir, nameOf(key));
}

/** @param name of a file, as `listObjectFiles` has it */
export const objectFileIn = (dir: string, name: string): string => join(dir, name.slice(0, 2), name);

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

async function openHandle(path: string): Promise<{ readonly meta: ObjectMeta; readonly file: FileHandle } | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw new UnreadableObject(path, error);
  }
  try {
    const meta = await readHeader(file);
    if (nameOf(meta.key) !== basename(path)) throw new Error('It is the object of another key');
    return { meta, file };
  } catch (error) {
    await file.close();
    throw new UnreadableObject(path, error);
  }
}

async function openFile(path: string, onDamaged: (failure: UnreadableObject) => void): Promise<OpenObject | null> {
  const opened = await openHandle(path);
  if (!opened) return null;
  const { meta, file } = opened;
  const body = async (start: number, end: number) => {
    // The sum is of all bytes: of a part it says nothing.
    const noted = start === 0 && end === meta.size - 1 ? meta.crc32 : '';
    try {
      if (end - start + 1 > ONE_READ_BYTES) return await streamBody({ path, file, noted, onDamaged }, start, end);
      return requireBytes(await readBody(file, start, end), noted);
    } catch (error) {
      throw new UnreadableObject(path, error);
    }
  };
  return { meta, close: () => file.close(), body };
}

async function readBody(file: FileHandle, start: number, end: number): Promise<Buffer<ArrayBuffer>> {
  const length = end - start + 1;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, HEADER_BYTES + start);
    if (bytesRead !== length) throw new Error(TOO_SHORT);
    return buffer;
  } finally {
    await file.close();
  }
}

interface Streamed {
  readonly path: string;
  readonly file: FileHandle;
  /** CRC-32 of what is streamed; '': not known. */
  readonly noted: string;
  readonly onDamaged: (failure: UnreadableObject) => void;
}

async function streamBody({ path, file, noted, onDamaged }: Streamed, start: number, end: number) {
  await requireLength(file, HEADER_BYTES + end + 1);
  // The stream closes the file at its end, on errors, and when the reader goes away.
  const stream = file.createReadStream({ start: HEADER_BYTES + start, end: HEADER_BYTES + end });
  if (noted === '') return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
  const checked = async function* () {
    try {
      yield* requireStream(stream, noted);
    } catch (error) {
      const failure = new UnreadableObject(path, error);
      onDamaged(failure);
      throw failure;
    }
  };
  return Readable.toWeb(Readable.from(checked(), { objectMode: false })) as ReadableStream<Uint8Array>;
}

async function requireLength(file: FileHandle, bytes: number): Promise<void> {
  try {
    if ((await file.stat()).size < bytes) throw new Error(TOO_SHORT);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readMeta(path: string): Promise<ObjectMeta | null> {
  const opened = await openHandle(path);
  await opened?.file.close();
  return opened?.meta ?? null;
}

async function read(path: string, start: number, length: number): Promise<Uint8Array | null> {
  const opened = await openHandle(path);
  if (!opened) return null;
  const { meta, file } = opened;
  try {
    const wanted = Math.max(0, Math.min(length, meta.size - start));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, HEADER_BYTES + start);
    const bytes = buffer.subarray(0, bytesRead);
    return start === 0 && length >= meta.size ? requireBytes(bytes, meta.crc32) : bytes;
  } catch (error) {
    throw new UnreadableObject(path, error);
  } finally {
    await file.close();
  }
}

async function publish(path: string, target: string, dir: string, isFlushed: boolean): Promise<boolean> {
  await ensureFolder(dirname(target), dir);
  try {
    await link(path, target);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  if (isFlushed) await flush(dirname(target));
  return true;
}

/** Files flushed at once: the file system writes its journal once for all of them. */
const FLUSHED_AT_ONCE = 32;

/** Brings all objects of a folder to the disk. Much faster than one by one: most bytes are there already when it begins. */
export async function settleObjectFiles(dir: string): Promise<void> {
  let paths: string[] = [];
  const folders = new Set<string>();
  const flushAll = async () => {
    await Promise.all(paths.map(flush));
    paths = [];
  };
  for await (const { path } of listObjectFiles(dir, '')) {
    folders.add(dirname(path));
    paths.push(path);
    if (paths.length >= FLUSHED_AT_ONCE) await flushAll();
  }
  await flushAll();
  for (const folder of [...folders, dir, dirname(dir)]) await flush(folder);
}

/** Bytes of one read of a check: it must not hold up what fans read meanwhile. */
const CHECK_BYTES = 1024 * 1024;

/** Reads a whole object file. Returns its metadata; null: it is not there. Throws UnreadableObject where it is not as it was stored. */
export async function checkObjectFile(path: string): Promise<ObjectMeta | null> {
  const opened = await openHandle(path);
  if (!opened) return null;
  const { meta, file } = opened;
  try {
    const sum = createRunningSum();
    const buffer = Buffer.alloc(Math.min(CHECK_BYTES, Math.max(1, meta.size)));
    for (let at = 0; at < meta.size; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, meta.size - at), HEADER_BYTES + at);
      if (bytesRead === 0) throw new Error(TOO_SHORT);
      sum.add(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    requireSum(sum, meta.crc32);
    return meta;
  } catch (error) {
    throw new UnreadableObject(path, error);
  } finally {
    await file.close();
  }
}

/** Names of the object files of a folder in order, from behind `after` on. */
export async function* listObjectFiles(
  dir: string,
  after: string,
): AsyncGenerator<{ readonly name: string; readonly path: string }> {
  for (const part of (await readdir(dir)).sort()) {
    if (!/^[0-9a-f]{2}$/.test(part) || part < after.slice(0, 2)) continue;
    for (const name of (await readdir(join(dir, part))).sort())
      if (name > after) yield { name, path: join(dir, part, name) };
  }
}

/** Puts a staged file in the place of a damaged one of the same key, for whoever has checked that it holds what was stored there. */
export async function replaceObjectFile(dir: string, { path, meta }: StagedFile): Promise<void> {
  const target = objectPath(dir, meta.key);
  await ensureFolder(dirname(target), dir);
  await rename(path, target);
  await flush(dirname(target));
}

async function* list(
  dir: string,
  folder: string,
  after: string | null,
  onUnreadable?: (failure: UnreadableObject) => void,
): AsyncGenerator<ListedObject> {
  for await (const { path } of listObjectFiles(dir, after === null ? '' : nameOf(after))) {
    const meta = await readMeta(path).catch((error: unknown) => {
      if (!onUnreadable || !(error instanceof UnreadableObject)) throw error;
      onUnreadable(error);
      return null;
    });
    if (meta?.key.startsWith(folder)) yield { key: meta.key, storedAt: meta.storedAt };
  }
}

async function remove(path: string): Promise<void> {
  try {
    await rm(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await flush(dirname(path));
}

async function readHeader(file: FileHandle): Promise<ObjectMeta> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const text = buffer.toString('utf8', 0, bytesRead);
  const meta = v.safeParse(v.pipe(v.string(), v.parseJson(), Meta), text.slice(MAGIC.length));
  if (!text.startsWith(MAGIC) || !meta.success) throw new Error('Not an object file');
  requireHeaderSum(text.slice(MAGIC.length));
  return meta.output;
}

async function ensureFolder(folder: string, parent: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await flush(parent);
}

/** Of a file, or of a folder: without that a power cut could take the name of a file whose bytes were flushed. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
