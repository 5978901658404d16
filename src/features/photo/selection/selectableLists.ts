import { createListeners } from '../../../rules/listeners.ts';

/** The lists on screen whose photos can be selected (KEP-02): the last one is on top, as that of an album over a page. */
interface SelectableList {
  readonly isSelecting: boolean;
  /** Begins, or ends. */
  readonly toggle: () => void;
}

const lists: SelectableList[] = [];
const listeners = createListeners();

export const subscribeLists = listeners.subscribe;

export const topList = (): SelectableList | null => lists.at(-1) ?? null;

/** @returns takes the list away again */
export function addSelectableList(list: SelectableList): () => void {
  lists.push(list);
  listeners.tell();
  return () => {
    lists.splice(lists.indexOf(list), 1);
    listeners.tell();
  };
}
