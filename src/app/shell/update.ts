import { atom } from 'jotai';

export interface UpdateOffer {
  readonly apply: () => void;
  /** The fan chose it a moment ago: it is applied as soon as it eats no work. */
  readonly isChosen?: true;
}

/** Switches to the new build that stands ready; null: none. */
export const updateAtom = atom<UpdateOffer | null>(null);
