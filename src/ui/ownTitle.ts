import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const ownTitleAtom = atom<string | null>(null);

/** What the page calls itself in the browser's tab. null means that the page has the title of its kind. */
export const useOwnTitle = (): string | null => useAtomValue(ownTitleAtom);

/** Gives the page a title of its own as long as the caller is mounted. null gives it none. */
export function useGiveTitle(title: string | null): void {
  const set = useSetAtom(ownTitleAtom);
  useEffect(() => {
    if (title === null) return;
    set(title);
    return () => set(null);
  }, [title, set]);
}
