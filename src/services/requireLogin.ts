import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useServices } from './services.tsx';

/** What a login is for, as the login modal says it (FAN-07a); its sentences are `loginReasons` of `src/messages/jaLogin.ts`. */
export type LoginReason =
  | 'like'
  | 'bookmark'
  | 'comment'
  | 'follow'
  | 'followed'
  | 'mute'
  | 'block'
  | 'report'
  | 'post'
  | 'makeEvent'
  | 'edit'
  | 'ownPage'
  | 'page';

/** What a logged-out fan wanted to do. While it is there the login modal is open (PST-01, SOC-01). */
export interface WaitingAction {
  readonly run: () => void | Promise<void>;
  readonly reason: LoginReason;
  /** `media_url` of the photo it is about. */
  readonly photo?: string | undefined;
}

const waitingActionAtom = atom<WaitingAction | null>(null);

/** Runs the action, for a logged-out fan after the login: `requireLogin(() => toggleReaction(photo), 'like', photo.media_url)`. */
export function useRequireLogin(): (run: WaitingAction['run'], reason: LoginReason, photo?: string) => void {
  const { session } = useServices();
  const wait = useSetAtom(waitingActionAtom);
  return useCallback(
    (run, reason, photo) => {
      const state = session.getState();
      if (state.status !== 'signedIn') wait({ run, reason, photo });
      // Only members do it: the rules first (ACC-13b).
      else if (state.user.agreement !== undefined) session.demandAgreement();
      else void run();
    },
    [session, wait],
  );
}

/** For the login modal: the action that waits, or null. */
export const useWaitingAction = (): WaitingAction | null => useAtomValue(waitingActionAtom);

/** For the login modal: `resume()` after a login; `forget()` when the fan closes it, which gives what is forgotten. */
export function useWaitingActionControl(): {
  readonly resume: () => void;
  readonly forget: () => WaitingAction | null;
} {
  const forget = useSetAtom(takeAtom);
  return { resume: useCallback(() => void forget()?.run(), [forget]), forget };
}

const takeAtom = atom(null, (get, set) => {
  const waiting = get(waitingActionAtom);
  set(waitingActionAtom, null);
  return waiting;
});
