import type { Photo } from '../../contract/entities.ts';
import { RELATED } from '../../contract/limits.ts';

/** 20 other photos in chance's order (PHO-05). `random` gives numbers of 0 up to, not with, 1. */
export function pickRelated(photos: readonly Photo[], mediaUrl: string, random: () => number = Math.random): Photo[] {
  const others = photos.filter((photo) => photo.media_url !== mediaUrl);
  for (let last = others.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [others[last], others[other]] = [others[other] as Photo, others[last] as Photo];
  }
  return others.slice(0, RELATED.shown);
}
