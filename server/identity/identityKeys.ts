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
import type { Database } from '../database/schema.ts';

const ALGORITHM = 'RS256';
/** 128 bits of strength, as the other parts have. */
const MODULUS_BITS = 3072;

/** Name of the secret all others are derived from. */
export const MASTER_SECRET = 'master';
/** Names of the kept keys. All are published and believed; only the current one signs (`admin keys renew`). */
export const SIGNING_KEYS = {
  current: 'signing-key',
  next: 'signing-key-next',
  previous: 'signing-key-previous',
} as const;

/** What every server copy shares: the key that signs tokens, and secrets derived from one master secret. */
export interface IdentityKeys {
  /** Public halves, as the pool publishes them; the one that signs comes first. */
  readonly jwks: JSONWebKeySet;
  sign(claims: JWTPayload): Promise<string>;
  /** 32 bytes that are the same in every copy and differ by purpose. */
  derive(purpose: string): Buffer;
}

/** Opens the keys kept in the database and makes them on the first start. Safe when several copies start at once. */
export async function openIdentityKeys(db: Kysely<Database>): Promise<IdentityKeys> {
  const master = Buffer.from(await keepSecret(db, MASTER_SECRET, async () => randomBytes(32).toString('hex')), 'hex');
  const jwk: JWK = JSON.parse(await keepSecret(db, SIGNING_KEYS.current, newSigningKey));
  const kid = await calculateJwkThumbprint(jwk);
  const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey;
  const others = await db
    .selectFrom('identity_secret')
    .select('value')
    .where('name', 'in', [SIGNING_KEYS.next, SIGNING_KEYS.previous])
    .execute();
  return {
    jwks: { keys: await Promise.all([jwk, ...others.map(({ value }) => JSON.parse(value) as JWK)].map(publicHalf)) },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid }).sign(key),
    derive: (purpose) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32)),
  };
}

const publicHalf = async (jwk: JWK): Promise<JWK> => ({
  kty: 'RSA',
  n: String(jwk.n),
  e: String(jwk.e),
  kid: await calculateJwkThumbprint(jwk),
  alg: ALGORITHM,
  use: 'sig',
});

/** Private key as a JWK in JSON. */
export async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: MODULUS_BITS, extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

/** The first copy to write wins; all others read what it wrote. */
export async function keepSecret(db: Kysely<Database>, name: string, make: () => Promise<string>): Promise<string> {
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
