import type { Drafts } from '../platform/storage/drafts.ts';

/** What every saved form says of itself; the rest is its own feature's. */
export interface OwnedForm {
  readonly version: number;
  /** Whose form it is; null: begun without a login. Nobody else gets to see it (QUE-05). */
  readonly userId: string | null;
}

/** Is an open form another fan's than who is signed in? A login that ended is no reason, nor is the first one (QUE-05). */
export const isOthersForm = (ownerId: string | null, userId: string | null): boolean =>
  ownerId !== null && userId !== null && ownerId !== userId;

const asideKey = (key: string, userId: string): string => `${key}/of/${userId}`;

/**
 * The form kept under `key`, if this fan may see it. Somebody else's is put aside for its owner, who gets it back here: two fans of
 * one device never lose a form to each other (QUE-05, T18). null: none, or somebody else's.
 */
export async function claimDraft<Form extends OwnedForm>(
  drafts: Pick<Drafts, 'loadDraft' | 'moveDraft'>,
  key: string,
  userId: string | null,
): Promise<Form | null> {
  const load = async () => ((await drafts.loadDraft(key))?.form as Form | null | undefined) ?? null;
  const present = await load();
  const owner = present?.userId ?? null;
  if (present !== null && (owner === null || owner === userId)) return present;
  if (owner !== null) await drafts.moveDraft(key, asideKey(key, owner));
  if (userId !== null) await drafts.moveDraft(asideKey(key, userId), key);
  const own = await load();
  return own !== null && (own.userId === null || own.userId === userId) ? own : null;
}
