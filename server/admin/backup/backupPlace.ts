/** The folder of the backups: one folder a backup, and the objects of all. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { DataFolderBusy, lockDataFolder } from '../../database/dataFolderLock.ts';
import { isLoose, ownersMode, PRIVATE_FOLDER } from '../../database/privateFolder.ts';
import { Refusal, Unreachable } from '../../operations/outcome.ts';
import { Damaged, flushFolder, isFileAbsent } from './backupFiles.ts';
import { type Manifest, OldFormat, readManifest } from './manifest.ts';
import { clearDrafts } from './objectPool.ts';

/** Folders of backups: when they were begun. */
const ID = /^\d{8}T\d{9}Z$/;
const OURS = /^(?:\d{8}T\d{9}Z|pool|lock(?:\W.*)?|removals\.jsonl|lost\+found)$/;

export interface ListedBackup {
  readonly id: string;
  readonly folder: string;
  readonly state: 'whole' | 'unfinished' | 'old' | 'damaged';
  /** null: the backup cannot be used. */
  readonly manifest: Manifest | null;
  /** Why it cannot be used. */
  readonly problem: string;
}
export interface WholeBackup extends ListedBackup {
  readonly manifest: Manifest;
}

export const newBackupId = (now: Date): string => now.toISOString().replace(/[-:.]/g, '');
export const isUsable = (listed: ListedBackup): listed is WholeBackup => listed.manifest !== null;

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
  return Promise.all(ids.map((id) => readListed(join(dir, id), id)));
}

async function readListed(folder: string, id: string): Promise<ListedBackup> {
  try {
    const manifest = await readManifest(folder);
    if (manifest) return { id, folder, state: 'whole', manifest, problem: '' };
    return { id, folder, state: 'unfinished', manifest, problem: 'not finished' };
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    const state = error instanceof OldFormat ? 'old' : 'damaged';
    return { id, folder, state, manifest: null, problem: error.message };
  }
}

/** A whole backup; `latest`: the last one. Throws Refusal. */
export async function findBackup(dir: string, id: string): Promise<WholeBackup> {
  const all = await listPlace(dir);
  const found =
    id === 'latest'
      ? (all.findLast(isUsable) ?? all.findLast(({ state }) => state === 'old'))
      : all.find((one) => one.id === id);
  if (!found) throw new Refusal(`There is no backup ${id} in ${dir} (see: backup list).`);
  if (!isUsable(found))
    throw new Refusal(
      found.state === 'unfinished' ? `The backup ${id} was not finished: it cannot be used.` : found.problem,
    );
  if (found.manifest.id !== found.id)
    throw new Refusal(`The folder ${found.id} holds the backup ${found.manifest.id}.`);
  return found;
}

/** Takes away what commands that died had begun. The caller holds the lock. */
export async function clearLeftovers(dir: string): Promise<void> {
  for (const { folder, state } of await listPlace(dir))
    if (state === 'unfinished') await rm(folder, { recursive: true, force: true });
  await clearDrafts(dir);
}

export async function makeBackupFolder(dir: string, id: string): Promise<string> {
  const folder = join(dir, id);
  await mkdir(folder, { mode: PRIVATE_FOLDER });
  await flushFolder(dir);
  return folder;
}
