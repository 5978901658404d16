import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AttemptLimit } from './attemptLimit.ts';
import { type CodeKind, MAIL_SUBJECTS, type Mailer } from './mailer.ts';
import type { IdentityTables } from './tables.ts';
import { CognitoError } from './wire.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Readonly<Record<CodeKind, number>> = { confirm: 24 * HOUR_MS, reset: HOUR_MS, email: HOUR_MS };
/** Wrong guesses a code survives; then a new one is needed. */
const MAX_TRIES = 5;
const SENDS = { count: 5, windowMs: HOUR_MS };

export interface CodeDeps {
  readonly db: Kysely<IdentityTables>;
  readonly mailer: Mailer;
  readonly limit: AttemptLimit;
  readonly secret: Buffer;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export interface Codes {
  /**
   * Makes a new code, which ends the one before, and mails it. `email` null: the account does not exist;
   * all goes the same way but no mail leaves, so that nobody can find out who has an account.
   * `bound`: what the code is good for besides, such as the address it proves.
   */
  issue(sub: string, email: string | null, kind: CodeKind, bound?: string): Promise<void>;
  /** Takes the right code, once. Throws the refusals of spec §8. */
  redeem(sub: string, kind: CodeKind, given: string, bound?: string): Promise<void>;
}

const expired = () => new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

/** Six-digit codes. Only keyed hashes are stored; codes expire and bear a few wrong tries. */
export function createCodes({ db, mailer, limit, secret, now, onError }: CodeDeps): Codes {
  const hashOf = (sub: string, kind: CodeKind, code: string, bound: string) =>
    createHmac('sha256', secret)
      .update([sub, kind, code, ...(bound === '' ? [] : [bound])].join('\n'))
      .digest('hex');

  async function store(sub: string, kind: CodeKind, hash: string) {
    const row = { hash, tries: 0, expires_at: new Date(now() + LIFETIME_MS[kind]) };
    await db
      .insertInto('identity_code')
      .values({ sub, kind, ...row })
      .onConflict((conflict) => conflict.columns(['sub', 'kind']).doUpdateSet(row))
      .execute();
  }

  return {
    async issue(sub, email, kind, bound = '') {
      if (!(await limit.take(`send:${sub}`, SENDS))) {
        throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
      }
      const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
      await store(sub, kind, hashOf(sub, kind, code, bound));
      if (email === null) return;
      try {
        await mailer.send({ to: email, subject: MAIL_SUBJECTS[kind], code, kind });
      } catch (error) {
        onError(error);
        throw new CognitoError('CodeDeliveryFailureException', 'Unable to deliver the code.');
      }
    },

    async redeem(sub, kind, given, bound = '') {
      // The try is counted before the code is compared: parallel guesses cannot outrun the bound.
      const row = await db
        .updateTable('identity_code')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('sub', '=', sub)
        .where('kind', '=', kind)
        .where('expires_at', '>', new Date(now()))
        .where('tries', '<=', MAX_TRIES)
        .returning(['hash', 'tries'])
        .executeTakeFirst();
      if (!row) throw expired();
      if (row.tries > MAX_TRIES) {
        throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
      }
      if (!timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashOf(sub, kind, given, bound)))) {
        throw new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
      }
      const taken = await db
        .deleteFrom('identity_code')
        .where('sub', '=', sub)
        .where('kind', '=', kind)
        .where('hash', '=', row.hash)
        .returning('sub')
        .executeTakeFirst();
      if (!taken) throw expired();
    },
  };
}
