/**
 * Objects on disk. One file holds a fixed-size header with the metadata and then the bytes, is written under another
 * name, flushed, and then linked into place: an object is there whole or not at all, whenever the process dies, and never
 * replaced (SAF-09).
 */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';

export const HEADER_BYTES = 1024;
const MAGIC = 'FPO1';
/** No upload lives longer: the server gives up on slow requests before (`http/timeLimits.ts`). */
const STALE_MS = 60 * 60_000;

const Meta = v.object({
  key: v.string(),
  /** sub of the fan who put it. */
  owner: v.string(),
  size: v.number(),
  /** MD5 as hexadecimal. */
  md5: v.string(),
  /** CRC-32 as S3 writes it: base64 of four big-endian bytes. */
  crc32: v.string(),
  /** Epoch ms. */
  storedAt: v.number(),
});
export type ObjectMeta = v.InferOutput<typeof Meta>;

/** Bytes on disk under no name yet. `publish` or `discard` it. */
export interface StagedFile {
  readonly path: string;
  readonly meta: ObjectMeta;
}

export interface OpenObject {
  readonly meta: ObjectMeta;
  /** Positioned reads from HEADER_BYTES on. The caller closes it. */
  readonly file: FileHandle;
}

export interface ObjectFiles {
  /** Writes and flushes a body. `finish` is asked for the metadata when all bytes are there; its refusal discards them. */
  stage(body: AsyncIterable<Uint8Array>, finish: () => ObjectMeta): Promise<StagedFile>;
  /** Makes a staged file the object of its key. False: there is one, which stays. */
  publish(staged: StagedFile): Promise<boolean>;
  discard(staged: StagedFile): Promise<void>;
  open(key: string): Promise<OpenObject | null>;
  readMeta(key: string): Promise<ObjectMeta | null>;
  /** False: there was none. */
  remove(key: string): Promise<boolean>;
  /** Every object, in an order of its own; `after`: from behind this key on. Objects that come or go meanwhile may be in it or not. */
  list(after?: string | null): AsyncGenerator<ObjectMeta>;
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Opens the folder and sweeps what died uploads left behind. */
export async function openObjectFiles(dir: string, now: () => number): Promise<ObjectFiles> {
  const staging = join(dir, 'staging');
  await mkdir(staging, { recursive: true });
  await sweep(staging, now());

  return {
    stage: (body, finish) => stage(join(staging, randomUUID()), body, finish),
    publish: ({ path, meta }) => publish(path, pathOf(dir, meta.key), dir),
    discard: ({ path }) => rm(path, { force: true }),
    open: (key) => openFile(pathOf(dir, key)),
    readMeta: (key) => readMeta(pathOf(dir, key)),
    list: (after) => list(dir, after ?? null),
    remove: (key) => remove(pathOf(dir, key)),
  };
}

/** Hashed names: a file system that ignores letter case must not mix up two keys. */
function pathOf(dir: string, key: string): string {
  const name = nameOf(key);
  return join(dir, name.slice(0, 2), name);
}

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

async function openFile(path: string): Promise<OpenObject | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    return { meta: await readHeader(file), file };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readMeta(path: string): Promise<ObjectMeta | null> {
  const opened = await openFile(path);
  await opened?.file.close();
  return opened?.meta ?? null;
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

async function* list(dir: string, after: string | null): AsyncGenerator<ObjectMeta> {
  const last = after === null ? '' : nameOf(after);
  for (const folder of (await readdir(dir)).sort()) {
    if (!/^[0-9a-f]{2}$/.test(folder) || folder < last.slice(0, 2)) continue;
    for (const name of (await readdir(join(dir, folder))).sort()) {
      if (name <= last) continue;
      const meta = await readMeta(join(dir, folder, name));
      if (meta) yield meta;
    }
  }
}

async function remove(path: string): Promise<boolean> {
  try {
    await rm(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
  await flushFolder(dirname(path));
  return true;
}

async function stage(path: string, body: AsyncIterable<Uint8Array>, finish: () => ObjectMeta): Promise<StagedFile> {
  const file = await open(path, 'wx');
  try {
    await file.write(Buffer.alloc(HEADER_BYTES));
    // Goes on from where the handle stands, one chunk at a time.
    await writeFile(file, body);
    const meta = finish();
    await file.write(headerOf(meta), 0, HEADER_BYTES, 0);
    await file.sync();
    await file.close();
    return { path, meta };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

function headerOf(meta: ObjectMeta): Buffer {
  const text = MAGIC + JSON.stringify(meta);
  if (Buffer.byteLength(text) > HEADER_BYTES) throw new Error('Object metadata is too long');
  const header = Buffer.alloc(HEADER_BYTES, ' ');
  header.write(text);
  return header;
}

async function readHeader(file: FileHandle): Promise<ObjectMeta> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const text = buffer.toString('utf8', 0, bytesRead);
  if (!text.startsWith(MAGIC)) throw new Error('Not an object file');
  return v.parse(Meta, JSON.parse(text.slice(MAGIC.length)));
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

async function sweep(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    if (info && now - info.mtimeMs >= STALE_MS) await rm(path, { force: true });
  }
}
