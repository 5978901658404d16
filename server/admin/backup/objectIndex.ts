/** The objects of one backup: a line each, never all in memory. */
import * as v from 'valibot';
import { linesOf, readBackupFile } from './backupFiles.ts';
import { type BackupKey, Damaged } from './cipher.ts';
import type { Manifest } from './manifest.ts';

/** `size`: of the pool's file. */
const Line = v.object({ name: v.string(), key: v.string(), size: v.number() });
export type IndexedObject = v.InferOutput<typeof Line>;

export const INDEX = 'objects.jsonl';

export const lineOf = (object: IndexedObject): Buffer => Buffer.from(`${JSON.stringify(object)}\n`);

/** Throws Damaged, at the latest at the end. */
export async function* readIndex(
  folder: string,
  manifest: Manifest,
  key: BackupKey | null,
): AsyncGenerator<IndexedObject> {
  for await (const line of linesOf(readBackupFile(folder, INDEX, manifest.objectsFile, key))) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), line);
    if (!read.success) throw new Damaged(`The list of objects in ${folder} was changed.`);
    yield read.output;
  }
}
