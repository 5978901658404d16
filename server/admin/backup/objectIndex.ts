/** The list of the objects of one backup: a line each, never all in memory. */
import * as v from 'valibot';
import { Damaged, linesOf, readBackupFile } from './backupFiles.ts';
import type { BackupKey } from './backupKey.ts';
import type { Manifest } from './manifest.ts';

const Line = v.object({
  /** Path of its file, below the folder of the backups. */
  file: v.string(),
  key: v.string(),
  /** sub of the fan who stored it; '': the store does not know. */
  owner: v.string(),
  /** Epoch ms. */
  storedAt: v.number(),
  /** Bytes of the object itself, and their hash (hexadecimal). */
  size: v.number(),
  sha256: v.string(),
  /** What the own store notes of it (ObjectMeta); left out: the object is of a bucket, or of a release that did not list it. */
  md5: v.optional(v.string()),
  crc32: v.optional(v.string()),
});
export type IndexedObject = v.InferOutput<typeof Line>;

export const INDEX = 'objects.jsonl.zst';

export const lineOf = (object: IndexedObject): Buffer => Buffer.from(`${JSON.stringify(object)}\n`);

/** Throws Damaged, at the latest at the end. */
export async function* readIndex(
  folder: string,
  manifest: Manifest,
  key: BackupKey | null,
): AsyncGenerator<IndexedObject> {
  for await (const line of linesOf(readBackupFile(folder, manifest.objectsFile, key))) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), line);
    if (!read.success) throw new Damaged(`The list of objects in ${folder} was changed.`);
    yield read.output;
  }
}
