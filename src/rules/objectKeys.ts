import { CARD_SIZE, OBJECT_NAME_LENGTH, VARIANT_SIDES, type VariantSide } from '../contract/limits.ts';
import { previewKey, thumbnailKey, variantKey } from '../contract/pictureKeys.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from here on would make the first letters likelier. */
const UNBIASED = 256 - (256 % ALPHABET.length);

/** 20 random alphanumerics (§7), from the system's random source. */
export function createObjectName(): string {
  let name = '';
  while (name.length < OBJECT_NAME_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(OBJECT_NAME_LENGTH))) {
      if (byte < UNBIASED && name.length < OBJECT_NAME_LENGTH) name += ALPHABET[byte % ALPHABET.length];
    }
  }
  return name;
}

/** Key of an original (§7); `thumbnailKey` of the contract gives its thumbnail's. `owner` is the event's id. */
export const originalKey = (at: {
  readonly dir: 'ugc' | 'avatar';
  readonly tenant: string;
  readonly owner: string;
  readonly name: string;
}): string => `${at.dir}/${at.tenant}/${at.owner}/original/${at.name}.jpg`;

/** Every key under which something of a photo may be stored: what goes when the photo goes. */
export const photoKeys = (mediaUrl: string): readonly string[] => [
  mediaUrl,
  thumbnailKey(mediaUrl),
  previewKey(mediaUrl),
  ...VARIANT_SIDES.map((side) => variantKey(mediaUrl, side)),
  cardKey(mediaUrl),
];

/** Key of the JPEG for link previews, among the derived: the server alone may write there (FAN-11). */
export const cardKey = (mediaUrl: string): string => mediaUrl.replace('/original/', `/variant/${CARD_SIZE.width}/`);

/** Narrowest shape, width by height, of which the centre cut of a large card loses little. */
const CARD_ASPECT_MIN = 1.3;

/** Whether a photo has a link preview picture of its own: too upright to be cut to a card, or too small for one (FAN-11). */
export const needsCard = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width < CARD_SIZE.width || width / height < CARD_ASPECT_MIN;

/** The original's key of any of these. */
export const originalOf = (key: string): string =>
  key.replace(/\/(?:thumbnail|preview|variant\/\d+)\/([A-Za-z0-9]+)\.\w+$/, '/original/$1.jpg');

/** Longest sides of the AVIFs a photo of this size gets: up to the first that holds all of it, none of them enlarged. */
export const variantSides = (longest: number): readonly VariantSide[] =>
  VARIANT_SIDES.filter((_, index) => (VARIANT_SIDES[index - 1] ?? 0) < longest);
