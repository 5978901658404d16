import imageCompression from 'browser-image-compression';
import { AppError } from '../../contract/errors.ts';
import {
  JPEG_QUALITY,
  MAX_IMAGE_SIDE,
  PREVIEW_QUALITY,
  PREVIEW_SIDE,
  THUMBNAIL_QUALITY,
  THUMBNAIL_SIDE,
} from '../../contract/limits.ts';
import type { ImagePreparer } from '../../outbox/ports.ts';
import { readJpegHeader, uprightSize, withoutMetadata } from '../../rules/jpegHeader.ts';
import { completeJpeg } from '../../rules/jpegWhole.ts';
import { type PictureEdit, pixelBox, turnedSize } from '../../rules/pictureEdit.ts';
import { isTooNarrow } from '../../rules/previewShape.ts';
import { dominantColour, isBlankPicture, isCanvasReadable, turnsUpright } from './canvasCheck.ts';
import { readExif } from './exifFields.ts';

/** Side of the picture whose pixels tell colour and blankness. */
const SAMPLE_SIDE = 16;
const JPEG = 'image/jpeg';

interface Size {
  readonly width: number;
  readonly height: number;
}

export type PreparedJpeg = Awaited<ReturnType<ImagePreparer['prepare']>>;

/**
 * A picked JPEG as it is published (PST-08): upright, sRGB, longest side ≤ maxSide, nothing in it but the picture; and its preview and
 * thumbnail, from the same decode (IMG-01). Runs in a worker. Rejects as `ImagePreparer` says.
 */
export const prepareJpeg = (
  bytes: ArrayBuffer,
  edit: PictureEdit | null = null,
  maxSide = MAX_IMAGE_SIDE,
): Promise<PreparedJpeg> =>
  prepare(bytes, edit, maxSide).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    // Short memory shows as a RangeError or InvalidStateError in one engine or the other.
    throw new AppError('CANVAS_EXPORT', 'later', { cause });
  });

async function prepare(bytes: ArrayBuffer, edit: PictureEdit | null, maxSide: number): Promise<PreparedJpeg> {
  const header = readJpegHeader(new Uint8Array(bytes));
  if (typeof header === 'string') throw new AppError(header, 'never');
  // Browsers fill what was cut with grey and say nothing; some draw nothing without an end marker.
  const whole = completeJpeg(new Uint8Array(bytes));
  if (whole === null) throw new AppError('IMAGE_LOAD', 'never');
  await checkCanvas();
  const exif = await readExif(bytes);
  const drawn = await drawCapped(new Blob([whole], { type: JPEG }), uprightSize(header));
  const canvas = drawWithin(edit === null ? drawn : drawEdited(drawn, edit), maxSide);
  try {
    const { width, height } = canvas;
    if (isTooNarrow(canvas)) throw new AppError('IMAGE_TOO_NARROW', 'never');
    const thumbnailCanvas = drawScaled(canvas, THUMBNAIL_SIDE);
    const color = sampleColour(thumbnailCanvas);
    const original = await encode(canvas, JPEG_QUALITY);
    const thumbnail = await encode(thumbnailCanvas, THUMBNAIL_QUALITY);
    release(thumbnailCanvas);
    const preview = await encodePreview(canvas);
    const sizes = {
      originalBytes: original.byteLength,
      previewBytes: preview?.byteLength ?? null,
      thumbnailBytes: thumbnail.byteLength,
    };
    return { original, preview, thumbnail, prepared: { width, height, color, exif, ...sizes } };
  } finally {
    release(canvas);
  }
}

/** null: the picture is no larger than a preview. */
async function encodePreview(canvas: OffscreenCanvas): Promise<ArrayBuffer | null> {
  if (longest(canvas) <= PREVIEW_SIDE) return null;
  const preview = drawScaled(canvas, PREVIEW_SIDE);
  try {
    return await encode(preview, PREVIEW_QUALITY);
  } finally {
    release(preview);
  }
}

let canvasCheck: Promise<boolean> | null = null;

/** Once per worker. */
async function checkCanvas(): Promise<void> {
  canvasCheck ??= turnsUpright().then((upright) => upright && isCanvasReadable());
  if (!(await canvasCheck.catch(() => false))) throw new AppError('CANVAS_BLOCKED', 'never');
}

const longest = ({ width, height }: Size): number => Math.max(width, height);

function drawCapped(file: Blob, size: Size): Promise<OffscreenCanvas> {
  return longest(size) <= MAX_IMAGE_SIDE && canLibraryDecode() ? drawByLibrary(file) : drawResized(file, size);
}

/** The library skips createImageBitmap on WebKit and falls back to an <img>, which a worker has not. */
const canLibraryDecode = (): boolean =>
  !/AppleWebKit/u.test(navigator.userAgent) || /Chrom(e|ium)\//u.test(navigator.userAgent);

