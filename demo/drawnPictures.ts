/** The pictures as they were drawn, kept as AVIF in demo/pictures with their list beside them (`npm run demo:draw`). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  /** Bytes of the largest AVIF; null of a portrait. */
  readonly opened_bytes: number | null;
  /** Whether there is a link preview picture (FAN-11). */
  readonly has_card: boolean;
}

/** Folder of the drawn pictures. */
export const DRAWN = fileURLToPath(new URL('./pictures/', import.meta.url));
export const DRAWN_LIST = join(DRAWN, 'list.json');

/** Pictures as they were drawn. */
export const readDrawnPictures = async (): Promise<readonly DrawnPicture[]> =>
  JSON.parse(await readFile(DRAWN_LIST, 'utf8'));
