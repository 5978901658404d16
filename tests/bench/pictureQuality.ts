/**
 * Which AVIF quality looks no worse than the 480-px JPEG thumbnail, on the real photos of PHOTO_FIXTURES, at the size shown: thumbnail
 * and AVIF are each brought to the pixels of the screen and compared with the original at those, by SSIMULACRA 2. Prints bytes and scores
 * of every width and quality, and judges the qualities the product has (`avifSettings`).
 *
 *   PHOTO_FIXTURES=… npm run bench:picture-quality            (SIDES=240,480 QUALITIES=50,60)
 */
import sharp from 'sharp';
import { avifOf, avifSettings } from '../../server/pictures/encodePictures.ts';
import { PREVIEW_QUALITY, PREVIEW_SIDE, VARIANT_SIDES, type VariantSide } from '../../src/contract/limits.ts';
import { fittedInto, type RealPhoto, readRealPhotos } from './support/realPhotos.ts';
import { type Pixels, ssimulacra2 } from './support/ssimulacra2.ts';
import { createVerdict } from './support/verdict.ts';

const folder = process.env.PHOTO_FIXTURES;
if (!folder) throw new Error('PHOTO_FIXTURES: the folder of real photos');
const numbers = (name: string) => process.env[name]?.split(',').map(Number);
const asked = numbers('SIDES');
const sides = VARIANT_SIDES.filter((side) => asked?.includes(side) ?? true);
const qualities = numbers('QUALITIES');
/** Above the lists' sizes a photo fills the screen: the score of high quality at its own size. */
const HIGH = { above: 768, score: 70 } as const;
/** Points of the score nobody sees. */
const LIKE = 0.05;
/** Tried beside ours, unless told: steps of quality. */
const AROUND = [-4, 0, 4];

async function pixelsOf(bytes: Buffer, size?: Pick<Pixels, 'width' | 'height'>): Promise<Pixels> {
  const image = size ? sharp(bytes).resize({ ...size, fit: 'fill' }) : sharp(bytes);
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

interface Tried {
  readonly bytes: number;
  readonly score: number;
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What one side's pictures are: `qualities` of the AVIF, the JPEG thumbnail, and the preview at its own size. */
async function tryAll(photos: readonly RealPhoto[], side: VariantSide, tested: readonly number[]) {
  const thumbnails: Tried[] = [];
  const previews: Tried[] = [];
  const avifs = new Map<number, Tried[]>(tested.map((quality) => [quality, []]));
  for (const { base, thumbnail } of photos) {
    const decoded = await fittedInto(base, PREVIEW_SIDE).raw().toBuffer({ resolveWithObject: true });
    const original = await pixelsOf(await fittedInto(base, side).png().toBuffer());
    const judge = async (bytes: Buffer): Promise<Tried> => ({
      bytes: bytes.length,
      score: ssimulacra2(original, await pixelsOf(bytes, original)),
    });
    thumbnails.push(await judge(thumbnail));
    if (side === PREVIEW_SIDE)
      previews.push(
        await judge(
          await fittedInto(base, side)
            .jpeg({ quality: PREVIEW_QUALITY * 100 })
            .toBuffer(),
        ),
      );
    for (const [quality, tried] of avifs)
      tried.push(await judge(await avifOf(decoded, side, { ...avifSettings(side), quality })));
  }
  return { thumbnails, previews, avifs };
}

const photos = await readRealPhotos(folder);
console.log(`${photos.length} photos: ${photos.map(({ name }) => name).join(', ')}\n`);
const verdict = createVerdict('picture-quality', { settings: ['SIDES', 'QUALITIES'] });
const HEAD = ['shown at', 'picture', 'score, mean', 'lowest', 'kB, mean', 'against the thumbnail, mean', 'worst'];
const rows: string[][] = [];
for (const side of sides) {
  const ours = avifSettings(side).quality;
  const tested = qualities ?? AROUND.map((step) => ours + step);
  const { thumbnails, previews, avifs } = await tryAll(photos, side, tested);
  const differences = (tried: readonly Tried[]) =>
    tried.map(({ score }, index) => score - (thumbnails[index]?.score ?? Number.NaN));
  const row = (name: string, tried: readonly Tried[]) => {
    const scores = tried.map(({ score }) => score);
    const against = differences(tried);
    const cells = [mean(scores), Math.min(...scores), mean(tried.map(({ bytes }) => bytes)) / 1000];
    const all = tried === thumbnails ? cells : [...cells, mean(against), Math.min(...against)];
    const line = [`${side} px`, name, ...all.map((cell) => cell.toFixed(1))];
    console.log(line.join(' | '));
    rows.push([...line, ...Array.from({ length: HEAD.length - line.length }, () => '')]);
  };
  row('JPEG thumbnail', thumbnails);
  if (previews.length > 0) row('JPEG preview', previews);
  for (const [quality, tried] of avifs) {
    row(quality === ours ? `**AVIF ${quality}**` : `AVIF ${quality}`, tried);
    if (quality !== ours) continue;
    const of = `${side} px`;
    verdict.least('score against the thumbnail, mean', mean(differences(tried)), -LIKE, of);
    if (side > HIGH.above) verdict.least('score, mean', mean(tried.map((one) => one.score)), HIGH.score, of);
  }
}
verdict.table('quality', HEAD, rows);
verdict.end();
process.exit();
