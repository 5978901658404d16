/** The key of encrypted backups. */
import { createHmac, hkdfSync } from 'node:crypto';
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

/** @param identity as `parseIdentity` returns it */
export async function openBackupKey(identity: string): Promise<BackupKey> {
  const id = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.addRecipient(id);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const sealing = Buffer.from(hkdfSync('sha256', secretOf(identity), '', 'backup manifest', 32));
  const seal = (text: string) => createHmac('sha256', sealing).update(text).digest('hex');
  return { id, identity, encrypter, decrypter, seal };
}
