import { createHmac, randomUUID } from 'node:crypto';
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { plainEmail } from '../../src/rules/emailAddress.ts';
import type { Database } from '../database/schema.ts';
import type { SignUp, SignUps } from './signUps.ts';
import { createVerifier, type Verifier, verifierOfSeed } from './srp.ts';
import type { UserTable } from './tables.ts';

export type Account = Selectable<UserTable>;

/** What a password handshake is computed with. `name` is private: it leads to no profile. */
export interface Credentials extends Verifier {
  readonly name: string;
}

/** Whom an address stands for. Neither account nor sign-up: nobody, but to the outside it behaves as somebody. */
export interface Subject {
  /** What is counted for the address, whoever has it. */
  readonly key: string;
  /** The account's sub, the latest sign-up's id, or that of a phantom. */
  readonly id: string;
  readonly account: Account | null;
  readonly signUp: SignUp | null;
  readonly credentials: Credentials;
}

export interface Accounts {
  /** By email in any letter case. The public id is no name to sign in with. */
  find(email: string): Promise<Account | null>;
  findBySub(sub: string): Promise<Account | null>;
  /**
   * As `find`, but also finds sign-ups that wait, and takes for a name what an earlier handshake gave out as one, as Amazon's pool does:
   * the client library asks by it from then on. Other names give a phantom that is the same every time.
   * @param ownSignUp id of the caller's own sign-up; without one, the latest counts
   */
  resolve(username: string, ownSignUp?: string | null): Promise<Subject>;
  /** Whom a `Subject.id` stands for by now. */
  credentialsOf(id: string): Promise<Pick<Subject, 'account' | 'signUp' | 'credentials'>>;
  /** The address meant by a name: what an earlier handshake gave out for it, or the address itself. */
  emailOf(username: string): Promise<string>;
  /** `Subject.key` of an address. */
  keyOf(email: string): string;
  /** False: the email is taken. */
  add(account: Insertable<UserTable>): Promise<boolean>;
  update(sub: string, change: Updateable<UserTable>): Promise<void>;
  /** The proven address takes the place of the old one. False: somebody else has it by now. */
  changeEmail(sub: string, email: string): Promise<boolean>;
  /** Also gives a private name to an account of before that has none. */
  setPassword(account: Account, password: string): Promise<void>;
  remove(account: Account): Promise<void>;
}

export const normaliseEmail = (email: string): string => plainEmail(email).toLowerCase();

/** The name an account's verifier was computed with. */
export const srpNameOf = ({ srp_name, sub }: Pick<Account, 'srp_name' | 'sub'>): string => srp_name ?? sub;

/** Random, and of the shape of a phantom's. */
export const newSrpName = (): string => randomUUID();

const UUID_LENGTH = 36;
const NO_SIGN_UPS = { of: async () => [], find: async () => null, named: async () => null };

/** @param secret keys the phantoms, so that nobody else can tell them from real accounts */
export function createAccounts(
  db: Kysely<Database>,
  poolName: string,
  secret: Buffer,
  signUps: Pick<SignUps, 'of' | 'find' | 'named'> = NO_SIGN_UPS,
): Accounts {
  const users = () => db.selectFrom('identity_user').selectAll();
  const find = async (email: string) =>
    (await users().where('email', '=', normaliseEmail(email)).executeTakeFirst()) ?? null;
  const findNamed = async (name: string) => (await users().where('srp_name', '=', name).executeTakeFirst()) ?? null;
  const findBySub = async (sub: string) => (await users().where('sub', '=', sub).executeTakeFirst()) ?? null;
  const keyOf = (email: string) =>
    createHmac('sha256', secret)
      .update(`subject\n${normaliseEmail(email)}`)
      .digest('base64url');
  return {
    find,
    findBySub,
    keyOf,
    async resolve(username, ownSignUp = null) {
      const email = normaliseEmail(username);
      // All is asked for and computed for every name, so that all take the same time.
      const [named, namedSignUp, phantom] = [
        await findNamed(email),
        await signUps.named(email),
        phantomOf(email, secret),
      ];
      const [account, waiting] = [(await find(email)) ?? named, await signUps.of(email)];
      const signUp = waiting.find((one) => one.id === ownSignUp) ?? waiting[0] ?? namedSignUp;
      const key = keyOf(email);
      if (account) return { key, id: account.sub, account, signUp: null, credentials: credentialsOf(account) };
      if (signUp) return { key, id: signUp.id, account, signUp, credentials: credentialsOf(signUp) };
      return { key, id: phantom.id, account, signUp, credentials: phantom.credentials };
    },
    async emailOf(username) {
      const name = normaliseEmail(username);
      const [account, signUp] = [await findNamed(name), await signUps.named(name)];
      return account?.email ?? signUp?.email ?? name;
    },
    async credentialsOf(id) {
      const [account, signUp] = [await findBySub(id), await signUps.find(id)];
      const known = account ?? signUp;
      return { account, signUp, credentials: known ? credentialsOf(known) : phantomOf(id, secret).credentials };
    },
    ...accountWrites(db, poolName),
  };
}

/** Changes of stored accounts. Who is first to take an address is decided by the statement itself, not by a read before it. */
function accountWrites(
  db: Kysely<Database>,
  poolName: string,
): Pick<Accounts, 'add' | 'update' | 'changeEmail' | 'setPassword' | 'remove'> {
  return {
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
    async setPassword({ sub, srp_name }, password) {
      const name = srp_name ?? newSrpName();
      await db
        .updateTable('identity_user')
        .set({ srp_name: name, ...createVerifier(poolName, name, password) })
        .where('sub', '=', sub)
        .execute();
    },
    remove: ({ sub }) => removeAccount(db, sub),
  };
}

/** The account with its codes and sign-ins: by itself, or in the transaction that takes away what else there is of the fan. */
export async function removeAccount(db: Kysely<Database>, sub: string): Promise<void> {
  await db.deleteFrom('identity_code').where('owner', '=', sub).execute();
  await db.deleteFrom('identity_user').where('sub', '=', sub).execute();
}

type Stored = Pick<Account, 'srp_name' | 'sub' | 'salt' | 'verifier'> | SignUp;
const credentialsOf = (stored: Stored): Credentials => ({
  name: 'sub' in stored ? srpNameOf(stored) : stored.srp_name,
  salt: stored.salt,
  verifier: stored.verifier,
});

/** A uuid made of the first bytes of a seed. */
function uuidOf(seed: Buffer): string {
  const id = seed.toString('hex');
  const variant = '89ab'[Number.parseInt(id.charAt(16), 16) % 4];
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-${variant}${id.slice(17, 20)}-${id.slice(20, 32)}`;
}

/** Letters of a phantom's name that prove it is one: nobody without the secret can tell it from an account's. */
const PROOF = 12;

/** Whoever asks by the private name of a phantom gets the phantom it is of, as an account's name gives the account. */
function phantomOf(username: string, secret: Buffer): Pick<Subject, 'id' | 'credentials'> {
  const seed = (part: string, of: string) => createHmac('sha256', secret).update(`${part}\n${of}`).digest();
  const proven = (head: string) => head + seed('proof', head).toString('hex').slice(0, PROOF);
  const isOwnName = username.length === UUID_LENGTH && proven(username.slice(0, -PROOF)) === username;
  const name = isOwnName ? username : proven(uuidOf(seed('name', username)).slice(0, -PROOF));
  const salt = seed('salt', name).toString('hex').slice(0, 32);
  const verifier = verifierOfSeed(seed('verifier', name));
  return { id: uuidOf(seed('sub', name)), credentials: { name, salt, verifier } };
}
