/** Words on the pictures of highlights (WAL-08a). The server alone draws them. */
import type { HighlightsNumbers } from '../contract/highlights.ts';
import { highlights } from './jaHighlights.ts';

export const highlightsPicture = {
  /** What was counted, with what each is called. Nothing counted: nothing is said. */
  numbers: ({ photos, posters, likes }: HighlightsNumbers) =>
    [highlights.photos(photos), highlights.posters(posters), highlights.likes(likes)].filter(({ count }) => count > 0),
} as const;
