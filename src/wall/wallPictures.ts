/**
 * Pictures of a wall, in Cache Storage, so that it starts and plays without network (WAL-05). There are as many as photos that walls play
 * (WALL_PHOTOS). Pictures of photos that left the wall are removed at once.
 */
import * as v from 'valibot';
import { previewKey, variantKey } from '../contract/pictureKeys.ts';
import { Wall, type WallPhoto } from '../contract/wall.ts';
import { bestKey } from '../rules/pictureSources.ts';

const CACHE = 'wall';

/** Longest side that a screen needs, in pixels: a wider one shows no more of a fan's photo. */
const LONGEST_SIDE = 2048;

/** Addresses of a photo's pictures, to try in turn. Old televisions know no AVIF. */
export function addressesToShow(photo: WallPhoto, publicBase: string): readonly string[] {
  const side = photo.variants.find((one) => one >= LONGEST_SIDE) ?? photo.variants.at(-1);
  const keys = [
    ...(side === undefined ? [] : [variantKey(photo.media_url, side)]),
    ...(photo.has_preview ? [previewKey(photo.media_url)] : []),
    bestKey(photo),
  ];
  // Artwork of the demo is a site path.
  return keys.map((key) => (key.startsWith('/') ? key : `${publicBase}/${key}`));
}

export interface WallPictures {
  readonly load: (photo: WallPhoto) => Promise<string | null>;
  readonly keep: (photos: readonly WallPhoto[]) => Promise<void>;
  readonly readWall: () => Promise<Wall | null>;
  readonly saveWall: (wall: Wall | null) => Promise<void>;
  /** Frees the memory of all pictures. What is stored stays. */
  readonly release: () => void;
}

/** @param name of the wall: a device may show several after each other */
export function openWallPictures(name: string, publicBase: string): WallPictures {
  const urls = new Map<string, string>();
  const wallAt = `/wall-answer?${new URLSearchParams({ name })}`;
  // Without it, as in a page without https, the wall needs network to start.
  const opened = 'caches' in globalThis ? caches.open(CACHE).catch(() => null) : null;

  async function bytesOf(address: string): Promise<Blob | null> {
    const cache = await opened;
    const known = await cache?.match(address, { ignoreVary: true });
    // Past the worker's caches: a photo that leaves the wall leaves no copy behind.
    const answer = known ?? (await fetch(address, { mode: 'cors', credentials: 'omit', cache: 'no-store' }));
    if (!answer.ok || !/^image\//.test(answer.headers.get('content-type') ?? '')) return null;
    if (known === undefined) await cache?.put(address, answer.clone()).catch(() => undefined); // a full disk
    return answer.blob();
  }

  async function urlOf(address: string): Promise<string | null> {
    const bytes = await bytesOf(address).catch(() => null);
    if (bytes === null) return null;
    const url = URL.createObjectURL(bytes);
    const image = new Image();
    image.src = url;
    const isShowable = await image.decode().then(
      () => true,
      () => false,
    );
    if (isShowable) return url;
    URL.revokeObjectURL(url);
    return null;
  }

  return {
    async load(photo) {
      for (const address of addressesToShow(photo, publicBase)) {
        const url = await urlOf(address);
        if (url === null) continue;
        urls.set(photo.media_url, url);
        return url;
      }
      return null;
    },
    async keep(photos) {
      const keys = new Set(photos.map(({ media_url }) => media_url));
      for (const [key, url] of urls) {
        if (keys.has(key)) continue;
        urls.delete(key);
        URL.revokeObjectURL(url);
      }
      const cache = await opened;
      const wanted = new Set(
        [...photos.flatMap((photo) => addressesToShow(photo, publicBase)), wallAt].map(
          (address) => new URL(address, location.href).href,
        ),
      );
      for (const request of (await cache?.keys()) ?? []) if (!wanted.has(request.url)) await cache?.delete(request);
    },
    async readWall() {
      const stored = await (await opened)?.match(wallAt);
      const parsed = v.safeParse(Wall, await stored?.json());
      return parsed.success ? parsed.output : null;
    },
    async saveWall(wall) {
      const cache = await opened;
      if (wall === null) await cache?.delete(wallAt);
      else await cache?.put(wallAt, Response.json(wall));
    },
    release() {
      for (const url of urls.values()) URL.revokeObjectURL(url);
      urls.clear();
    },
  };
}
