import { createListeners } from '../rules/listeners.ts';

/** How many forms hold what was not sent or saved yet. Apart from its hooks (`useDirtyForm.ts`): the first bundle needs no more. */
let count = 0;
const listeners = createListeners();

/** @param change 1: one more, -1: one less */
export function countDirtyForm(change: 1 | -1): void {
  count += change;
  listeners.tell();
}
export const hasDirtyForm = (): boolean => count > 0;
export const onDirtyForms = listeners.subscribe;
