/** A fan's phone signing in by SRP, as `amazon-cognito-identity-js` does, with one public value for all fans: the server cannot tell. */
import { createDiffieHellmanGroup, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const N = BigInt(`0x${createDiffieHellmanGroup('modp15').getPrime('hex')}`);
const G = 2n;

const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

function pad(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 1 ? `0${hex}` : hex;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

const K = toBigInt(sha256(pad(N), pad(G)));
const a = toBigInt(randomBytes(32));
const A = modPow(G, a);

export const PUBLIC_VALUE = A.toString(16);

interface Challenge {
  readonly SRP_B: string;
  readonly SALT: string;
  readonly SECRET_BLOCK: string;
  readonly USER_ID_FOR_SRP: string;
}

const TIMESTAMP = 'Wed Nov 25 09:00:00 UTC 2026';

/** Arithmetic of a fan who signs in again and again costs the generator only once. */
const privateKeys = new Map<string, { readonly x: bigint; readonly gx: bigint }>();
function privateKeyOf(poolName: string, password: string, { USER_ID_FOR_SRP, SALT }: Challenge) {
  const key = `${USER_ID_FOR_SRP} ${SALT} ${password}`;
  const x = toBigInt(sha256(pad(BigInt(`0x${SALT}`)), sha256(`${poolName}${USER_ID_FOR_SRP}:${password}`)));
  const known = privateKeys.get(key) ?? { x, gx: modPow(G, x) };
  privateKeys.set(key, known);
  return known;
}

/** Parameters of RespondToAuthChallenge. */
export function answerChallenge(poolName: string, password: string, challenge: Challenge): Record<string, string> {
  const { x, gx } = privateKeyOf(poolName, password, challenge);
  const B = BigInt(`0x${challenge.SRP_B}`);
  const u = toBigInt(sha256(pad(A), pad(B)));
  const base = (((B - K * gx) % N) + N) % N;
  const key = Buffer.from(hkdfSync('sha256', pad(modPow(base, a + u * x)), pad(u), 'Caldera Derived Key', 16));
  const block = Buffer.from(challenge.SECRET_BLOCK, 'base64');
  const signature = createHmac('sha256', key)
    .update(poolName)
    .update(challenge.USER_ID_FOR_SRP)
    .update(block)
    .update(TIMESTAMP)
    .digest('base64');
  return {
    USERNAME: challenge.USER_ID_FOR_SRP,
    PASSWORD_CLAIM_SECRET_BLOCK: challenge.SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: signature,
    TIMESTAMP,
  };
}
