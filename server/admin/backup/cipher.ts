/**
 * Files of a backup, encrypted: AES-256-GCM in chunks, so that memory is bounded. Each chunk's nonce is its number and whether it is
 * the last one: a file that is cut, changed or put together anew is found. Each file has a key of its own, made of the backup's key, a
 * random salt and the file's name: a file that stands in another one's place is found, too.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ByteReader } from './byteReader.ts';

/** What is read is not what was written. The message says which file. */
export class Damaged extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Damaged';
  }
}

export interface BackupKey {
  readonly bytes: Buffer;
  /** Tells keys apart and nothing of them. */
  readonly id: string;
}

const CHUNK = 64 * 1024;
const TAG = 16;
const MAGIC = Buffer.from('FPE1');
const SALT = 16;
const ID = 8;
const HEADER = MAGIC.length + ID + SALT;

const derive = (bytes: Buffer, salt: Uint8Array | string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, salt, purpose, length));

/** A key written as 64 hexadecimal digits; null: it is not. */
export function parseBackupKey(text: string): BackupKey | null {
  if (!/^\s*[0-9a-f]{64}\s*$/i.test(text)) return null;
  const bytes = Buffer.from(text.trim(), 'hex');
  return { bytes, id: derive(bytes, '', 'backup key id', ID).toString('hex') };
}

/** Tells a text that was written by somebody who has the key. */
export const macOf = (key: BackupKey, text: string): string =>
  createHmac('sha256', derive(key.bytes, '', 'backup manifest', 32))
    .update(text)
    .digest('hex');

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Bytes encrypted under the file's name. */
export async function* encrypt(
  source: AsyncIterable<Uint8Array>,
  key: BackupKey,
  name: string,
): AsyncGenerator<Buffer, void> {
  const salt = randomBytes(SALT);
  const own = derive(key.bytes, salt, `backup file ${name}`, 32);
  yield Buffer.concat([MAGIC, Buffer.from(key.id, 'hex'), salt]);
  const reader = new ByteReader(source);
  for (let n = 0, isLast = false; !isLast; n++) {
    const chunk = await reader.take(CHUNK);
    isLast = await reader.isAtEnd();
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(n, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** What was encrypted under this name. Throws Damaged at the first chunk that is not as it was written. */
export async function* decrypt(
  source: AsyncIterable<Uint8Array>,
  key: BackupKey,
  name: string,
): AsyncGenerator<Buffer, void> {
  const reader = new ByteReader(source);
  const header = await reader.take(HEADER);
  if (header.length < HEADER || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Damaged(`${name} is no encrypted file of a backup.`);
  if (header.subarray(MAGIC.length, MAGIC.length + ID).toString('hex') !== key.id)
    throw new Damaged(`${name} was encrypted with another key.`);
  const own = derive(key.bytes, header.subarray(MAGIC.length + ID), `backup file ${name}`, 32);
  for (let n = 0, isLast = false; !isLast; n++) {
    const chunk = await reader.take(CHUNK + TAG);
    isLast = await reader.isAtEnd();
    if (chunk.length < TAG) throw new Damaged(`${name} is cut off.`);
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(n, isLast));
    decipher.setAuthTag(chunk.subarray(chunk.length - TAG));
    const text = decipher.update(chunk.subarray(0, chunk.length - TAG));
    try {
      decipher.final();
    } catch {
      throw new Damaged(`${name} is cut off or was changed.`);
    }
    yield text;
  }
}
