import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../database/schema.ts';

/** How long a fan has between the two steps of a sign-in. */
const LIFETIME_MS = 3 * 60_000;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const Handshake = v.object({
  /** `Subject.id` and `Subject.key`. */
  id: v.string(),
  subject: v.string(),
  /** The name both ends compute with. */
  name: v.string(),
  /** Whose place in the count of begun sign-ins is given back at the end; null: a known device took the account's. */
  network: v.nullable(v.string()),
  A: v.string(),
  B: v.string(),
  b: v.string(),
  nonce: v.string(),
  issuedAt: v.number(),
});
/** What the server must remember between the two steps of a sign-in. */
export type PendingHandshake = Omit<v.InferOutput<typeof Handshake>, 'nonce' | 'issuedAt'>;

export interface SecretBlocks {
  seal(handshake: PendingHandshake): string;
  /**
   * The handshake of a fresh block, once. 'over': ours, but too old or used before, by whichever server copy. null: none of ours, or
   * altered.
   */
  redeem(block: Buffer): Promise<PendingHandshake | 'over' | null>;
}

/** The client carries the handshake, encrypted, so that any server copy can finish what another began. */
export function createSecretBlocks(db: Kysely<Database>, key: Buffer, now: () => number): SecretBlocks {
  return {
    seal(handshake) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const nonce = randomBytes(16).toString('hex');
      const text = JSON.stringify({ ...handshake, nonce, issuedAt: now() });
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
    },
    async redeem(block) {
      const opened = open(block, key);
      if (!opened) return null;
      if (opened.issuedAt + LIFETIME_MS < now()) return 'over';
      const { nonce, issuedAt, ...handshake } = opened;
      const used = await db
        .insertInto('identity_nonce')
        .values({ nonce, expires_at: new Date(issuedAt + LIFETIME_MS) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('nonce')
        .executeTakeFirst();
      return used ? handshake : 'over';
    },
  };
}

function open(block: Buffer, key: Buffer): v.InferOutput<typeof Handshake> | null {
  if (block.length <= IV_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, block.subarray(0, IV_BYTES));
    decipher.setAuthTag(block.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(block.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    return v.parse(Handshake, JSON.parse(text.toString('utf8')));
  } catch {
    return null;
  }
}
