import { OBJECT_NAME_LENGTH } from '../contract/limits.ts';

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
