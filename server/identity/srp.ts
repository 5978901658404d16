/** SRP-6a in the flavour of Cognito user pools, server side. Numbers travel as hexadecimal text. */
import { createDiffieHellmanGroup, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 3526 group 15 (3072 bits). */
const N = BigInt(`0x${createDiffieHellmanGroup('modp15').getPrime('hex')}`);
const G = 2n;
const HEX_LENGTH = 768;
const INFO = 'Caldera Derived Key';

export interface Verifier {
  salt: string;
  verifier: string;
}

/** Minimal big-endian bytes, with a leading zero byte when the top bit is set (as Java's BigInteger writes them). */
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

const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
const fromHex = (hex: string): bigint => BigInt(`0x${hex}`);
const K = toBigInt(sha256(pad(N), pad(G)));

/** Own loop: OpenSSL's Diffie-Hellman re-checks the prime on every call, which takes seconds on Node 24. */
function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

/**
 * The salted verifier that is stored in place of a password.
 * @param poolName part of the user pool's id after '_'
 * @param name the account's private name of the handshake (`srpNameOf`)
 */
export function createVerifier(poolName: string, name: string, password: string, salt = newSalt()): Verifier {
  const x = toBigInt(sha256(pad(fromHex(salt)), sha256(`${poolName}${name}:${password}`)));
  return { salt, verifier: modPow(G, x).toString(16) };
}

const newSalt = (): string => randomBytes(16).toString('hex');

/** Whether `password` is the one the verifier was made of. */
export function matchesPassword(poolName: string, name: string, password: string, stored: Verifier): boolean {
  const computed = createVerifier(poolName, name, password, stored.salt).verifier;
  return timingSafeEqual(
    Buffer.from(computed.padStart(HEX_LENGTH, '0')),
    Buffer.from(stored.verifier.padStart(HEX_LENGTH, '0')),
  );
}

/** A number below N made of a seed: the verifier of an account that does not exist. */
export const verifierOfSeed = (seed: Buffer): string =>
  (toBigInt(Buffer.from(hkdfSync('sha256', seed, '', 'phantom verifier', 384))) % N).toString(16);

/** Client's public value: hexadecimal of bounded length and not 0 modulo N, which would let anyone in. */
export function isPublicValue(a: string): boolean {
  return /^[0-9a-fA-F]{1,770}$/.test(a) && fromHex(a) % N !== 0n;
}

/** The server's secret and public value for one handshake. */
export function createChallenge(verifier: string): { b: string; B: string } {
  const b = toBigInt(randomBytes(32));
  const B = (K * fromHex(verifier) + modPow(G, b)) % N;
  return { b: b.toString(16), B: B.toString(16) };
}

export interface Handshake {
  poolName: string;
  name: string;
  verifier: string;
  /** Client's and server's public values, and the server's secret. */
  A: string;
  B: string;
  b: string;
  secretBlock: Buffer;
  timestamp: string;
}

/** The claim signature a client can only compute with the right password. */
export function expectedSignature(handshake: Handshake): Buffer {
  const { poolName, name, A, B, b, verifier, secretBlock, timestamp } = handshake;
  const u = toBigInt(sha256(pad(fromHex(A)), pad(fromHex(B))));
  const S = modPow(fromHex(A) * modPow(fromHex(verifier), u), fromHex(b));
  const key = Buffer.from(hkdfSync('sha256', pad(S), pad(u), INFO, 16));
  return createHmac('sha256', key).update(poolName).update(name).update(secretBlock).update(timestamp).digest();
}
