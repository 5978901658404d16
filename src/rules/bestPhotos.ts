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
 * keep their order however late it is asked for, so an answer stays right while it is cached.
 * @param likes at least 1
 */
const weightOf = ({ likes, at }: BestCandidate): number => Math.log2(likes) + at / BEST_OF_EVENT.halfLifeMs;

const compareCandidates = (a: BestCandidate, b: BestCandidate): number =>
  Number(b.isMarked) - Number(a.isMarked) ||
  (a.isMarked ? 0 : weightOf(b) - weightOf(a)) ||
  b.at - a.at ||
  Number(a.media_url < b.media_url) - Number(a.media_url > b.media_url);

/**
 * Returns the best photos in the order they are shown: the club's best shots, the newest first, then those with most likes, which age
 * (FAN-18a). Each fan has one. A photo that is neither marked nor liked is none. Empty: fewer than BEST_OF_EVENT.min are left.
 */
export function chooseBest<T extends BestCandidate>(candidates: readonly T[]): T[] {
  const chosen = new Map<string, T>();
  const able = candidates.filter(({ isMarked, likes }) => isMarked || likes > 0);
  for (const one of able.toSorted(compareCandidates)) if (!chosen.has(one.user_id)) chosen.set(one.user_id, one);
  return chosen.size < BEST_OF_EVENT.min ? [] : [...chosen.values()].slice(0, BEST_OF_EVENT.shown);
}
