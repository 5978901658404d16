import { atom, useAtom } from 'jotai';
import { useCallback, useMemo } from 'react';
import type { Comment } from '../../contract/entities.ts';

export interface CommentDraft {
  readonly text: string;
  /** The comment it answers; null: a comment of its own. */
  readonly replyTo: Comment | null;
}

const EMPTY: CommentDraft = { text: '', replyTo: null };
type Drafts = ReadonlyMap<string, CommentDraft>;

/** By photo: closing the photo, turning to the next, or the reload a failure asks for loses no words. null: not read yet. */
const draftsAtom = atom<Drafts | null>(null);
/** In this window only; it goes with the fan (app/forgetOnUserChange.ts). */
const KEY = 'comment-drafts';

function loadDrafts(): Drafts {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, CommentDraft][]);
  } catch {
    return new Map();
  }
}

function keepDrafts(drafts: Drafts): void {
  try {
    if (drafts.size === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify([...drafts]));
  } catch {
    // Storage may be denied: then words live as long as the page.
  }
}

/** What is being written about a photo. Emptying the words ends a reply (SOC-03). */
export function useCommentDraft(mediaUrl: string) {
  const [known, set] = useAtom(draftsAtom);
  const drafts = useMemo(() => known ?? loadDrafts(), [known]);
  const change = useCallback(
    (draft: CommentDraft) =>
      set((present) => {
        const next = new Map(present ?? loadDrafts());
        if (draft.text === '' && draft.replyTo === null) next.delete(mediaUrl);
        else next.set(mediaUrl, draft);
        keepDrafts(next);
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
