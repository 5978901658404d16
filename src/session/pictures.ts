import { thumbnailKey } from '../contract/thumbnailKey.ts';
import { useServices } from './services.tsx';

/** Address of a published picture from its object key. A site path (demo artwork) stays as it is. */
export function pictureUrl(publicBase: string, key: string): string {
  return key.startsWith('/') ? key : `${publicBase}/${key}`;
}

export interface PictureUrls {
  readonly of: (key: string | null) => string | null;
  /** Addresses to try in turn: thumbnail, original (PHO-01). */
  readonly smallFirst: (mediaUrl: string) => readonly string[];
  readonly largeFirst: (mediaUrl: string) => readonly string[];
}

export function usePictureUrls(): PictureUrls {
  const { publicBase } = useServices().config.objects;
  const of = (key: string) => pictureUrl(publicBase, key);
  return {
    of: (key) => (key === null ? null : of(key)),
    smallFirst: (mediaUrl) => [of(thumbnailKey(mediaUrl)), of(mediaUrl)],
    largeFirst: (mediaUrl) => [of(mediaUrl), of(thumbnailKey(mediaUrl))],
  };
}
