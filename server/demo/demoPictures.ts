/**
 * The demo's pictures: kept as AVIF in demo/pictures, made JPEGs by the build, as a fan's photos are. `sharp` is loaded only when some
 * have to be made, so a server with a finished build does not need it.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sharp } from 'sharp';
import { VARIANT_SIDES } from '../../src/contract/limits.ts';
import { needsCard } from '../../src/rules/objectKeys.ts';
import { avifSettings, cardOf } from '../pictures/encodePictures.ts';

/** One picture as it was drawn: `{key}.avif`. Faces are fractions of width and height: left, top, width, height. */
export interface DrawnPicture {
  readonly key: string;
  /** Empty for portraits. */
  readonly tenant: string;
  /** Name of a scene, or 'avatar'. */
  readonly scene: string;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly faces: readonly (readonly [number, number, number, number])[];
}
/** One of a build: `{key}.jpg`, `{key}.thumbnail.jpg` and, of a photo, `{key}.{side}.avif` and perhaps `{key}.card.jpg`. */
export interface DemoPicture extends DrawnPicture {
  /** Bytes of the original. */
  readonly size: number;
  /** Longest sides of its AVIFs (IMG-02); none of a portrait. */
  readonly variants: readonly number[];
  /** Whether there is a link preview picture (FAN-11). */
  readonly has_card: boolean;
}

export const DRAWN = fileURLToPath(new URL('../../demo/pictures/', import.meta.url));
const DRAWN_LIST = 'list.json';
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
  const drawn: readonly DrawnPicture[] = JSON.parse(await readFile(join(DRAWN, DRAWN_LIST), 'utf8'));
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
      pictures[index] = { ...picture, size: original.length, variants, has_card };
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

/** Pictures as they were drawn. */
export const readDrawnPictures = async (): Promise<readonly DrawnPicture[]> =>
  JSON.parse(await readFile(join(DRAWN, DRAWN_LIST), 'utf8'));
