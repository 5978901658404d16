/** The folder of the backups: one folder a backup, and the objects of all. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { DataFolderBusy, lockDataFolder } from '../../database/dataFolderLock.ts';
import { isLoose, ownersMode, PRIVATE_FOLDER } from '../../database/privateFolder.ts';
import { Refusal, Unreachable } from '../../operations/outcome.ts';
import { flushFolder, isFileAbsent } from './backupFiles.ts';
import { Damaged } from './cipher.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { clearDrafts } from './objectPool.ts';

/** Folders of backups: when they were begun. */
const ID = /^\d{8}T\d{9}Z$/;
const OURS = /^(?:\d{8}T\d{9}Z|pool|lock(?:\W.*)?|removals\.jsonl|lost\+found)$/;

export interface ListedBackup {
  readonly id: string;
  readonly folder: string;
  /** null: it was not finished; a text: why it cannot be read. */
  readonly manifest: Manifest | string | null;
}

export const newBackupId = (now: Date): string => now.toISOString().replace(/[-:.]/g, '');
export const poolOf = (dir: string): string => join(dir, 'pool');

/**
 * Makes the folder if it is missing and takes it from group and others. Throws Refusal for one that holds other things, or that
 * stands in the data folder, which is what would be lost with it.
 */
export function securePlace(dir: string, dataDir: string): void {
  const [place, data] = [realOf(resolve(dir)), realOf(resolve(dataDir))];
  if (isWithin(place, data) || isWithin(data, place))
    throw new Refusal(
      `Backups must not stand in the data folder, nor around it: ${place} and ${data}. Nothing was done.`,
    );
  mkdirSync(place, { recursive: true, mode: PRIVATE_FOLDER });
  const foreign = readdirSync(place).find((name) => !OURS.test(name));
  if (foreign !== undefined)
    throw new Refusal(`${place} holds other things than backups (${foreign}). Name a folder of its own.`);
  const info = lstatSync(place);
  if (!isLoose(info)) return;
  if (info.uid !== process.getuid?.()) throw new Refusal(`${place} is open to other users. Run: chmod go= ${place}`);
  chmodSync(place, ownersMode(info.mode) & 0o777);
}

/** Where a path leads that may not be there yet. */
const realOf = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realOf(dirname(path)), basename(path));

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** One command on the folder at a time. Returns what ends it. */
export function lockPlace(dir: string): () => void {
  if (!existsSync(dir)) return () => {};
  try {
    return lockDataFolder(dir);
  } catch (error) {
    if (error instanceof DataFolderBusy)
      throw new Unreachable(`Another command works on the backups in ${dir}. Try again when it has ended.`);
    // A backup may be read from where nothing can be written.
    if (error instanceof Error && 'code' in error && ['EROFS', 'EACCES', 'EPERM'].includes(String(error.code)))
      return () => {};
    throw error;
  }
}

/** All, the oldest first. */
export async function listPlace(dir: string): Promise<ListedBackup[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    // Anything else is not: without backups, no object would be anybody's.
    if (isFileAbsent(error)) return [];
    throw error;
  });
  const ids = names.filter((name) => ID.test(name)).sort();
  return Promise.all(
    ids.map(async (id) => {
      const folder = join(dir, id);
      const manifest = await readManifest(folder).catch((error: unknown) => {
        if (error instanceof Damaged) return error.message;
        throw error;
      });
      return { id, folder, manifest };
    }),
  );
}

/** A whole backup; `latest`: the last one. Throws Refusal. */
export async function findBackup(dir: string, id: string): Promise<ListedBackup & { readonly manifest: Manifest }> {
  const all = await listPlace(dir);
  const found =
    id === 'latest'
      ? all.findLast(({ manifest }) => manifest !== null && typeof manifest !== 'string')
      : all.find((one) => one.id === id);
  if (!found) throw new Refusal(`There is no backup ${id} in ${dir} (see: backup list).`);
  const { manifest } = found;
  if (manifest === null) throw new Refusal(`The backup ${id} was not finished: it cannot be used.`);
  if (typeof manifest === 'string') throw new Refusal(manifest);
  if (manifest.id !== found.id) throw new Refusal(`The folder ${found.id} holds the backup ${manifest.id}.`);
  return { ...found, manifest };
}

/** Takes away what commands that died had begun. The caller holds the lock. */
export async function clearLeftovers(dir: string): Promise<void> {
  for (const { folder, manifest } of await listPlace(dir))
    if (manifest === null) await rm(folder, { recursive: true, force: true });
  await clearDrafts(poolOf(dir));
}

export async function makeBackupFolder(dir: string, id: string): Promise<string> {
  const folder = join(dir, id);
  await mkdir(folder, { mode: PRIVATE_FOLDER });
  await flushFolder(dir);
  return folder;
}
