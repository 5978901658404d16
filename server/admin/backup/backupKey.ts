/** The key of encrypted backups. */
import { createDecipheriv, createHmac, createPrivateKey, hkdfSync } from 'node:crypto';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { secretOf } from './backupIdentity.ts';

export interface BackupKey {
  /** The identity's recipient, such as `age1…`: it names the key in manifests and folders, and opens nothing. */
  readonly id: string;
  /** A secret: `AGE-SECRET-KEY-1…`. */
  readonly identity: string;
  readonly encrypter: Encrypter;
  readonly decrypter: Decrypter;
  /** Returns a MAC of a text (hexadecimal). Anybody can encrypt for a recipient, but only the identity's owner can make the MAC. */
  seal(text: string): string;
}

/** What stands before the 32 bytes of an X25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** @param identity as `parseIdentity` returns it */
export async function openBackupKey(identity: string): Promise<BackupKey> {
  const id = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.addRecipient(id);
  const decrypter = new Decrypter();
  const secret = secretOf(identity);
  // Given as text, age would import it for each file.
  const imported = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  decrypter.addIdentity(imported.toCryptoKey('X25519', false, ['deriveBits']) as CryptoKey);
  const sealing = Buffer.from(hkdfSync('sha256', secret, '', 'backup manifest', 32));
  const seal = (text: string) => createHmac('sha256', sealing).update(text).digest('hex');
  return { id, identity, encrypter, decrypter, seal };
}

const NONCE = 16;
const CHUNK = 64 * 1024;
const TAG = 16;

/**
 * Returns the content of a small encrypted file, such as an object. `age-encryption` opens the header; the rest is decrypted by Node's own
 * ChaCha20-Poly1305, ten times as fast (https://c2sp.org/age, Payload). Throws if the file is not as it was encrypted.
 */
export async function decryptWhole(file: Buffer, decrypter: Decrypter): Promise<Buffer> {
  const start = file.indexOf('\n', file.indexOf('\n---') + 1) + 1;
  const fileKey = await decrypter.decryptHeader(file.subarray(0, start));
  const payload = file.subarray(start + NONCE);
  const key = Buffer.from(hkdfSync('sha256', fileKey, file.subarray(start, start + NONCE), 'payload', 32));
  const chunks: Buffer[] = [];
  for (let from = 0, n = 0; n === 0 || from < payload.length; from += CHUNK + TAG, n += 1) {
    const chunk = payload.subarray(from, from + CHUNK + TAG);
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(n, 7);
    nonce[11] = from + chunk.length === payload.length ? 1 : 0;
    const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG });
    decipher.setAuthTag(chunk.subarray(-TAG));
    chunks.push(decipher.update(chunk.subarray(0, -TAG)), decipher.final());
  }
  return Buffer.concat(chunks);
}
