import { atom } from 'jotai';

/** Id of the post whose sheet (`PostSaved`) is open in this window: that sheet tells of the arrival, no card does. null: none. */
export const arrivalSheetAtom = atom<string | null>(null);
