import { createHmac } from 'node:crypto';
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { createVerifier, type Verifier, verifierOfSeed } from './srp.ts';
import type { IdentityTables, UserTable } from './tables.ts';

export type Account = Selectable<UserTable>;

/** Whom a name stands for. `account` null: nobody, but to the outside it behaves as somebody. */
export interface Subject {
  readonly sub: string;
  readonly account: Account | null;
  readonly credentials: Verifier;
}

export interface Accounts {
  /** By email in any letter case, or by sub. */
  find(username: string): Promise<Account | null>;
  findBySub(sub: string): Promise<Account | null>;
  /** As `find`, but unknown names give a phantom that is the same every time. */
  resolve(username: string): Promise<Subject>;
  /** False: the email is taken. */
  add(account: Insertable<UserTable>): Promise<boolean>;
  update(sub: string, change: Updateable<UserTable>): Promise<void>;
  /** The proven address takes the place of the old one. False: somebody else has it by now. */
  changeEmail(sub: string, email: string): Promise<boolean>;
  setPassword(sub: string, password: string): Promise<void>;
  remove(sub: string): Promise<void>;
}

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** @param secret keys the phantoms, so that nobody else can tell them from real accounts */
export function createAccounts(db: Kysely<IdentityTables>, poolName: string, secret: Buffer): Accounts {
  const users = () => db.selectFrom('identity_user').selectAll();
  async function find(username: string): Promise<Account | null> {
    const name = normaliseEmail(username);
    const row = await users()
      .where((eb) => eb.or([eb('email', '=', name), eb('sub', '=', name)]))
      .executeTakeFirst();
    return row ?? null;
  }
  return {
    find,
    findBySub: async (sub) => (await users().where('sub', '=', sub).executeTakeFirst()) ?? null,
    async resolve(username) {
      const account = await find(username);
      if (!account) return phantomOf(normaliseEmail(username), secret);
      return { sub: account.sub, account, credentials: { salt: account.salt, verifier: account.verifier } };
    },
    async add(account) {
      const added = await db
        .insertInto('identity_user')
        .values(account)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('sub')
        .executeTakeFirst();
      return added !== undefined;
    },
    async update(sub, change) {
      if (Object.keys(change).length === 0) return;
      await db.updateTable('identity_user').set(change).where('sub', '=', sub).execute();
    },
    async changeEmail(sub, email) {
      const changed = await db
        .updateTable('identity_user')
        .set({ email, pending_email: null })
        .where('sub', '=', sub)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('identity_user as other').select('other.sub').where('other.email', '=', email))),
        )
        .returning('sub')
        .executeTakeFirst();
      return changed !== undefined;
    },
    async setPassword(sub, password) {
      await db
        .updateTable('identity_user')
        .set(createVerifier(poolName, sub, password))
        .where('sub', '=', sub)
        .execute();
    },
    async remove(sub) {
      await db.deleteFrom('identity_code').where('sub', '=', sub).execute();
      await db.deleteFrom('identity_user').where('sub', '=', sub).execute();
    },
  };
}

function phantomOf(email: string, secret: Buffer): Subject {
  const seed = (part: string) => createHmac('sha256', secret).update(`${part}\n${email}`).digest();
  const id = seed('sub').toString('hex');
  const variant = '89ab'[Number.parseInt(id.charAt(16), 16) % 4];
  return {
    sub: `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-${variant}${id.slice(17, 20)}-${id.slice(20, 32)}`,
    account: null,
    credentials: { salt: seed('salt').toString('hex').slice(0, 32), verifier: verifierOfSeed(seed('verifier')) },
  };
}
