import { atom } from 'jotai';

/** The post whose sheet is open in this window and tells of its arrival itself; null: none. */
export const arrivalSheetAtom = atom<string | null>(null);
