import type { Generated } from 'kysely';

/** Tables of the embedded identity provider, created by `store/migrations/identity.ts`. Times are timestamptz. */
export interface IdentityTables {
  /** Keys every server copy shares: the signing key pair and the master secret. */
  identity_secret: { name: string; value: string };
  identity_user: UserTable;
  /** One row a sign-in. A token whose row is gone is revoked. */
  identity_session: SessionTable;
  /** Pending confirmation and reset codes, keyed hashes only. Unknown accounts have rows too: see `codes.ts`. */
  identity_code: { sub: string; kind: string; hash: string; tries: number; expires_at: Date };
  /** Counters of attempts: see `attemptLimit.ts`. */
  identity_limit: { key: string; count: number; expires_at: Date };
  /** Secret blocks that were answered, so that none is answered twice. */
  identity_nonce: { nonce: string; expires_at: Date };
  /** Mails of the development mailbox. */
  identity_mail: MailTable;
}

export interface UserTable {
  sub: string;
  /** Lower case; also the name people sign in with. */
  email: string;
  status: 'UNCONFIRMED' | 'CONFIRMED';
  /** SRP salt and verifier, hexadecimal. The password itself is never stored. */
  salt: string;
  verifier: string;
  name: string;
  nickname: string | null;
  extended1: string | null;
  extended2: string | null;
  /** Object key of the avatar. */
  extended4: string | null;
  /** Address the fan wants to have, until its code comes back. */
  pending_email: Generated<string | null>;
  created_at: Date;
}

export interface SessionTable {
  /** origin_jti of every token of this sign-in. */
  id: string;
  sub: string;
  refresh_hash: string;
  signed_in_at: Date;
  /** User-Agent of the browser, cut; empty: not told. */
  user_agent: string;
  expires_at: Date;
}

export interface MailTable {
  id: Generated<number>;
  recipient: string;
  subject: string;
  code: string;
  kind: string;
  sent_at: Date;
}
