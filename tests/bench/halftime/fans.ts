/** The stadium's fans: accounts with passwords, sign-ins with refresh tokens, and ID tokens the server has to check. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../../server/identity/embeddedPool.ts';
import { createVerifier } from '../../../server/identity/srp.ts';
import { poolNameOf } from '../../../server/identity/userPool.ts';
import { FANS } from '../load/generate.ts';
import { signIn } from '../load/signIn.ts';

export const FAN_PASSWORD = 'stadium-2026';
/** So many fans have a password: making one takes arithmetic. */
export const WITH_PASSWORD = 200;

export const subOf = (fan: number): string => `u${fan % FANS}`;
export const emailOf = (fan: number): string => `${subOf(fan)}@example.jp`;
export const refreshTokenOf = (fan: number): string => `refresh token of ${subOf(fan)}`.replaceAll(' ', '-');
/** Of three, as a stadium's network shows them to the world. */
export const addressOf = (fan: number): string => `203.0.113.${1 + (fan % 3)}`;

/** Answers the ID token of each fan. */
export async function prepareFans(db: Kysely<Database>): Promise<(fan: number) => string> {
  const tokens = await signIn(
    db,
    Array.from({ length: FANS }, (_, fan) => subOf(fan)),
  );
  await sql`update identity_session
    set refresh_hash = encode(sha256(convert_to('refresh-token-of-' || sub, 'UTF8')), 'hex')`.execute(db);
  const poolName = poolNameOf(EMBEDDED_POOL);
  for (let fan = 0; fan < WITH_PASSWORD; fan++) {
    const sub = subOf(fan);
    const verifier = createVerifier(poolName, sub, FAN_PASSWORD);
    await db.updateTable('identity_user').set(verifier).where('sub', '=', sub).execute();
  }
  return (fan) => tokens.get(subOf(fan)) ?? '';
}
