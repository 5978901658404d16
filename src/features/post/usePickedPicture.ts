import { useEffect, useState } from 'react';
import { readJpegHeader, uprightSize } from '../../rules/jpegHeader.ts';
import { useServices } from '../../services/services.tsx';

/** Longest side of the picture on the screen: enough to cut by, a twelfth of a phone camera's pixels. */
const SIDE = 1200;

interface PickedPicture {
  /** Upright and small; null: not there yet. */
  readonly picture: ImageBitmap | null;
  readonly isFailed: boolean;
}

/** A picture as it was picked, made small while it is decoded (T12); its memory is given back with the screen. */
export function usePickedPicture(photoName: string): PickedPicture {
  const { drafts } = useServices();
  const [found, setFound] = useState<PickedPicture>({ picture: null, isFailed: false });
  useEffect(() => {
    let made: ImageBitmap | null = null;
    let isGone = false;
    drafts
      .readDraftPhoto({ photoName, part: 'source' })
      .then((bytes) => decodeSmall(bytes?.buffer ?? new ArrayBuffer(0)))
      .then((picture) => {
        if (isGone) return picture.close();
        made = picture;
        setFound({ picture, isFailed: false });
      })
      .catch(() => isGone || setFound({ picture: null, isFailed: true }));
    return () => {
      isGone = true;
      made?.close();
    };
  }, [drafts, photoName]);
  return found;
}

async function decodeSmall(bytes: ArrayBuffer): Promise<ImageBitmap> {
  const header = readJpegHeader(new Uint8Array(bytes));
  if (typeof header === 'string') throw new Error(header);
  const { width, height } = uprightSize(header);
  const small: ImageBitmapOptions =
    Math.max(width, height) <= SIDE ? {} : width >= height ? { resizeWidth: SIDE } : { resizeHeight: SIDE };
  return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }), {
    imageOrientation: 'from-image',
    resizeQuality: 'medium',
    ...small,
  });
}
