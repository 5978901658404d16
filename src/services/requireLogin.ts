import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useServices } from './services.tsx';

/** What a logged-out fan wanted to do. While it is there the login modal is open (PST-01, SOC-01). */
export interface WaitingAction {
  readonly run: () => void | Promise<void>;
}

const waitingActionAtom = atom<WaitingAction | null>(null);

/** Runs the action, for a logged-out fan after the login: `requireLogin(() => toggleReaction(photo))`. */
export function useRequireLogin(): (action: WaitingAction['run']) => void {
  const { session } = useServices();
  const wait = useSetAtom(waitingActionAtom);
  return useCallback(
    (run) => {
      if (session.getState().status === 'signedIn') void run();
      else wait({ run });
    },
    [session, wait],
  );
}

/** For the login modal: the action that waits, or null. */
export const useWaitingAction = (): WaitingAction | null => useAtomValue(waitingActionAtom);

/** For the login modal: `resume()` after a login, `forget()` when the fan closes it. */
export function useWaitingActionControl(): { readonly resume: () => void; readonly forget: () => void } {
  const set = useSetAtom(takeAtom);
  return { resume: useCallback(() => set(true), [set]), forget: useCallback(() => set(false), [set]) };
}

const takeAtom = atom(null, (get, set, run: boolean) => {
  const waiting = get(waitingActionAtom);
  set(waitingActionAtom, null);
  if (run && waiting !== null) void waiting.run();
});
