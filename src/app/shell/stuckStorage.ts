import { atom } from 'jotai';

/** The device's storage does not answer, and a reload has not helped. */
export const stuckStorageAtom = atom(false);
