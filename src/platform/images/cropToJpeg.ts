import { AppError } from '../../contract/errors.ts';
import { JPEG_QUALITY } from '../../contract/limits.ts';
import { withoutMetadata } from '../../rules/jpegHeader.ts';
import { isCanvasReadable } from './canvasCheck.ts';

/** Part of a picture, in percent of its upright width and height. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The square part of a picture as a JPEG of `side` × `side` pixels, upright and without metadata (T13). What is transparent turns white.
 * @throws AppError CANVAS_BLOCKED | CANVAS_CONTEXT | CANVAS_EXPORT (never)
 */
export async function cropToJpeg(image: HTMLImageElement, area: CropArea, side: number): Promise<ArrayBuffer> {
  if (!isCanvasReadable()) throw new AppError('CANVAS_BLOCKED', 'never');
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new AppError('CANVAS_CONTEXT', 'never');
  const { naturalWidth, naturalHeight } = image;
  const [left, width] = [area.x, area.width].map((percent) => (percent / 100) * naturalWidth) as [number, number];
  const [top, height] = [area.y, area.height].map((percent) => (percent / 100) * naturalHeight) as [number, number];
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, width, height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  if (blob === null) throw new AppError('CANVAS_EXPORT', 'never');
  // Safari's encoder writes an EXIF block, and the server takes no metadata (SAF-11).
  return withoutMetadata(new Uint8Array(await blob.arrayBuffer())).buffer;
}
