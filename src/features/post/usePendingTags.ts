import { type RefObject, useRef } from 'react';
import type { FormPhoto, PhotoFormAction } from './photoForm.ts';

interface PendingTags {
  readonly commonTag: RefObject<string>;
  readonly ownTag: RefObject<string>;
  readonly take: () => void;
}

/**
 * What stands unfinished in the tag fields: of all photos, and of the selected one. iOS leaves the field focused when a button is
 * pressed: without `take` before a submit it would be lost.
 */
export function usePendingTags(
  selected: FormPhoto | undefined,
  dispatch: (action: PhotoFormAction) => void,
): PendingTags {
  const commonTag = useRef('');
  const ownTag = useRef('');
  const take = () => {
    const pending: [string | null, string][] = [
      [null, commonTag.current],
      [selected?.own ? selected.name : null, ownTag.current],
    ];
    for (const [photo, text] of pending) if (text.trim() !== '') dispatch({ type: 'tagsAdded', photo, text });
    commonTag.current = '';
    ownTag.current = '';
  };
  return { commonTag, ownTag, take };
}
