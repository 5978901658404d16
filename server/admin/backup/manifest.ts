/** What a backup says of itself. It is written last: a folder without one is no backup. */
import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { flushFolder, isFileAbsent, WrittenFile } from './backupFiles.ts';
import { type BackupKey, Damaged, macOf } from './cipher.ts';
import { RowCounts } from './liveDatabase.ts';

const Content = v.object({
  version: v.literal(1),
  id: v.string(),
  /** The moment all rows are of, ISO. */
  at: v.string(),
  finishedAt: v.string(),
  database: v.picklist(['embedded', 'postgres']),
  store: v.picklist(['own', 'bucket']),
  /** Of the key everything is encrypted with; null: nothing is. */
  keyId: v.nullable(v.string()),
  rows: RowCounts,
  databaseFile: WrittenFile,
  /** A line an object. */
  objectsFile: WrittenFile,
  objects: v.number(),
  /** On the disk, those shared with other backups included. */
  objectBytes: v.number(),
  newObjects: v.number(),
  /** Keys of photos and pictures whose rows went while the objects were copied. */
  deletedMeanwhile: v.array(v.string()),
});
export type Manifest = v.InferOutput<typeof Content>;

/** File of the database in a backup's folder. */
export const DATABASE_FILE = { embedded: 'database.tar', postgres: 'database.dump' } as const;

const Sealed = v.object({ manifest: v.string(), seal: v.string() });
const FILE = 'manifest.json';

const sealOf = (text: string, key: BackupKey | null): string =>
  key ? macOf(key, text) : createHash('sha256').update(text).digest('hex');

/** Whole or not at all, whenever the process dies or the power fails. */
export async function writeManifest(folder: string, manifest: Manifest, key: BackupKey | null): Promise<void> {
  const text = JSON.stringify(manifest);
  const handle = await open(join(folder, `${FILE}.new`), 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ manifest: text, seal: sealOf(text, key) })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(join(folder, `${FILE}.new`), join(folder, FILE));
  await flushFolder(folder);
  await flushFolder(join(folder, '..'));
}

/** null: the backup was not finished. Throws Damaged. What it says is believed only after `checkSeal`. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: unknown) => {
    if (isFileAbsent(error)) return null;
    throw error;
  });
  if (text === null) return null;
  const sealed = v.safeParse(v.pipe(v.string(), v.parseJson(), Sealed), text);
  const content = sealed.success
    ? v.safeParse(v.pipe(v.string(), v.parseJson(), Content), sealed.output.manifest)
    : null;
  if (!content?.success) throw new Damaged(`${join(folder, FILE)} was changed, or is of a newer version.`);
  return content.output;
}

/** Throws Damaged for a manifest that was not written with this key, or was changed. */
export async function checkSeal(folder: string, key: BackupKey | null): Promise<void> {
  const sealed = v.parse(Sealed, JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  if (sealOf(sealed.manifest, key) !== sealed.seal) throw new Damaged(`${join(folder, FILE)} was changed.`);
}
