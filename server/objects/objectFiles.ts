/**
 * Objects on disk. One file holds a fixed-size header with the metadata and then the bytes, is written under another
 * name, flushed, and then linked into place: an object is there whole or not at all, whenever the process dies, and never
 * replaced (SAF-09).
 */
import { createHash } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { ListedObject } from './keptObjects.ts';
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

/** Opens the folder and sweeps what died uploads left behind. */
export async function openObjectFiles(dir: string, now: () => number): Promise<ObjectFiles> {
  return {
    ...(await openStaging(join(dir, 'staging'), now, true)),
    publish: ({ path, meta }) => publish(path, objectPath(dir, meta.key), dir),
    open: (key) => openFile(objectPath(dir, key)),
    readMeta: (key) => readMeta(objectPath(dir, key)),
    read: (key, start, length) => read(objectPath(dir, key), start, length),
    list: (folder, after, onUnreadable) => list(dir, folder, after ?? null, onUnreadable),
    remove: (key) => remove(objectPath(dir, key)),
  };
}

/** Hashed names: a file system that ignores letter case must not mix up two keys. */
export function objectPath(dir: string, key: string): string {
  const name = nameOf(key);
  return join(dir, name.slice(0, 2), name);
}

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
    return { meta: await readHeader(file), file };
  } catch (error) {
    await file.close();
    throw new UnreadableObject(path, error);
  }
}

async function openFile(path: string): Promise<OpenObject | null> {
  const opened = await openHandle(path);
  if (!opened) return null;
  const { meta, file } = opened;
  const body = async (start: number, end: number) => {
    try {
      return await readBody(file, start, end);
    } catch (error) {
      throw new UnreadableObject(path, error);
    }
  };
  return { meta, close: () => file.close(), body };
}

async function readBody(file: FileHandle, start: number, end: number) {
  const length = end - start + 1;
  if (length > ONE_READ_BYTES) {
    await requireLength(file, HEADER_BYTES + end + 1);
    // The stream closes the file at its end, on errors, and when the reader goes away.
    const stream = file.createReadStream({ start: HEADER_BYTES + start, end: HEADER_BYTES + end });
    return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
  }
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, HEADER_BYTES + start);
    if (bytesRead !== length) throw new Error(TOO_SHORT);
    return buffer;
  } finally {
    await file.close();
  }
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
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function publish(path: string, target: string, dir: string): Promise<boolean> {
  await ensureFolder(dirname(target), dir);
  try {
    await link(path, target);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  await flushFolder(dirname(target));
  return true;
}

async function* list(
  dir: string,
  folder: string,
  after: string | null,
  onUnreadable?: (failure: UnreadableObject) => void,
): AsyncGenerator<ListedObject> {
  const last = after === null ? '' : nameOf(after);
  for (const part of (await readdir(dir)).sort()) {
    if (!/^[0-9a-f]{2}$/.test(part) || part < last.slice(0, 2)) continue;
    for (const name of (await readdir(join(dir, part))).sort()) {
      if (name <= last) continue;
      const meta = await readMeta(join(dir, part, name)).catch((error: unknown) => {
        if (!onUnreadable || !(error instanceof UnreadableObject)) throw error;
        onUnreadable(error);
        return null;
      });
      if (meta?.key.startsWith(folder)) yield { key: meta.key, storedAt: meta.storedAt };
    }
  }
}

async function remove(path: string): Promise<void> {
  try {
    await rm(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await flushFolder(dirname(path));
}

async function readHeader(file: FileHandle): Promise<ObjectMeta> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const text = buffer.toString('utf8', 0, bytesRead);
  const meta = v.safeParse(v.pipe(v.string(), v.parseJson(), Meta), text.slice(MAGIC.length));
  if (!text.startsWith(MAGIC) || !meta.success) throw new Error('Not an object file');
  return meta.output;
}

async function ensureFolder(folder: string, parent: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await flushFolder(parent);
}

/** Without this a power cut could take the name of a file whose bytes were flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
