import type { Insertable, Kysely, Selectable } from 'kysely';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';
import type { Account } from './accounts.ts';
import type { SignUpTable } from './tables.ts';

/** An unconfirmed sign-up is gone after this long, in milliseconds. */
export const SIGN_UP_LIFETIME_MS = 24 * 3_600_000;

export type SignUp = Selectable<SignUpTable>;

/** Sign-ups that wait for their code. Any number of them may name one address: none binds it. */
export interface SignUps {
  add(signUp: Insertable<SignUpTable>): Promise<void>;
  find(id: string): Promise<SignUp | null>;
  /** Those of one address, latest first. */
  of(email: string): Promise<SignUp[]>;
  /** By the private name a handshake gave its client. */
  named(srpName: string): Promise<SignUp | null>;
  /** Makes the sign-up an account and ends all others of its address. False: the address has an account by now. */
  confirm(signUp: SignUp): Promise<boolean>;
}

export const accountOf = ({ id, network: _, expires_at: __, serial: ___, ...signUp }: SignUp): Account => ({
  ...signUp,
  sub: id,
  status: 'CONFIRMED',
  extended4: null,
  pending_email: null,
  devices_since: null,
});

export function createSignUps(db: Kysely<Database>, now: () => number): SignUps {
  const waiting = () => db.selectFrom('identity_sign_up').selectAll().where('expires_at', '>', new Date(now()));
  return {
    async add(signUp) {
      await db.insertInto('identity_sign_up').values(signUp).execute();
    },
    find: async (id) => (await waiting().where('id', '=', id).executeTakeFirst()) ?? null,
    named: async (name) => (await waiting().where('srp_name', '=', name).executeTakeFirst()) ?? null,
    of: (email) => waiting().where('email', '=', email).orderBy('serial', 'desc').execute(),
    confirm: (signUp) =>
      inTransaction(db, async (trx) => {
        const ended = await trx
          .deleteFrom('identity_sign_up')
          .where('email', '=', signUp.email)
          .returning('id')
          .execute();
        if (!ended.some(({ id }) => id === signUp.id)) return false;
        const added = await trx
          .insertInto('identity_user')
          .values(accountOf(signUp))
          .onConflict((conflict) => conflict.column('email').doNothing())
          .returning('sub')
          .executeTakeFirst();
        return added !== undefined;
      }),
  };
}
