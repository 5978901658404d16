import { createUnfinishedZipStore } from '../../../platform/storage/unfinishedZip.ts';
import { saveFile } from '../downloadPhoto.ts';
import { pauseForSignal } from './fetchForZip.ts';
import { type ZipPorts, ZipSaving, type ZipTarget } from './zipSaving.ts';

/** File System Access: Chromium on computers. The types of the DOM do not know it. */
interface FilePicker {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle & { readonly remove?: () => Promise<void> }>;
}

const LOCK = 'unfinished-zip';

/** A file of the fan's choice, written while the photos come: no ZIP is held in memory, however large. */
async function pickTarget(suggestedName: string): Promise<ZipTarget | null | 'not now'> {
  const { showSaveFilePicker } = globalThis as typeof globalThis & FilePicker;
  if (showSaveFilePicker === undefined) return null;
  try {
    const file = await showSaveFilePicker({ suggestedName, types: [{ accept: { 'application/zip': ['.zip'] } }] });
    return {
      write: async (zip, signal) => zip.pipeTo(await file.createWritable(), { signal }),
      remove: async () => file.remove?.().catch(() => undefined),
    };
  } catch (cause) {
    // Refused, as in a frame or too long after the press: in parts.
    return cause instanceof DOMException && cause.name === 'AbortError' ? 'not now' : null;
  }
}

/** Without Web Locks two windows may each save one; each keeps what the other fetched. */
async function alone(task: () => Promise<void>): Promise<boolean> {
  const locks: LockManager | null = navigator.locks ?? null;
  if (locks === null) return task().then(() => true);
  return locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await task();
    return true;
  });
}

const ports: ZipPorts = {
  store: createUnfinishedZipStore(),
  fetch: (...call) => fetch(...call),
  pause: pauseForSignal,
  pickTarget,
  saveFile,
  isInParts: !('showSaveFilePicker' in globalThis),
  alone,
  now: Date.now,
};

/** The ZIP of this window. */
export const pageZip = new ZipSaving(ports);
