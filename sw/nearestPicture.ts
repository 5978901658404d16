import { MAX_IMAGE_SIDE, PREVIEW_SIDE, THUMBNAIL_SIDE, VARIANT_SIDES } from '../src/contract/limits.ts';
import { previewKey, thumbnailKey, variantKey } from '../src/contract/pictureKeys.ts';
import { originalOf } from '../src/rules/objectKeys.ts';

/** Every address a photo's picture may have, with the longest side it has at most. */
const picturesOf = (original: string): readonly { readonly url: string; readonly side: number }[] => [
  ...VARIANT_SIDES.map((side) => ({ url: variantKey(original, side), side })),
  { url: thumbnailKey(original), side: THUMBNAIL_SIDE },
  { url: previewKey(original), side: PREVIEW_SIDE },
  { url: original, side: MAX_IMAGE_SIDE },
];

/**
 * Without signal: another size of the same photo that was kept. Lists and screens want different ones, and a fan who saw a photo sees it
 * again. The next larger one goes first, then the next smaller.
 */
export async function nearestPicture(asked: string): Promise<Response | undefined> {
  const all = picturesOf(originalOf(asked));
  const wanted = all.find(({ url }) => url === asked)?.side ?? 0;
  const far = (side: number) => (side >= wanted ? side - wanted : MAX_IMAGE_SIDE + wanted - side);
  for (const { url } of all.toSorted((a, b) => far(a.side) - far(b.side))) {
    const kept = await caches.match(url, { ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
}
