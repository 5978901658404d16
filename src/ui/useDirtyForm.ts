import { useEffect, useSyncExternalStore } from 'react';
import { countDirtyForm, hasDirtyForm, onDirtyForms } from './dirtyForms.ts';

/** Marks a form as holding what was not sent or saved yet, while it does: an update of the app waits for it (T28). */
export function useDirtyForm(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    countDirtyForm(1);
    return () => countDirtyForm(-1);
  }, [isDirty]);
}

export const useHasDirtyForm = (): boolean => useSyncExternalStore(onDirtyForms, hasDirtyForm);
