/** Uploads on disk under no name yet: all of their bytes are here and looked at before anything is made of them. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectMeta } from './objectFiles.ts';
import { withHeaderSum } from './objectSum.ts';

export const HEADER_BYTES = 1024;
export const MAGIC = 'FPO1';
/** No upload lives longer: the server gives up on slow requests before (`http/timeLimits.ts`). */
const STALE_MS = 60 * 60_000;

/** A fixed-size header with the metadata, and the bytes. Publish or discard it. */
export interface StagedFile {
  readonly path: string;
  readonly meta: ObjectMeta;
}

export interface Staging {
  /** Writes a body. `finish` is asked for the metadata when all bytes are there; its refusal discards them. */
  stage(body: AsyncIterable<Uint8Array>, finish: () => ObjectMeta): Promise<StagedFile>;
  discard(staged: StagedFile): Promise<void>;
}

/**
 * Opens the folder, of any number of server copies, and sweeps what died uploads left behind.
 * @param isFlushed the file itself is what will be kept: a power cut must not take its bytes
 */
export async function openStaging(folder: string, now: () => number, isFlushed: boolean): Promise<Staging> {
  await mkdir(folder, { recursive: true });
  await sweep(folder, now());
  return {
    stage: (body, finish) => stage(join(folder, randomUUID()), body, finish, isFlushed),
    discard: ({ path }) => rm(path, { force: true }),
  };
}

async function stage(
  path: string,
  body: AsyncIterable<Uint8Array>,
  finish: () => ObjectMeta,
  isFlushed: boolean,
): Promise<StagedFile> {
  const file = await open(path, 'wx');
  try {
    await file.write(Buffer.alloc(HEADER_BYTES));
    // Goes on from where the handle stands, one chunk at a time.
    await writeFile(file, body);
    const meta = finish();
    await file.write(headerOf(meta), 0, HEADER_BYTES, 0);
    if (isFlushed) await file.sync();
    await file.close();
    return { path, meta };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

/** Throws for metadata that are too long. */
export function headerOf(meta: ObjectMeta): Buffer {
  const text = MAGIC + withHeaderSum(JSON.stringify(meta));
  if (Buffer.byteLength(text) > HEADER_BYTES) throw new Error('Object metadata is too long');
  const header = Buffer.alloc(HEADER_BYTES, ' ');
  header.write(text);
  return header;
}

async function sweep(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    if (info && now - info.mtimeMs >= STALE_MS) await rm(path, { force: true });
  }
}
