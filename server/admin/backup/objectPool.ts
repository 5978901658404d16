/**
 * Objects of all backups, each once: a file an object, named by a hash of its key and the moment it was stored. What is there is not
 * copied again. Objects that were encrypted with another key, or not at all, stand apart.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { PRIVATE_FOLDER } from '../../database/privateFolder.ts';
import { flushFolder, isFileAbsent, readChunks } from './backupFiles.ts';
import { type BackupKey, Damaged, decrypt, encrypt } from './cipher.ts';

const Facts = v.object({
  key: v.string(),
  /** sub of the fan who stored it; '': the store does not know. */
  owner: v.string(),
  /** Epoch ms. */
  storedAt: v.number(),
  sha256: v.string(),
});
/** An object with what the store knows of it. */
export interface PooledObject extends Omit<v.InferOutput<typeof Facts>, 'sha256'> {
  readonly bytes: Uint8Array;
}

export interface ObjectPool {
  /** Bytes of the file on the disk; null: the pool does not have it. */
  sizeOf(name: string): Promise<number | null>;
  /** Answers the bytes on the disk. */
  add(name: string, object: PooledObject): Promise<number>;
  /** Throws Damaged. */
  read(name: string): Promise<PooledObject>;
  /** Brings the names to the disk. */
  settle(): Promise<void>;
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const nameInPool = (key: string, storedAt: number): string => `${hashOf(key)}-${storedAt.toString(36)}`;

const folderOf = (top: string, name: string): string => join(top, name.slice(0, 2));

/** @param dir of all pools */
export function createObjectPool(dir: string, key: BackupKey | null): ObjectPool {
  const top = join(dir, key?.id ?? 'plain');
  return {
    async sizeOf(name) {
      const info = await stat(join(folderOf(top, name), name)).catch((error: unknown) => {
        if (isFileAbsent(error)) return null;
        throw error;
      });
      return info?.size ?? null;
    },
    async add(name, object) {
      const draft = join(top, 'drafts', randomUUID());
      const folder = folderOf(top, name);
      await mkdir(join(top, 'drafts'), { recursive: true, mode: PRIVATE_FOLDER });
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      const size = await writeDraft(draft, packed(object), key, name);
      await rename(draft, join(folder, name));
      return size;
    },
    async read(name) {
      const chunks = readChunks(join(folderOf(top, name), name));
      return unpacked(await buffer(key ? decrypt(chunks, key, name) : chunks), name);
    },
    async settle() {
      // All of them: what stands there may be of a create that died before it came so far.
      for (const folder of await foldersIn(top)) await flushFolder(join(top, folder));
      if ((await entriesOf(top)).length > 0) await flushFolder(top);
    },
  };
}

async function writeDraft(path: string, bytes: Buffer, key: BackupKey | null, name: string): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await writeFile(handle, key ? encrypt(oneChunk(bytes), key, name) : bytes);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function* oneChunk(bytes: Buffer) {
  yield bytes;
}

/** A line of facts, then the bytes. */
const packed = ({ bytes, ...facts }: PooledObject): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify({ ...facts, sha256: sha256Of(bytes) })}\n`), bytes]);

function unpacked(content: Buffer, name: string): PooledObject {
  const end = content.indexOf('\n');
  const facts = v.safeParse(v.pipe(v.string(), v.parseJson(), Facts), content.toString('utf8', 0, Math.max(0, end)));
  if (!facts.success) throw new Damaged(`The object ${name} was changed.`);
  const { sha256, ...known } = facts.output;
  const bytes = content.subarray(end + 1);
  if (sha256Of(bytes) !== sha256 || nameInPool(known.key, known.storedAt) !== name)
    throw new Damaged(`The object ${name} (${known.key}) was cut off or changed.`);
  return { ...known, bytes };
}

/** Takes away what a create that died had begun. */
export async function clearDrafts(dir: string): Promise<void> {
  for (const pool of await entriesOf(dir)) await rm(join(dir, pool, 'drafts'), { recursive: true, force: true });
}

/** Every file of all pools. */
export async function* listPools(dir: string): AsyncGenerator<{ readonly name: string; readonly path: string }> {
  for (const pool of await entriesOf(dir)) {
    for (const folder of await foldersIn(join(dir, pool)))
      for (const name of await entriesOf(join(dir, pool, folder)))
        yield { name: `${pool}/${name}`, path: join(dir, pool, folder, name) };
  }
}

/** Takes all copies of an object away. Answers how many. */
export async function removeFromPools(dir: string, key: string): Promise<number> {
  const hash = hashOf(key);
  let removed = 0;
  for (const pool of await entriesOf(dir)) {
    const folder = folderOf(join(dir, pool), hash);
    for (const name of (await entriesOf(folder)).filter((one) => one.startsWith(`${hash}-`))) {
      await rm(join(folder, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}

const foldersIn = async (top: string): Promise<string[]> =>
  (await entriesOf(top)).filter((name) => /^[0-9a-f]{2}$/.test(name));

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isFileAbsent(error)) return [];
    throw error;
  }
}
