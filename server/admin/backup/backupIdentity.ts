/** The text of a key file: an age identity, which the program `age` opens every encrypted file with. */
import { bech32 } from '@scure/base';

const PREFIX = 'AGE-SECRET-KEY-';
const BYTES = 32;

/**
 * Returns the identity (`AGE-SECRET-KEY-1…`) in the text of a key file; null if there is none. Comments and empty lines may stand beside
 * it, as `age-keygen` writes them. Keys of older releases are 64 hexadecimal digits: the same 32 bytes become the identity.
 */
export function parseIdentity(text: string): string | null {
  const [line = '', ...more] = text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('#'));
  if (more.length > 0) return null;
  if (/^[0-9a-f]{64}$/i.test(line)) return bech32.encodeFromBytes(PREFIX, Buffer.from(line, 'hex')).toUpperCase();
  return line.startsWith(`${PREFIX}1`) && bytesOf(line)?.length === BYTES ? line : null;
}

/** Returns the 32 secret bytes of an identity. */
export const secretOf = (identity: string): Uint8Array => bech32.decodeToBytes(identity).bytes;

function bytesOf(line: string): Uint8Array | null {
  try {
    return secretOf(line);
  } catch {
    return null;
  }
}
