import type { Generated } from 'kysely';

/** Tables of accounts, most of them of the embedded identity provider (`database/migrations/identity.ts`). Times are timestamptz. */
export interface IdentityTables {
  /** Keys every server copy shares: the signing key pair and the master secret. */
  identity_secret: { name: string; value: string };
  identity_user: UserTable;
  /** Sign-ups that wait for their code: see `signUps.ts`. */
  identity_sign_up: SignUpTable;
  /** One row a sign-in. A token whose row is gone is revoked. */
  identity_session: SessionTable;
  /** Mailed codes, without the codes themselves. Addresses without an account have rows too: see `codes.ts`. */
  identity_code: CodeTable;
  /** Counters of attempts: see `attemptLimit.ts`. */
  identity_limit: { key: string; count: number; expires_at: Date };
  /** Secret blocks that were answered, so that none is answered twice. */
  identity_nonce: { nonce: string; expires_at: Date };
  /** Mails of the development mailbox. */
  identity_mail: MailTable;
  /** Accounts that moved to another provider: see `movedAccounts.ts`. */
  identity_moved: { user_id: string; sub: string };
  /** Accounts at another provider: see `accountChecks.ts`. */
  account_pool: AccountPoolTable;
}

export interface AccountPoolTable {
  user_id: string;
  /** Id of the pool it was last seen in; empty: it was seen in none yet. */
  pool: string;
  /** When the pool is asked whether it is still there; null: nothing to ask. */
  due_at: Date | null;
}

export interface UserTable {
  sub: string;
  /** Lower case; also the name people sign in with. */
  email: string;
  status: 'UNCONFIRMED' | 'CONFIRMED';
  /** SRP salt and verifier, hexadecimal. The password itself is never stored. */
  salt: string;
  verifier: string;
  /** Private name the verifier is computed with; null: `sub` (accounts of before, until their next password). */
  srp_name: Generated<string | null>;
  /** Marks of known devices are good from then on (`devices.ts`); null: all. */
  devices_since: Generated<Date | null>;
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

export interface SignUpTable {
  /** Becomes the account's `sub`. */
  id: string;
  email: string;
  srp_name: string;
  salt: string;
  verifier: string;
  name: string;
  nickname: string | null;
  extended1: string | null;
  extended2: string | null;
  /** Network it was made from. */
  network: string;
  created_at: Date;
  expires_at: Date;
  /** Order of the sign-ups. */
  serial: Generated<number>;
}

export interface CodeTable {
  id: string;
  /** Whose tries are counted together: see `Subject`. */
  subject: string;
  /** Whom the code is of: an account's sub, a sign-up's id, or the id of a phantom. */
  owner: string;
  kind: string;
  /** With the server's secret, makes the code. */
  seed: string;
  digits: number;
  /** Network that asked for it and is counted for it; empty: a known device did, which is not. */
  network: string;
  /** Passwords that were refused with it. */
  refused: number;
  created_at: Date;
  good_until: Date;
  /** The row goes then: until then a late code is told from a wrong one. */
  expires_at: Date;
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
