import { atom } from 'jotai';

/** Switches to the new build that stands ready; null: none. */
export const updateAtom = atom<{ readonly apply: () => void } | null>(null);
