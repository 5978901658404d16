import { atom, useAtom } from 'jotai';
import { useCallback, useMemo } from 'react';
import type { Comment } from '../../contract/entities.ts';
import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';
import { useSession } from '../../services/services.tsx';

export interface CommentDraft {
  readonly text: string;
  /** The comment it answers; null: a comment of its own. */
  readonly replyTo: Comment | null;
  /** Id of the comment it becomes: sent again after a lost answer it is the same comment; with other words it is another one. */
  readonly id?: string | undefined;
}

const EMPTY: CommentDraft = { text: '', replyTo: null };
type Drafts = ReadonlyMap<string, CommentDraft>;
type Known = { readonly userId: string | null; readonly drafts: Drafts } | null;

/**
 * By photo: closing the photo, turning to the next, or the reload a failure asks for loses no words. null: not read yet. They are
 * `userId`'s (null: a visitor's, who takes them along into a login) and nobody else's (SAF-15).
 */
const draftsAtom = atom<Known>(null);
/** In this window only; it goes with the fan (queries/clearUserQueries.ts). Storage may be denied: then words live as long as the page. */
const KEY = 'comment-drafts';

function loadDrafts(): Drafts {
  const kept = readJson(tabStorage, KEY);
  return new Map(Array.isArray(kept) ? (kept as [string, CommentDraft][]).filter(Array.isArray) : []);
}

function keepDrafts(drafts: Drafts): void {
  if (drafts.size === 0) tabStorage.removeItem(KEY);
  else writeJson(tabStorage, KEY, [...drafts]);
}

/** What this window knows, if it is of this fan; else what the window kept, which goes with a fan. */
const draftsOf = (known: Known, userId: string | null): Drafts =>
  known !== null && (known.userId === null || known.userId === userId) ? known.drafts : loadDrafts();

const isSame = (a: CommentDraft, b: CommentDraft): boolean =>
  a.text.trim() === b.text.trim() && a.replyTo?.comment_id === b.replyTo?.comment_id;

/** What is being written about a photo. Emptying the words ends a reply (SOC-03). */
export function useCommentDraft(mediaUrl: string) {
  const session = useSession();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const [known, set] = useAtom(draftsAtom);
  const drafts = useMemo(() => draftsOf(known, userId), [known, userId]);
  const change = useCallback(
    (draft: Omit<CommentDraft, 'id'>, before?: CommentDraft) =>
      set((present) => {
        const next = new Map(draftsOf(present, userId));
        const kept = next.get(mediaUrl) ?? EMPTY;
        if (before && !isSame(kept, before)) return present;
        const id = isSame(kept, draft) ? kept.id : crypto.randomUUID();
        if (draft.text === '' && draft.replyTo === null) next.delete(mediaUrl);
        else next.set(mediaUrl, { text: draft.text, replyTo: draft.replyTo, id });
        keepDrafts(next);
        return { userId, drafts: next };
      }),
    [mediaUrl, set, userId],
  );
  const draft = drafts.get(mediaUrl) ?? EMPTY;
  return {
    draft,
    write: (text: string) => change({ text, replyTo: text === '' ? null : draft.replyTo }),
    replyTo: (comment: Comment | null) => change({ text: draft.text, replyTo: comment }),
    /** After `sent` was sent. Words typed meanwhile were not, and stay. */
    clear: (sent: CommentDraft) => change(EMPTY, sent),
  };
}
