/**
 * The client library brings arithmetic of its own, which takes a fifth of a second a sign-in. With the machine's, a hundred
 * sign-ins fit a test; what the library sends and expects stays its own. Journeys sign in with it as it is.
 */
import { createRequire } from 'node:module';

export interface LibraryNumber {
  toString(radix: number): string;
  modPow(
    exponent: LibraryNumber,
    modulus: LibraryNumber,
    done: (error: null, result: LibraryNumber) => void,
  ): LibraryNumber;
}
interface LibraryNumbers {
  readonly prototype: LibraryNumber;
  new (text: string, radix: number): LibraryNumber;
}

export const { default: LibraryNumbers } = createRequire(import.meta.url)(
  'amazon-cognito-identity-js/lib/BigInteger.js',
) as { default: LibraryNumbers };
export const libraryModPow = LibraryNumbers.prototype.modPow;

function bigOf(number: LibraryNumber): bigint {
  const text = number.toString(16);
  return text.startsWith('-') ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}

function powerOf(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = ((base % modulus) + modulus) % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** From now on, in this process. */
export function setQuickArithmetic(): void {
  LibraryNumbers.prototype.modPow = function (exponent, modulus, done) {
    const power = powerOf(bigOf(this), bigOf(exponent), bigOf(modulus));
    const result = new LibraryNumbers(power.toString(16), 16);
    done(null, result);
    return result;
  };
}
