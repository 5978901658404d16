import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const dirtyFormsAtom = atom(0);

/** Marks a form as holding what was not sent or saved yet, while it does: an update of the app waits for it (T28). */
export function useDirtyForm(isDirty: boolean): void {
  const set = useSetAtom(dirtyFormsAtom);
  useEffect(() => {
    if (!isDirty) return;
    set((count) => count + 1);
    return () => set((count) => count - 1);
  }, [isDirty, set]);
}

export const useHasDirtyForm = (): boolean => useAtomValue(dirtyFormsAtom) > 0;
