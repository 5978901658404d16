import { atom } from 'jotai';
import type { QueuedPost } from '../useSubmitPost.ts';

/** The post that a toast of this window tells of (FAN-26a): no card and no sheet tells of it meanwhile. null: none. */
export const sentPostAtom = atom<QueuedPost | null>(null);

/** Is the part there that shows the toast? Its code may be missing on a bad line. */
export const hasToastHostAtom = atom(false);
