/**
 * The demo's pictures: kept as AVIF in demo/pictures, made JPEGs by the build, as a fan's photos are. `sharp` is loaded only when some
 * have to be made, so a server with a finished build does not need it.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { type DemoPicture, DRAWN, type DrawnPicture, readDrawnPictures } from '../../demo/drawnPictures.ts';
import { VARIANT_SIDES } from '../../src/contract/limits.ts';
import { needsCard } from '../../src/rules/objectKeys.ts';
import { avifSettings, cardOf } from '../pictures/encodePictures.ts';

const LIST = 'scenes.json';
const STAMP = 'stamp';
const AT_ONCE = 2;
const ORIGINAL_QUALITY = 80;
const THUMBNAIL_QUALITY = 76;
const THUMBNAIL_SIDE = 480;
/** Of AVIFs: somebody waits for the first start. Less than this takes no less time, and more bytes. */
const EFFORT = 1;
/** The largest is the drawn picture itself. */
const DRAWN_SIDE = 1600;
const SIDES = VARIANT_SIDES.filter((side) => side < DRAWN_SIDE);

/** Where it is written how pictures are made. */
const RECIPES = [
  './demoPictures.ts',
  '../pictures/encodePictures.ts',
  '../../src/contract/limits.ts',
  '../../src/rules/objectKeys.ts',
];

/** Changes whenever a picture does, or how they are made. */
async function currentStamp(): Promise<string> {
  const hash = createHash('sha256');
  for (const recipe of RECIPES) hash.update(await readFile(new URL(recipe, import.meta.url)));
  for (const file of (await readdir(DRAWN)).sort()) hash.update(file).update(await readFile(join(DRAWN, file)));
  return hash.digest('hex').slice(0, 16);
}

const readStamp = (dir: string) => readFile(join(dir, STAMP), 'utf8').catch(() => '');

/**
 * Makes sure that `dir` (by custom `dist/demo`) holds the pictures as JPEGs, its list and stamp last; nothing is done when it does.
 * About a fifth of a second of one core a picture.
 */
export async function ensureDemoPictures(dir: string): Promise<void> {
  const stamp = await currentStamp();
  if ((await readStamp(dir)) === stamp) return;
  const { default: sharp } = await import('sharp');
  const drawn = await readDrawnPictures();
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const pictures: DemoPicture[] = new Array(drawn.length);
  const queue = [...drawn.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, picture] = next;
      // Decoded once: decoding an AVIF takes as long as making a small one.
      const { data, info } = await sharp(join(DRAWN, `${picture.key}.avif`))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      const open = () => sharp(data, { raw: { width, height, channels } });
      const [original, thumbnail] = await Promise.all([
        open().jpeg({ quality: ORIGINAL_QUALITY }).toBuffer(),
        open()
          .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' })
          .jpeg({ quality: THUMBNAIL_QUALITY })
          .toBuffer(),
      ]);
      await writeFile(join(dir, `${picture.key}.jpg`), original);
      await writeFile(join(dir, `${picture.key}.thumbnail.jpg`), thumbnail);
      const variants = picture.tenant === '' ? [] : await writeVariants(dir, picture, open);
      const has_card = variants.length > 0 && needsCard(picture);
      if (has_card) await writeFile(join(dir, `${picture.key}.card.jpg`), await cardOf({ data, info }));
      const opened_bytes = variants.length > 0 ? (await stat(join(DRAWN, `${picture.key}.avif`))).size : null;
      pictures[index] = { ...picture, size: original.length, variants, opened_bytes, has_card };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await writeFile(join(dir, LIST), JSON.stringify(pictures));
  await writeFile(join(dir, STAMP), stamp);
}

async function writeVariants(dir: string, { key }: DrawnPicture, open: () => Sharp): Promise<number[]> {
  for (const side of SIDES) {
    const small = open().resize({ width: side, height: side, fit: 'inside' });
    await writeFile(
      join(dir, `${key}.${side}.avif`),
      await small.avif({ ...avifSettings(side), effort: EFFORT }).toBuffer(),
    );
  }
  await copyFile(join(DRAWN, `${key}.avif`), join(dir, `${key}.${DRAWN_SIDE}.avif`));
  return [...SIDES, DRAWN_SIDE];
}

/** The list of pictures in `dir`, or an empty one when none were made. */
export async function loadDemoPictures(dir: string): Promise<readonly DemoPicture[]> {
  const json = await readFile(join(dir, LIST), 'utf8').catch(() => '[]');
  return JSON.parse(json) as DemoPicture[];
}
