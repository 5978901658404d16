/**
 * The data folder is for the server's own user alone (SAF-02): its database holds the key that signs tokens and the secret
 * behind storage credentials. Folders are 0700, files 0600. Systems without such modes (Windows) are left alone.
 */
import { chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Mode of a folder of ours. */
export const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** A mode without what it lets group and others do. */
export const ownersMode = (mode: number): number => mode & ~OTHERS;

/** Whether others than the owner may do anything with it. */
export const isLoose = ({ mode }: Pick<Stats, 'mode'>): boolean => hasModes && (mode & OTHERS) !== 0;

const hasModes = process.platform !== 'win32';

/** From now on what this process and its worker threads make is the owner's alone, unless a mode says otherwise. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS);
}

/** The data folder cannot be kept from other users of the machine; the message says why, and what to do. */
export class DataFolderOpen extends Error {
  constructor(
    path: string,
    why: string,
    advice = 'Give it to that user (chown -R, chmod -R go=), or set DATA_DIR to a folder of its own, such as a new one below it.',
  ) {
    super(`The data folder must belong to the server's user alone, but ${path} ${why}. ${advice}`);
    this.name = 'DataFolderOpen';
  }
}

/** What a server keeps in its data folder: the database, the photos, the operators' socket, the lock, and drafts of these. */
const OURS = /^(?:postgres|objects|operator|lock)(?:\W.*)?$/;
/** The file system's own, on a disk that was just mounted. */
const OF_A_DISK = 'lost+found';

/**
 * Makes the data folder if it is missing, and takes what is the server's in it away from group and others. A folder of other things,
 * such as a home folder named by mistake, is refused as it is. The top folder is mended
 * first, since that protects everything; any other one after what is in it, so that a repair that was cut off goes on at
 * the next start. Files are looked at where folders are loose, and all of the database: photos are too many for each start.
 * @returns how many files and folders others could have used until now
 * Throws DataFolderOpen when something belongs to another user, or its mode cannot be changed.
 */
export function securePrivateFolder(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (!hasModes) return 0;
  const top = realpathSync(resolve(folder));
  const entries = entriesOf(top);
  const own = entries.filter(({ name }) => OURS.test(name));
  const info = statSync(top);
  const isForeign = own.length === 0 && entries.some(({ name }) => name !== OF_A_DISK);
  if (isForeign && isLoose(info) && info.uid === process.getuid?.())
    throw new DataFolderOpen(
      top,
      "is open to others and holds other things than the server's data",
      'Set DATA_DIR to a folder of its own, such as a new one below it.',
    );
  let mended = mend(top, info) ? 1 : 0;
  const isTopLoose = mended > 0;
  for (const entry of own) {
    // Operators put a large part on another disk by a link. A link to a file or a device leads to what is the system's.
    const path = entry.isSymbolicLink() ? folderBehind(join(top, entry.name)) : join(top, entry.name);
    if (path !== null) mended += mendTree(path, isTopLoose || entry.name.startsWith('postgres') ? 'all' : 'loose', 1);
  }
  return mended;
}

/** Folders below a data folder's own that are looked at although the one around them is private: those of the photos. */
const LOOKED_AT_DEPTH = 1;

function mendTree(path: string, which: 'all' | 'loose', depth: number): number {
  const info = infoOf(path);
  // Pipes, sockets and devices hold nothing.
  if (info === null || !(info.isDirectory() || info.isFile())) return 0;
  if (info.isFile()) return mend(path, info) ? 1 : 0;
  const isInside = which === 'all' || isLoose(info);
  let mended = 0;
  if (isInside || depth <= LOOKED_AT_DEPTH) {
    for (const entry of entriesOf(path))
      if (isInside || entry.isDirectory())
        mended += mendTree(join(path, entry.name), isInside ? 'all' : which, depth + 1);
  }
  return mended + (mend(path, info) ? 1 : 0);
}

/** Whether it had to be mended. */
function mend(path: string, info: Stats): boolean {
  if (info.uid !== process.getuid?.()) throw new DataFolderOpen(path, `belongs to the user with id ${info.uid}`);
  if (!isLoose(info)) return false;
  try {
    chmodSync(path, ownersMode(info.mode) & 0o7777);
  } catch (error) {
    if (isGone(error)) return false;
    throw new DataFolderOpen(path, `is open to others and cannot be changed (${codeOf(error)})`);
  }
  // Some file systems take a mode and keep theirs.
  const after = infoOf(path);
  if (after !== null && isLoose(after))
    throw new DataFolderOpen(path, 'is open to others, on a file system without modes');
  return true;
}

function folderBehind(link: string): string | null {
  try {
    const path = realpathSync(link);
    return statSync(path).isDirectory() ? path : null;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Null: gone meanwhile, as files of another process's database may be. */
function infoOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw new DataFolderOpen(folder, `cannot be read (${codeOf(error)})`);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT';
