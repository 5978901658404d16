/** The files of a drop, those in folders too. */
import { DROPPED_FILES_MAX } from '../../contract/limits.ts';
import { cleanFileName } from '../../rules/fileName.ts';
import type { PickNotice } from './formSnapshots.ts';

interface DroppedFiles {
  readonly files: readonly File[];
  readonly told: readonly PickNotice[];
}

/** What systems put into folders by themselves: no fan chose it. */
const OF_THE_SYSTEM = /^(?:\..*|Thumbs\.db|desktop\.ini)$/i;

/** Must be called while the drop is told: afterwards the browser has taken it back. A drop without files, as of an address, says so. */
export async function filesOfDrop({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<DroppedFiles> {
  const dropped = [...files];
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(isFolder)) return { files: dropped, told: dropped.length === 0 ? [{ kind: 'noFile' }] : [] };
  return readEntries(entries);
}

/** Folder after folder in the order of names, so far as the limit goes: a disk dropped by mistake ends here. */
async function readEntries(entries: readonly FileSystemEntry[]): Promise<DroppedFiles> {
  const files: File[] = [];
  const told: PickNotice[] = [];
  const waiting = [...entries];
  let looked = 0;
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    looked += 1;
    if (looked > DROPPED_FILES_MAX * 2 || files.length === DROPPED_FILES_MAX) {
      told.push({ kind: 'folderCut' });
      break;
    }
    try {
      if (isFolder(entry)) waiting.unshift(...(await childrenOf(entry)));
      else files.push(await fileOf(entry as FileSystemFileEntry));
    } catch {
      told.push({ kind: 'unusable', fileName: cleanFileName(entry.name), error: 'BYTES_LOST' });
    }
  }
  if (files.length + told.length === 0) told.push({ kind: 'folderEmpty' });
  return { files, told };
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((done, fail) => entry.file(done, fail));

/** A browser tells a folder in parts; the last one is empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    children.push(...part.filter(({ name }) => !OF_THE_SYSTEM.test(name)));
    if (part.length === 0 || children.length > DROPPED_FILES_MAX) break;
  }
  return children.toSorted((one, other) => one.name.localeCompare(other.name, 'ja', { numeric: true }));
}
