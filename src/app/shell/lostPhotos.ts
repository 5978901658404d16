import { atom } from 'jotai';

/** Photos that waited on this device when the browser deleted its database; `dismiss` forgets them. null: nothing was lost. */
export const lostPhotosAtom = atom<{ readonly count: number; readonly dismiss: () => void } | null>(null);
