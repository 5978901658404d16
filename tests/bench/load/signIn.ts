/** Fans who are signed in: real sessions and real tokens, so that checking them is part of what is measured. */

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../../server/identity/embeddedPool.ts';
import { openIdentityKeys } from '../../../server/identity/identityKeys.ts';

const HOUR_S = 3600;

/** @param subs whom to sign in. Answers their ID tokens, good for two hours */
export async function signIn(db: Kysely<Database>, subs: readonly string[]): Promise<Map<string, string>> {
  const keys = await openIdentityKeys(db);
  const at = new Date();
  const expires_at = new Date(at.getTime() + 2 * HOUR_S * 1000);
  const nobody = { salt: '00', verifier: '00', nickname: null, extended1: null, extended2: null, extended4: null };
  const users = subs.map((sub) => ({
    ...nobody,
    sub,
    email: `${sub}@example.jp`,
    name: sub,
    status: 'CONFIRMED' as const,
    created_at: at,
  }));
  const sessions = subs.map((sub) => ({
    id: randomUUID(),
    sub,
    refresh_hash: randomUUID(),
    signed_in_at: at,
    user_agent: '',
    expires_at,
  }));
  await db
    .insertInto('identity_user')
    .values(users)
    .onConflict((c) => c.doNothing())
    .execute();
  await db.deleteFrom('identity_session').execute();
  await db.insertInto('identity_session').values(sessions).execute();
  const iat = Math.floor(at.getTime() / 1000);
  const common = { iss: EMBEDDED_POOL.issuer, aud: EMBEDDED_POOL.clientId, token_use: 'id', email_verified: true, iat };
  const tokens = sessions.map(
    async ({ id, sub }): Promise<[string, string]> => [
      sub,
      await keys.sign({
        ...common,
        sub,
        'cognito:username': sub,
        name: sub,
        email: `${sub}@example.jp`,
        auth_time: iat,
        origin_jti: id,
        event_id: randomUUID(),
        jti: randomUUID(),
        exp: iat + 2 * HOUR_S,
      }),
    ],
  );
  return new Map(await Promise.all(tokens));
}
