import type { Photo } from '../../../contract/entities.ts';
import { SHARED_AT_ONCE } from '../../../contract/limits.ts';
import { previewKey } from '../../../contract/pictureKeys.ts';
import { bestKey } from '../../../rules/pictureSources.ts';

/** Does this device's share sheet take pictures? Firefox and Chromium on Linux have none. */
export function canShareFiles(): boolean {
  if (typeof navigator.canShare !== 'function') return false;
  return navigator.canShare({ files: [new File(['.'], 'photo.jpg', { type: 'image/jpeg' })] });
}

export interface ShareFilesDeps {
  readonly addressOf: (key: string) => string;
  readonly fetch?: typeof globalThis.fetch;
  readonly maxBytes?: number;
  readonly onStep: (done: number) => void;
  readonly signal: AbortSignal;
}

/**
 * The photos as files, the best there is of each; what would not fit beside the others as its preview.
 * @throws what the fetch throws; Error where the server has no picture, or they are too much altogether
 */
export async function fetchShareFiles(
  photos: readonly Photo[],
  names: readonly string[],
  deps: ShareFilesDeps,
): Promise<File[]> {
  const {
    addressOf,
    onStep,
    signal,
    fetch = globalThis.fetch.bind(globalThis),
    maxBytes = SHARED_AT_ONCE.bytes,
  } = deps;
  const load = async (key: string): Promise<Blob> => {
    const response = await fetch(addressOf(key), { signal });
    if (!response.ok) throw new Error(`picture: ${response.status}`);
    return response.blob();
  };
  const files: File[] = [];
  let bytes = 0;
  for (const [place, photo] of photos.entries()) {
    let picture = await load(bestKey(photo));
    const isTooMuch = () => bytes + picture.size > maxBytes;
    if (isTooMuch() && photo.has_preview) picture = await load(previewKey(photo.media_url));
    if (isTooMuch()) throw new Error('more than a share sheet takes');
    bytes += picture.size;
    files.push(new File([picture], names[place] ?? 'photo.jpg', { type: 'image/jpeg' }));
    onStep(files.length);
  }
  return files;
}
