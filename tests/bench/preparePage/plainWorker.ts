/** The yardstick: what the platform itself offers, without any check or library. */
import { JPEG_QUALITY, MAX_IMAGE_SIDE, THUMBNAIL_QUALITY, THUMBNAIL_SIDE } from '../../../src/contract/limits.ts';

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ bytes: ArrayBuffer; width: number; height: number }>) => void;
  postMessage(answer: unknown, transfer: Transferable[]): void;
};

async function resize(
  source: ImageBitmapSource,
  size: { width: number; height: number },
  side: number,
  quality: number,
) {
  const scale = Math.min(1, side / Math.max(size.width, size.height));
  const bitmap = await createImageBitmap(source, {
    imageOrientation: 'from-image',
    resizeWidth: Math.round(size.width * scale),
    resizeHeight: Math.round(size.height * scale),
    resizeQuality: 'medium',
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { canvas, buffer: await blob.arrayBuffer() };
}

scope.onmessage = async ({ data: { bytes, width, height } }) => {
  const source = new Blob([bytes], { type: 'image/jpeg' });
  const original = await resize(source, { width, height }, MAX_IMAGE_SIDE, JPEG_QUALITY);
  const thumbnail = await resize(original.canvas, original.canvas, THUMBNAIL_SIDE, THUMBNAIL_QUALITY);
  scope.postMessage({ original: original.buffer, thumbnail: thumbnail.buffer }, [original.buffer, thumbnail.buffer]);
};
