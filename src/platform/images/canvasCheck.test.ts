/** Browsers that spoil or deny what is read from a canvas (T15). */
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { isBlankPicture, isCanvasReadable } from './canvasCheck.ts';

afterEach(() => vi.unstubAllGlobals());

/** A canvas that reads back what `spoil` makes of what was drawn. */
function stubCanvas(spoil: (pixels: Uint8ClampedArray) => Uint8ClampedArray | null): void {
  class Canvas {
    getContext() {
      let drawn: Uint8ClampedArray = new Uint8ClampedArray();
      return {
        putImageData: ({ data }: { data: Uint8ClampedArray }) => {
          drawn = data;
        },
        getImageData: () => {
          const data = spoil(drawn.slice());
          if (data === null) throw new DOMException('denied', 'SecurityError');
          return { data };
        },
      };
    }
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
  vi.stubGlobal(
    'ImageData',
    class {
      data: Uint8ClampedArray;
      constructor(data: Uint8ClampedArray) {
        this.data = data;
      }
    },
  );
}
const noisy = (pixels: Uint8ClampedArray) => pixels.map((value, i) => (i === 12 ? value ^ 1 : value));

test('T15 a canvas that answers what was drawn is read; noise of one bit, a refusal or no canvas is not', () => {
  stubCanvas((pixels) => pixels);
  expect(isCanvasReadable()).toBe(true);
  stubCanvas(noisy);
  expect(isCanvasReadable()).toBe(false);
  stubCanvas((pixels) => pixels.fill(255));
  expect(isCanvasReadable()).toBe(false);
  stubCanvas(() => null);
  expect(isCanvasReadable()).toBe(false);
  vi.stubGlobal('OffscreenCanvas', undefined);
  expect(isCanvasReadable()).toBe(false);
});

test('T15 where the canvas is spoiled no picture is made of it: the fan is told which setting is why', async () => {
  stubCanvas(noisy);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 2, close: () => undefined }));
  const { prepareJpeg } = await import('./prepareJpeg.ts');
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#446688' } })
    .jpeg()
    .toBuffer();
  const refusal = await prepareJpeg(Uint8Array.from(picture).buffer).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'CANVAS_BLOCKED', retry: 'never' });
  expect(errorText((refusal as AppError).code)).toMatch(/ブラウザの設定.*許可/);
});

test('T12 a canvas that stayed empty shows by its transparent pixels', () => {
  expect(isBlankPicture(new Uint8ClampedArray([10, 20, 30, 255, 0, 0, 0, 255]))).toBe(false);
  expect(isBlankPicture(new Uint8ClampedArray([10, 20, 30, 255, 0, 0, 0, 0]))).toBe(true);
});
