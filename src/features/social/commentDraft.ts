import { atom, useAtom } from 'jotai';
import { useCallback } from 'react';
import type { Comment } from '../../contract/entities.ts';

export interface CommentDraft {
  readonly text: string;
  /** The comment it answers; null: a comment of its own. */
  readonly replyTo: Comment | null;
}

const EMPTY: CommentDraft = { text: '', replyTo: null };
/** By photo: closing the photo, or turning to the next, loses no words. */
const draftsAtom = atom<ReadonlyMap<string, CommentDraft>>(new Map());

/** What is being written about a photo. Emptying the words ends a reply (SOC-03). */
export function useCommentDraft(mediaUrl: string) {
  const [drafts, set] = useAtom(draftsAtom);
  const change = useCallback(
    (draft: CommentDraft) =>
      set((known) => {
        const next = new Map(known);
        if (draft.text === '' && draft.replyTo === null) next.delete(mediaUrl);
        else next.set(mediaUrl, draft);
        return next;
      }),
    [mediaUrl, set],
  );
  const draft = drafts.get(mediaUrl) ?? EMPTY;
  return {
    draft,
    write: (text: string) => change({ text, replyTo: text === '' ? null : draft.replyTo }),
    replyTo: (comment: Comment | null) => change({ ...draft, replyTo: comment }),
    clear: () => change(EMPTY),
  };
}
