/**
 * The demo's pictures as files: drawn once by the build, kept in a cache folder, linked to where they are wanted.
 * `sharp` is loaded only when something has to be drawn, so a server with a finished build does not need it.
 */
import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tenants } from '../../tenants/index.ts';
import type { SceneName } from './scenes/catalogue.ts';

/** One drawn picture. Faces are fractions of width and height: left, top, width, height. */
export interface DemoPicture {
  /** File name without its end: `{key}.jpg` and `{key}.thumbnail.jpg`. */
  readonly key: string;
  /** Empty for portraits. */
  readonly tenant: string;
  readonly scene: SceneName | 'avatar';
  readonly width: number;
  readonly height: number;
  readonly color: string;
  /** Bytes of the original. */
  readonly size: number;
  readonly faces: readonly (readonly [number, number, number, number])[];
}

const LIST = 'scenes.json';
const STAMP = 'stamp';
const AT_ONCE = 2;
const here = fileURLToPath(new URL('./scenes/', import.meta.url));

/** Changes whenever a drawing or a tenant's colours change. */
async function currentStamp(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(tenants.map((t) => [t.id, t.config.colors])));
  for (const file of (await readdir(here)).filter((name) => name.endsWith('.ts')).sort()) {
    hash.update(await readFile(join(here, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

const readStamp = (dir: string) => readFile(join(dir, STAMP), 'utf8').catch(() => '');

/** Draws every picture into `dir`, its list and stamp last. About half a second of one core a picture. */
export async function renderScenes(dir: string): Promise<readonly DemoPicture[]> {
  const [{ pictureOrders, drawScene, AVATARS }, { avatar }, { createPen }, { paint }] = await Promise.all([
    import('./scenes/catalogue.ts'),
    import('./scenes/avatar.ts'),
    import('./scenes/pen.ts'),
    import('./scenes/paint.ts'),
  ]);
  const stamp = await currentStamp();
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const colours = Object.fromEntries(tenants.map((t) => [t.id, t.config.colors]));
  const orders = [
    ...pictureOrders(colours),
    ...Array.from({ length: AVATARS }, (_, i) => ({
      key: `avatar-${i}`,
      tenant: '',
      scene: 'avatar' as const,
      width: 512,
      height: 512,
      palette: {
        rival: '#888888',
        ...(tenants[i % tenants.length]?.config.colors ?? { brand: '#888888', second: '#222222' }),
      },
    })),
  ];
  const pictures: DemoPicture[] = new Array(orders.length);
  const queue = [...orders.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, { key, tenant, scene, width, height, palette }] = next;
      const pen = createPen(width, height, palette, key);
      const painted = await paint(pen, scene === 'avatar' ? avatar(pen) : drawScene(scene, pen));
      await writeFile(join(dir, `${key}.jpg`), painted.original);
      await writeFile(join(dir, `${key}.thumbnail.jpg`), painted.thumbnail);
      const faces = pen.faces
        .filter(([x, y, w, h]) => x >= 0 && y >= 0 && x + w <= width && y + h <= height)
        .slice(0, 3)
        .map(([x, y, w, h]) => [round(x / width), round(y / height), round(w / width), round(h / height)] as const);
      pictures[index] = {
        key,
        tenant,
        scene,
        width,
        height,
        color: painted.color,
        size: painted.original.length,
        faces,
      };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await writeFile(join(dir, LIST), JSON.stringify(pictures));
  await writeFile(join(dir, STAMP), stamp);
  return pictures;
}

const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000;

/** Whether `dir` holds the pictures of today's drawings. */
export const hasDemoPictures = async (dir: string): Promise<boolean> =>
  (await readStamp(dir)) === (await currentStamp());

/**
 * Makes sure that `dir` (by custom `dist/demo`) holds the pictures of today's drawings; nothing is done when it does.
 * They are drawn in `cacheDir`, which outlives a clean build.
 * @returns whether anything had to be drawn
 */
export async function ensureDemoPictures(dir: string, cacheDir = '.cache/demo'): Promise<boolean> {
  const stamp = await currentStamp();
  if ((await readStamp(dir)) === stamp) return false;
  const isCached = (await readStamp(cacheDir)) === stamp;
  if (!isCached) await renderScenes(cacheDir);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const files = (await readdir(cacheDir)).filter((name) => name !== STAMP);
  await Promise.all(files.map((name) => linkOrCopy(join(cacheDir, name), join(dir, name))));
  await writeFile(join(dir, STAMP), stamp);
  return !isCached;
}

/** A hard link costs nothing; across devices it has to be a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

/** The list of pictures in `dir`, or an empty one when none were made. */
export async function loadDemoPictures(dir: string): Promise<readonly DemoPicture[]> {
  const json = await readFile(join(dir, LIST), 'utf8').catch(() => '[]');
  return JSON.parse(json) as DemoPicture[];
}
