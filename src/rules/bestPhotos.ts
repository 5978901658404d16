/** Which photos stand for an event: the strip above its list, and the picture of its card (FAN-18). */
import { BEST_OF_EVENT } from '../contract/limits.ts';

/** What decides whether and where a photo stands in the strip. */
export interface BestCandidate {
  readonly media_url: string;
  readonly user_id: string;
  readonly likes: number;
  /** When it was posted, epoch ms. */
  readonly at: number;
  /** The club marked it as a best shot. */
  readonly isMarked: boolean;
}

/**
 * Weight of likes that lose half of their value with every BEST_OF_EVENT.halfLifeMs of the photo's age. It is a logarithm: two photos
 * keep their order however late it is asked for, so an answer stays right while it is cached. Without likes it is -Infinity.
 */
const weightOf = ({ likes, at }: BestCandidate): number => Math.log2(likes) + at / BEST_OF_EVENT.halfLifeMs;

const compareCandidates = (a: BestCandidate, b: BestCandidate): number =>
  Number(b.isMarked) - Number(a.isMarked) ||
  (a.isMarked || (a.likes === 0 && b.likes === 0) ? 0 : weightOf(b) - weightOf(a)) ||
  b.at - a.at ||
  Number(a.media_url < b.media_url) - Number(a.media_url > b.media_url);

/** One photo of each fan, in the order they are shown. */
function oneOfEach<T extends BestCandidate>(candidates: readonly T[]): T[] {
  const chosen = new Map<string, T>();
  for (const one of candidates.toSorted(compareCandidates)) if (!chosen.has(one.user_id)) chosen.set(one.user_id, one);
  return [...chosen.values()];
}

/**
 * Returns the best photos in the order they are shown: the club's best shots, the newest first, then those with most likes, which age
 * (FAN-18a). Each fan has one. A photo that is neither marked nor liked is none. Empty: fewer than BEST_OF_EVENT.min are left.
 */
export function chooseBest<T extends BestCandidate>(candidates: readonly T[]): T[] {
  const chosen = oneOfEach(candidates.filter(({ isMarked, likes }) => isMarked || likes > 0));
  return chosen.length < BEST_OF_EVENT.min ? [] : chosen.slice(0, BEST_OF_EVENT.shown);
}

/** As `chooseBest`, however few there are. Photos that are neither marked nor liked follow, the newest first (WAL-07c). */
export const chooseBestOrNewest = <T extends BestCandidate>(candidates: readonly T[]): T[] =>
  oneOfEach(candidates).slice(0, BEST_OF_EVENT.shown);
