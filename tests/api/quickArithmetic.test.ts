import { expect, test } from 'vitest';
import { LibraryNumbers, libraryModPow, setQuickArithmetic } from './quickArithmetic.ts';

test('the quick arithmetic has the results of the library’s own', () => {
  setQuickArithmetic();
  const modulus = new LibraryNumbers('ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd1', 16);
  for (const [base, exponent] of [
    ['2', '9a7b3c'],
    ['deadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef', 'c0ffee00c0ffee00c0ffee'],
    ['-3f', '10001'],
    ['5', '1'],
  ] as const) {
    const [a, b] = [new LibraryNumbers(base, 16), new LibraryNumbers(exponent, 16)];
    const told: string[] = [];
    const tell = (_: null, result: { toString(radix: number): string }) => void told.push(result.toString(16));
    a.modPow(b, modulus, tell);
    libraryModPow.call(a, b, modulus, tell);
    expect([base, told[0]]).toEqual([base, told[1]]);
  }
});
