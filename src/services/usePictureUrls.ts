import { thumbnailKey } from '../contract/pictureKeys.ts';
import { bestKey, type PictureFacts, type SizedPicture, srcSetOf } from '../rules/pictureSources.ts';
import { useServices } from './services.tsx';

/** Address of a published picture from its object key. A site path (demo artwork) stays as it is. */
export function pictureUrl(publicBase: string, key: string): string {
  return key.startsWith('/') ? key : `${publicBase}/${key}`;
}

export interface PictureUrls {
  readonly of: (key: string | null) => string | null;
  /** Addresses to try in turn: thumbnail, original (PHO-01). */
  readonly smallFirst: (mediaUrl: string) => readonly string[];
  /** The AVIFs there are of a picture, for `srcset` (IMG-02); undefined: none (yet). */
  readonly srcSet: (picture: SizedPicture) => string | undefined;
  /** A photo in a list, for `Picture`: its AVIFs (IMG-02), behind them thumbnail and the best there is, its shape and colour. */
  readonly list: (photo: PictureFacts & { readonly color: string }) => {
    readonly sources: readonly string[];
    readonly srcSet: string | undefined;
    readonly width: number;
    readonly height: number;
    readonly color: string;
  };
}

export function usePictureUrls(): PictureUrls {
  const { publicBase } = useServices().config.objects;
  const of = (key: string) => pictureUrl(publicBase, key);
  const smallFirst = (mediaUrl: string) => [of(thumbnailKey(mediaUrl)), of(mediaUrl)];
  return {
    of: (key) => (key === null ? null : of(key)),
    smallFirst,
    srcSet: (picture) => srcSetOf(picture, publicBase),
    list: (photo) => {
      const { media_url, width, height, color } = photo;
      const sources = [of(thumbnailKey(media_url)), of(bestKey(photo))];
      return { sources, srcSet: srcSetOf(photo, publicBase), width, height, color };
    },
  };
}
