import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { CODE_DIGITS, IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import type { Database } from '../database/schema.ts';
import type { Guesser } from './guesses.ts';
import type { CodeKind } from './mailer.ts';
import type { CodeTable } from './tables.ts';

const HOUR_MS = 3_600_000;
/** From the mail on. A sign-up's code ends with the sign-up. */
const LIFETIME_MS: Readonly<Record<CodeKind, number>> = { confirm: 24 * HOUR_MS, reset: HOUR_MS, email: HOUR_MS };
/** A code this young is mailed again rather than replaced: whoever asks after the fan does not end the fan's code. */
const RENEWED_AFTER_MS: Readonly<Record<CodeKind, number>> = { confirm: 24 * HOUR_MS, reset: HOUR_MS / 2, email: 0 };
/** How long a code is remembered after its time: a late one is told from a wrong one. */
const REMEMBERED_MS = 24 * HOUR_MS;

/** What a code is asked for. */
export interface CodeRequest {
  readonly subject: string;
  readonly owner: string;
  readonly kind: CodeKind;
  /** What the code is good for besides, such as the address it proves. */
  readonly bound?: string;
  readonly isGuarded: boolean;
  /** Who asked. */
  readonly guesser: Guesser;
  /** The code does not outlive this, epoch ms. */
  readonly endsBy?: number;
}

export type Code = Selectable<CodeTable> & { readonly isGood: boolean };

export interface Codes {
  /** The code to mail: a new one, or the one that was mailed lately. */
  issue(request: CodeRequest): Promise<string>;
  /** The code that was mailed and is the given one, good or late; null: none is. Changes nothing. */
  match(given: string, asked: Pick<CodeRequest, 'subject' | 'kind' | 'bound' | 'isGuarded'>): Promise<Code | null>;
  /** Takes the code and all others of the same owner and kind. False: somebody was faster. */
  use(code: Code): Promise<boolean>;
  /** Counts a password that came with the right code and was refused; the last one allowed ends the code. */
  countRefused(code: Code): Promise<void>;
}

/** What a code is computed from, as the table has it. */
type StoredCode = Omit<Selectable<CodeTable>, 'id'>;

/**
 * Mailed codes. What is stored makes a code only together with the server's secret, so that the same code can be mailed again.
 * Tries are counted elsewhere (`guesses.ts`): wrong ones end no code.
 */
export function createCodes(db: Kysely<Database>, secret: Buffer, now: () => number): Codes {
  return {
    async issue({ bound = '', ...request }) {
      return codeOf(secret, await renewOrStore(db, request, now), bound);
    },

    async match(given, { subject, kind, bound = '', isGuarded }) {
      const rows = await db
        .selectFrom('identity_code')
        .selectAll()
        .where('subject', '=', subject)
        .where('kind', '=', kind)
        .where('expires_at', '>', new Date(now()))
        .where('digits', '>=', isGuarded ? CODE_DIGITS.guarded : CODE_DIGITS.usual)
        .orderBy('created_at', 'desc')
        .execute();
      const found = rows.find((row) => isSame(given, codeOf(secret, row, bound)));
      return found ? { ...found, isGood: found.good_until.getTime() > now() } : null;
    },

    async use({ id, subject, kind, owner }) {
      const at = new Date(now());
      const used = await db
        .updateTable('identity_code')
        .set({ good_until: at })
        .where('subject', '=', subject)
        .where('kind', '=', kind)
        .where('owner', '=', owner)
        .where('good_until', '>', at)
        .returning('id')
        .execute();
      return used.some((row) => row.id === id);
    },

    async countRefused({ id }) {
      await db
        .updateTable('identity_code')
        .set({
          refused: sql<number>`refused + 1`,
          good_until: sql<Date>`case when refused + 1 >= ${IDENTITY_LIMITS.refusedPasswords}::int then ${new Date(now())}::timestamptz else good_until end`,
        })
        .where('id', '=', id)
        .execute();
    },
  };
}

function codeOf(secret: Buffer, { owner, kind, seed, digits }: StoredCode, bound: string): string {
  const mac = createHmac('sha256', secret).update([kind, owner, seed, digits, bound].join('\n')).digest('hex');
  return String(BigInt(`0x${mac}`) % 10n ** BigInt(digits)).padStart(digits, '0');
}

/** Prolongs the code that was mailed lately, or stores a new one; a kind whose codes are never mailed again keeps one only. */
async function renewOrStore(
  db: Kysely<Database>,
  { subject, owner, kind, isGuarded, guesser, endsBy = Number.POSITIVE_INFINITY }: Omit<CodeRequest, 'bound'>,
  now: () => number,
): Promise<StoredCode> {
  const digits = isGuarded ? CODE_DIGITS.guarded : CODE_DIGITS.usual;
  const goodUntil = Math.min(now() + LIFETIME_MS[kind], endsBy);
  const times = { good_until: new Date(goodUntil), expires_at: new Date(goodUntil + REMEMBERED_MS) };
  const young = await db
    .updateTable('identity_code')
    .set(times)
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('owner', '=', owner)
    .where('digits', '=', digits)
    .where('good_until', '>', new Date(now()))
    .where('created_at', '>', new Date(now() - RENEWED_AFTER_MS[kind]))
    .returningAll()
    .executeTakeFirst();
  if (young) return young;
  if (RENEWED_AFTER_MS[kind] === 0) {
    const others = db.deleteFrom('identity_code').where('subject', '=', subject).where('kind', '=', kind);
    await others.where('owner', '=', owner).execute();
  }
  const network = guesser.known ? '' : guesser.network;
  const seed = randomBytes(16).toString('hex');
  const made = { subject, owner, kind, seed, digits, network, refused: 0, created_at: new Date(now()), ...times };
  await db
    .insertInto('identity_code')
    .values({ id: randomUUID(), ...made })
    .execute();
  return made;
}

function isSame(given: string, code: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(code)];
  return left.length === right.length && timingSafeEqual(left, right);
}
