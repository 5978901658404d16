/**
 * Objects of all backups, each once: a file an object, named by a hash of its key and the time it was stored. The file has the object's
 * own bytes, encrypted if there is a key. Each key has a folder of its own, and unencrypted objects have one.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FOLDER } from '../../database/privateFolder.ts';
import { Damaged, damageOf, flushFolder, isFileAbsent } from './backupFiles.ts';
import { type BackupKey, decryptWhole } from './backupKey.ts';
import type { IndexedObject } from './objectIndex.ts';

const POOL = 'pool';
/** Folders of this format. The others beside them belong to older releases. */
const IS_OURS = /^(?:unencrypted|age1[a-z0-9]+)$/;

export interface ObjectPool {
  /** Returns the path that the object's file has or would have, below the folder of the backups. */
  fileOf(key: string, storedAt: number): string;
  has(file: string): Promise<boolean>;
  /** Returns what the list of objects notes of the bytes. */
  add(file: string, bytes: Uint8Array): Promise<Pick<IndexedObject, 'size' | 'sha256'>>;
  /** Returns the object's bytes. Throws Damaged if they are not those of the list. */
  read(object: IndexedObject): Promise<Uint8Array>;
  /** Brings the names to the disk. */
  settle(): Promise<void>;
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @param dir of the backups */
export function createObjectPool(dir: string, key: BackupKey | null): ObjectPool {
  const own = join(POOL, key?.id ?? 'unencrypted');
  const drafts = join(dir, own, 'drafts');
  return {
    fileOf(name, storedAt) {
      const hash = hashOf(name);
      return join(own, hash.slice(0, 2), `${hash}-${storedAt.toString(36)}${key ? '.age' : ''}`);
    },
    has: (file) =>
      access(join(dir, file)).then(
        () => true,
        (error: unknown) => {
          if (isFileAbsent(error)) return false;
          throw error;
        },
      ),
    async add(file, bytes) {
      await mkdir(drafts, { recursive: true, mode: PRIVATE_FOLDER });
      await mkdir(dirname(join(dir, file)), { recursive: true, mode: PRIVATE_FOLDER });
      const draft = join(drafts, randomUUID());
      await writeFlushed(draft, key ? await key.encrypter.encrypt(bytes) : bytes);
      await rename(draft, join(dir, file));
      return { size: bytes.byteLength, sha256: sha256Of(bytes) };
    },
    async read({ file, key: name, sha256 }) {
      let bytes: Uint8Array;
      try {
        // At once: asked in the background, each small file would cost several changes of threads.
        const content = readFileSync(join(dir, file));
        bytes = key ? await decryptWhole(content, key) : content;
      } catch (error) {
        throw damageOf(error, `The object ${file} (${name})`);
      }
      if (sha256Of(bytes) !== sha256) throw new Damaged(`The object ${file} (${name}) was changed.`);
      return bytes;
    },
    async settle() {
      // All of them: what stands there may be of a create that died before it came so far.
      const top = join(dir, own);
      for (const folder of await foldersIn(top)) await flushFolder(join(top, folder));
      if ((await entriesOf(top)).length > 0) await flushFolder(top);
    },
  };
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what a create that died had begun. @param dir of the backups */
export async function clearDrafts(dir: string): Promise<void> {
  for (const pool of await entriesOf(join(dir, POOL)))
    await rm(join(dir, POOL, pool, 'drafts'), { recursive: true, force: true });
}

/** Yields the paths of all files of this format, below the folder of the backups. */
export async function* listPools(dir: string): AsyncGenerator<string> {
  for (const pool of (await entriesOf(join(dir, POOL))).filter((name) => IS_OURS.test(name)))
    for (const folder of await foldersIn(join(dir, POOL, pool)))
      for (const name of await entriesOf(join(dir, POOL, pool, folder))) yield join(POOL, pool, folder, name);
}

/** Removes all copies of an object, also those of older releases. Returns how many. */
export async function removeFromPools(dir: string, key: string): Promise<number> {
  const hash = hashOf(key);
  let removed = 0;
  for (const pool of await entriesOf(join(dir, POOL))) {
    const folder = join(dir, POOL, pool, hash.slice(0, 2));
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
