import { hkdfSync, randomBytes } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

const ALGORITHM = 'RS256';

/** What every server copy shares: the key that signs tokens, and secrets derived from one master secret. */
export interface IdentityKeys {
  /** Public half, as the pool publishes it. */
  readonly jwks: JSONWebKeySet;
  sign(claims: JWTPayload): Promise<string>;
  /** 32 bytes that are the same in every copy and differ by purpose. */
  derive(purpose: string): Buffer;
}

/** Opens the keys kept in the database and makes them on the first start. Safe when several copies start at once. */
export async function openIdentityKeys(db: Kysely<IdentityTables>): Promise<IdentityKeys> {
  const master = Buffer.from(await keepSecret(db, 'master', async () => randomBytes(32).toString('hex')), 'hex');
  const jwk: JWK = JSON.parse(await keepSecret(db, 'signing-key', newSigningKey));
  const kid = await calculateJwkThumbprint(jwk);
  const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey;
  const publicKey: JWK = { kty: 'RSA', n: String(jwk.n), e: String(jwk.e), kid, alg: ALGORITHM, use: 'sig' };
  return {
    jwks: { keys: [publicKey] },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid }).sign(key),
    derive: (purpose) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32)),
  };
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

/** The first copy to write wins; all others read what it wrote. */
export async function keepSecret(
  db: Kysely<IdentityTables>,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const load = () => db.selectFrom('identity_secret').select('value').where('name', '=', name).executeTakeFirst();
  const kept = await load();
  if (kept) return kept.value;
  await db
    .insertInto('identity_secret')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const written = await load();
  if (!written) throw new Error(`identity secret ${name} was not kept`);
  return written.value;
}
