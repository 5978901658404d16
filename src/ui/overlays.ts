/**
 * What stands over the page: modals by mode (MOD-01) and overlays (OVL-01). One stack; the last is on top.
 * Screens open them by `useOverlays()`; `app/overlays/OverlayHost.tsx` draws them. The photo detail is not here: its state is the URL's `q`.
 */
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import type { Comment } from '../contract/entities.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Keepable } from '../contract/kept.ts';

/** What is between fans. */
export type SocialEntry =
  /** Whom a new fan may follow, after the tutorial (MOD-04). next: what opens when it is closed. */
  | { readonly mode: 'first-follow'; readonly next?: 'post' }
  | { readonly mode: 'follow'; readonly userId: string }
  | { readonly mode: 'follower'; readonly userId: string }
  | { readonly mode: 'reaction-users'; readonly mediaUrl: string }
  | { readonly mode: 'comment-remove'; readonly comment: Comment }
  | { readonly mode: 'comment-report'; readonly comment: Comment }
  | { readonly mode: 'photo-report'; readonly mediaUrl: string }
  | { readonly mode: 'fan-report'; readonly userId: string }
  /** Says what speaks against a decision that a notice tells of (STF-06). */
  | { readonly mode: 'appeal'; readonly noticeId: string };

/** The answer to the question for photo use, in one opening of the form (ROL-06d). */
export type AskedPermission = 'accepted' | 'closed';

export type OverlayEntry =
  | { readonly mode: 'login' }
  | { readonly mode: 'logout' }
  | { readonly mode: 'about-company' }
  /** photo: key of a photo that is reported to the operator. */
  | { readonly mode: 'contact'; readonly photo?: string }
  | SocialEntry
  | { readonly mode: 'no-event' }
  /** onAccept: the fan has accepted, whether or not that could be saved. */
  | { readonly mode: 'user-permission'; readonly isSetting: boolean; readonly onAccept?: () => void }
  /** A mailed code does not come; without `about` that of a sign-up. */
  | { readonly mode: 'code-problem'; readonly about?: 'sign-up' | 'password' | 'mail' }
  /** A finished action; `to`: where its button leads. */
  | { readonly mode: 'result'; readonly text: string; readonly to?: string }
  | { readonly mode: 'error'; readonly text: string; readonly code?: ErrorCode }
  | {
      readonly mode: 'confirm';
      readonly text: string;
      readonly actionLabel: string;
      readonly isDangerous: boolean;
      readonly onConfirm: () => void;
    }
  | { readonly mode: 'menu' }
  /** isPhoto: a photo is chosen already, such as one that was shared. */
  | { readonly mode: 'post'; readonly isPhoto?: boolean }
  /**
   * player: who is chosen from the start. asked: what the fan answered when the window before asked for the permission. isSent: the sheet
   * of the post that a toast tells of, in place of the form (FAN-26a).
   */
  | {
      readonly mode: 'post-photo';
      readonly isSent?: true;
      readonly eventId?: string;
      readonly player?: string;
      readonly asked?: AskedPermission;
    }
  /** One's own published photo (PST-12). */
  | { readonly mode: 'edit-photo'; readonly mediaUrl: string }
  | { readonly mode: 'post-event' }
  | { readonly mode: 'edit-event'; readonly eventId: string }
  /** The photos of an event over any page. */
  | { readonly mode: 'album-detail'; readonly eventId: string }
  /** Keeping the photos of a page on the device (KEP-01). */
  | { readonly mode: 'keep'; readonly keepable: Keepable }
  | { readonly mode: 'outbox' }
  | { readonly mode: 'outbox-edit'; readonly jobId: string }
  | { readonly mode: 'outbox-move'; readonly jobId: string }
  | { readonly mode: 'word-search' }
  /** Narrows the list of photos the page shows (SRC-03). */
  | { readonly mode: 'simple-search' }
  | { readonly mode: 'about-ranking' }
  /** How an iPhone keeps the app on its home screen. */
  | { readonly mode: 'install' }
  /** The keyboard's shortcuts, and their switch. */
  | { readonly mode: 'shortcuts' };

export type OverlayMode = OverlayEntry['mode'];

const stackAtom = atom<readonly OverlayEntry[]>([]);

/** The stack, bottom first. */
export const useOverlayStack = (): readonly OverlayEntry[] => useAtomValue(stackAtom);

export function useOverlays() {
  const set = useSetAtom(stackAtom);
  return useMemo(
    () => ({
      /** Opens on top of what is open. */
      open: (entry: OverlayEntry) => set((stack) => [...stack.filter(({ mode }) => mode !== entry.mode), entry]),
      /** Closes what is open and opens this instead. */
      replace: (entry: OverlayEntry) => set([entry]),
      /** What came of a window's action: in its place, or over what was opened while the answer was on its way. */
      finish: (mode: OverlayMode, entry: OverlayEntry) =>
        set((stack) =>
          stack.at(-1)?.mode === mode
            ? [entry]
            : [...stack.filter((open) => open.mode !== mode && open.mode !== entry.mode), entry],
        ),
      /** Closes one, wherever it stands; without a mode the top one. */
      close: (mode?: OverlayMode) =>
        set((stack) => (mode ? stack.filter((entry) => entry.mode !== mode) : stack.slice(0, -1))),
      closeAll: () => set([]),
    }),
    [set],
  );
}