async function drawByLibrary(file: Blob): Promise<OffscreenCanvas> {
  // A Blob does: the library reads nothing of a File but its bytes and type.
  const drawn = imageCompression.drawFileInCanvas(file as File, { fileType: JPEG }).catch(refuseImage);
  const [bitmap, canvas] = await drawn;
  if ('close' in bitmap) bitmap.close();
  // In a worker the library draws on nothing else.
  if (!(canvas instanceof OffscreenCanvas)) throw new AppError('CANVAS_BLOCKED', 'never');
  return canvas;
}

/** Scales while decoding: a source-size canvas of a big picture would come out black on some devices (T12). */
async function drawResized(file: Blob, size: Size): Promise<OffscreenCanvas> {
  const isWide = size.width >= size.height;
  let bitmap = await decode(file, longest(size) > MAX_IMAGE_SIDE ? (isWide ? 'resizeWidth' : 'resizeHeight') : null);
  if (longest(bitmap) > MAX_IMAGE_SIDE) {
    // The browser made something else of a damaged orientation tag than we did.
    bitmap.close();
    bitmap = await decode(file, isWide ? 'resizeHeight' : 'resizeWidth');
  }
  try {
    return draw(bitmap, bitmap, 'low');
  } finally {
    bitmap.close();
  }
}

/** `side`: the one that becomes MAX_IMAGE_SIDE; the browser keeps the aspect. */
function decode(file: Blob, side: 'resizeWidth' | 'resizeHeight' | null): Promise<ImageBitmap> {
  const resize: ImageBitmapOptions = side === null ? {} : { [side]: MAX_IMAGE_SIDE, resizeQuality: 'medium' };
  return createImageBitmap(file, { imageOrientation: 'from-image', ...resize }).catch(refuseImage);
}

/** The bytes are in memory: what cannot be decoded now cannot be decoded later. */
function refuseImage(cause: unknown): never {
  throw new AppError('IMAGE_LOAD', 'never', { cause });
}

function draw(source: CanvasImageSource, size: Size, quality: ImageSmoothingQuality): OffscreenCanvas {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  // Short of memory: another picture, or a later try, may find some.
  if (context === null) throw new AppError('CANVAS_CONTEXT', 'later');
  context.imageSmoothingQuality = quality;
  context.drawImage(source, 0, 0, size.width, size.height);
  return canvas;
}

/** Turns and cuts; gives the whole picture's memory back before the parts are encoded. */
function drawEdited(whole: OffscreenCanvas, { turns, crop }: PictureEdit): OffscreenCanvas {
  try {
    const turned = turnedSize(whole, turns);
    const box = pixelBox(turned, crop);
    const canvas = new OffscreenCanvas(box.width, box.height);
    const context = canvas.getContext('2d');
    if (context === null) throw new AppError('CANVAS_CONTEXT', 'later');
    context.translate(turned.width / 2 - box.x, turned.height / 2 - box.y);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(whole, -whole.width / 2, -whole.height / 2);
    return canvas;
  } finally {
    release(whole);
  }
}

function drawScaled(canvas: OffscreenCanvas, maxSide: number): OffscreenCanvas {
  const scale = Math.min(1, maxSide / longest(canvas));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return draw(canvas, { width: side(canvas.width), height: side(canvas.height) }, 'high');
}

/** The canvas itself where it is small enough already. */
function drawWithin(canvas: OffscreenCanvas, maxSide: number): OffscreenCanvas {
  if (longest(canvas) <= maxSide) return canvas;
  try {
    return drawScaled(canvas, maxSide);
  } finally {
    release(canvas);
  }
}

/** @throws AppError CANVAS_EXPORT for a canvas that stayed empty */
function sampleColour(canvas: OffscreenCanvas): string {
  const size = { width: Math.min(SAMPLE_SIDE, canvas.width), height: Math.min(SAMPLE_SIDE, canvas.height) };
  const sample = draw(canvas, size, 'medium');
  const pixels = sample.getContext('2d')?.getImageData(0, 0, size.width, size.height).data;
  if (pixels === undefined || isBlankPicture(pixels)) throw new AppError('CANVAS_EXPORT', 'later');
  return dominantColour(pixels);
}

async function encode(canvas: OffscreenCanvas, quality: number): Promise<ArrayBuffer> {
  const blob = await canvas.convertToBlob({ type: JPEG, quality }).catch((cause: unknown) => {
    throw new AppError('CANVAS_EXPORT', 'later', { cause });
  });
  if (blob.type !== JPEG || blob.size === 0) throw new AppError('CANVAS_EXPORT', 'later');
  return withoutMetadata(new Uint8Array(await blob.arrayBuffer())).buffer;
}

/** Gives the pixels back at once instead of at the next garbage collection (T12). */
function release(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
