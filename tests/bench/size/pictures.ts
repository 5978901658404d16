/** Bytes of what is stored of a photo, on real ones: what a bucket holds, and what a page loads. */
import { avifOf, cardOf } from '../../../server/pictures/encodePictures.ts';
import { PREVIEW_QUALITY, PREVIEW_SIDE, VARIANT_SIDES } from '../../../src/contract/limits.ts';
import { fittedInto, readRealPhotos } from '../support/realPhotos.ts';

/** @param folder of PHOTO_FIXTURES */
export async function tellPictures(folder: string): Promise<void> {
  const sums = new Map<string, number>();
  const add = (what: string, { length }: { readonly length: number }) => sums.set(what, (sums.get(what) ?? 0) + length);
  const photos = await readRealPhotos(folder);
  for (const { base, thumbnail } of photos) {
    const preview = fittedInto(base, PREVIEW_SIDE);
    const decoded = await preview.clone().raw().toBuffer({ resolveWithObject: true });
    add('original, JPEG', base);
    add('preview, JPEG', await preview.jpeg({ quality: PREVIEW_QUALITY * 100 }).toBuffer());
    add('thumbnail, JPEG', thumbnail);
    for (const side of VARIANT_SIDES) add(`${side} px, AVIF`, await avifOf(decoded, side));
    add('card, JPEG', await cardOf(decoded));
  }
  console.log(`\n| stored of a photo | kB, mean of ${photos.length} |\n|---|---|`);
  for (const [what, sum] of sums) console.log(`| ${what} | ${(sum / photos.length / 1000).toFixed(1)} |`);
}
