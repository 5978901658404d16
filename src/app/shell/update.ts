import { atom } from 'jotai';

/**
 * ready: a new build may be chosen. switching: the fan chose it, it is on its way. switched: it is here, the page reloads as soon as
 * that eats no work. late: it did not come in time and may be chosen again.
 */
export type UpdateState = 'ready' | 'switching' | 'switched' | 'late';

export interface UpdateOffer {
  readonly state: UpdateState;
  readonly apply: () => void;
}

/** Switches to the new build; null: there is none. */
export const updateAtom = atom<UpdateOffer | null>(null);
