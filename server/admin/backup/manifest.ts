/** What a backup says of itself. It is written last: a folder without one is no backup. */
import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { Damaged, flushFolder, isFileAbsent, WrittenFile } from './backupFiles.ts';
import type { BackupKey } from './backupKey.ts';
import { RowCounts } from './liveDatabase.ts';

const Content = v.object({
  version: v.literal(2),
  id: v.string(),
  /** The moment all rows are of, ISO. */
  at: v.string(),
  finishedAt: v.string(),
  database: v.picklist(['embedded', 'postgres']),
  store: v.picklist(['own', 'bucket']),
  /** Recipient of the key everything is encrypted with; null: nothing is. */
  keyId: v.nullable(v.string()),
  rows: RowCounts,
  databaseFile: WrittenFile,
  /** A line an object. */
  objectsFile: WrittenFile,
  objects: v.number(),
  /** Of the objects themselves, those shared with other backups included. */
  objectBytes: v.number(),
  newObjects: v.number(),
  /** Keys of photos and pictures whose rows went while the objects were copied. */
  deletedMeanwhile: v.array(v.string()),
});
export type Manifest = v.InferOutput<typeof Content>;

/** File of the database in a backup's folder. What pg_dump writes is compressed already. */
export const DATABASE_FILE = { embedded: 'database.tar.zst', postgres: 'database.dump' } as const;

const FILE = 'manifest.json';
/** As releases before wrote it: our own encryption, and objects that only they can open. */
const Version1 = v.object({ manifest: v.string(), seal: v.string() });

/** Thrown for the manifest of a backup that only an older release can restore. */
export class OldFormat extends Damaged {}

const textOf = (content: object): string => JSON.stringify(content, null, 2);

/** Returns the seal of a manifest, made over its text without the seal: without a key it shows damage only. */
const sealOf = (content: object, key: BackupKey | null): string =>
  key?.seal(textOf(content)) ?? createHash('sha256').update(textOf(content)).digest('hex');

/** Whole or not at all, whenever the process dies or the power fails. */
export async function writeManifest(folder: string, manifest: Manifest, key: BackupKey | null): Promise<void> {
  const handle = await open(join(folder, `${FILE}.new`), 'wx', 0o600);
  try {
    await handle.writeFile(`${textOf({ ...manifest, seal: sealOf(manifest, key) })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(join(folder, `${FILE}.new`), join(folder, FILE));
  await flushFolder(folder);
  await flushFolder(join(folder, '..'));
}

const Parsed = v.pipe(v.string(), v.parseJson());

/** null: the backup was not finished. Throws Damaged, OldFormat. What it says is believed only after `checkSeal`. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: unknown) => {
    if (isFileAbsent(error)) return null;
    throw error;
  });
  if (text === null) return null;
  const content = v.safeParse(v.pipe(Parsed, Content), text);
  if (content.success) return content.output;
  if (v.is(v.pipe(Parsed, Version1), text))
    throw new OldFormat(
      `${folder} has the format of an older release, which alone can verify and restore it (docs/operations.md, Backups).`,
    );
  throw new Damaged(`${join(folder, FILE)} was changed, or is of a newer version.`);
}

/** Throws Damaged for a manifest that was not written with this key, or was changed. */
export async function checkSeal(folder: string, key: BackupKey | null): Promise<void> {
  const { seal, ...content } = JSON.parse(await readFile(join(folder, FILE), 'utf8'));
  if (sealOf(content, key) !== seal) throw new Damaged(`${join(folder, FILE)} was changed.`);
}
