import type { ErrorCode } from '../../contract/errors.ts';
import { createListeners } from '../../rules/listeners.ts';
import type { PhotoForm } from './photoForm.ts';

/** What the form says above the photos; the screen words it. */
export type PickNotice =
  /** `isHeic`: made by an iPhone that can be told to make JPEGs. */
  | { readonly kind: 'notJpeg'; readonly fileName: string; readonly isDragged: boolean; readonly isHeic: boolean }
  | { readonly kind: 'duplicate'; readonly fileName: string }
  | { readonly kind: 'unusable'; readonly fileName: string; readonly error: ErrorCode }
  | { readonly kind: 'notSaved'; readonly error: ErrorCode }
  /** Beside those of files that were pasted. */
  | { readonly kind: 'pasted' }
  /** Of a drop that brought no file: an address, a text. */
  | { readonly kind: 'noFile' }
  /** Of a dropped folder. */
  | { readonly kind: 'folderEmpty' | 'folderCut' }
  | { readonly kind: 'leftOut'; readonly fileNames: readonly string[] }
  /** Posted from another tab that had the same draft open. */
  | { readonly kind: 'posted'; readonly fileNames: readonly string[] };

export interface PhotoFormSnapshot {
  readonly form: PhotoForm;
  readonly notices: readonly PickNotice[];
  readonly isReading: boolean;
}

/** What the form shows now, as an external store. */
export function createFormSnapshots(initial: PhotoForm) {
  const listeners = createListeners();
  let snapshot: PhotoFormSnapshot = { form: initial, notices: [], isReading: false };

  function show(change: Partial<PhotoFormSnapshot>) {
    snapshot = { ...snapshot, ...change };
    listeners.tell();
  }
  function addNotice(notice: PickNotice) {
    const isKnown = snapshot.notices.some((one) => JSON.stringify(one) === JSON.stringify(notice));
    if (!isKnown) show({ notices: [...snapshot.notices, notice] });
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: listeners.subscribe,
    show,
    addNotice,
  };
}
