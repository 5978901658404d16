/** Arithmetic of the sign-in at its edges. That Amazon's client signs in by it: tests/api/identityProtocol.test.ts. */
import { createDiffieHellmanGroup } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createChallenge,
  createVerifier,
  expectedSignature,
  isPublicValue,
  matchesPassword,
  verifierOfSeed,
} from './srp.ts';

const N = BigInt(`0x${createDiffieHellmanGroup('modp15').getPrime('hex')}`);
const hex = (value: bigint) => value.toString(16);

test('ACC-12e a public value is a number of bounded length that is not 0 modulo N', () => {
  expect([N, 0n, 2n * N, 3n * N].map((value) => isPublicValue(hex(value)))).toEqual([false, false, false, false]);
  expect([1n, N - 1n, N + 1n].map((value) => isPublicValue(hex(value)))).toEqual([true, true, true]);
  expect(['', 'x', '0x1', '-1', ' 1', '1 ', '1\n'].map(isPublicValue)).toEqual(Array(7).fill(false));
  expect([isPublicValue('1'.repeat(770)), isPublicValue('1'.repeat(771)), isPublicValue('ABCDEFabcdef')]).toEqual([
    ...[true, false, true],
  ]);
});

test('ACC-12e a verifier is of one pool, one name and one password, and matches that password alone', () => {
  const stored = createVerifier('pool', 'name', 'stadium');
  expect(stored.salt).toMatch(/^[0-9a-f]{32}$/);
  expect(createVerifier('pool', 'name', 'stadium').salt).not.toBe(stored.salt);
  expect(matchesPassword('pool', 'name', 'stadium', stored)).toBe(true);
  const others: [string, string, string][] = [
    ['pool', 'name', 'Stadium'],
    ['pool', 'nam', 'estadium'],
    ['poo', 'lname', 'stadiu'],
    ['other', 'name', 'stadium'],
  ];
  for (const other of others) expect([other, matchesPassword(...other, stored)]).toEqual([other, false]);
  // A verifier that begins with zeros is shorter, and compared all the same.
  const short = createVerifier('pool', 'name', 'stadium', '27');
  expect([short.verifier.length, matchesPassword('pool', 'name', 'stadium', short)]).toEqual([767, true]);
  expect(matchesPassword('pool', 'name', 'stadium', { ...stored, verifier: '1' })).toBe(false);
  expect(matchesPassword('pool', 'name', 'stadium', { ...stored, verifier: `000${stored.verifier}`.slice(-768) })).toBe(
    true,
  );
});

test('ACC-12e what is computed is what Cognito’s clients compute: a fixed example, digit by digit', () => {
  const salt = '9f00000000000000000000000000000f';
  const { verifier } = createVerifier('pool', 'name', 'stadium-2026', salt);
  expect(BigInt(`0x${verifier}`) < N).toBe(true);
  const handshake = { poolName: 'pool', name: 'name', verifier, A: '8abc', B: 'fff', b: '1f', timestamp: 'T' };
  const signature = (change: object = {}) =>
    expectedSignature({ ...handshake, secretBlock: Buffer.from('block'), ...change }).toString('hex');
  expect([verifier.slice(0, 32), signature()]).toEqual([
    '3a311e5bff543b2cd3c24728c4cc7f1b',
    'bfb59219a346570d878fdce1739f156dfe3ef80c10198a8105077885896c791d',
  ]);
  const changes = [
    ...[{ poolName: 'other' }, { name: 'other' }, { A: '8abd' }, { B: 'ffe' }, { b: '1e' }, { timestamp: 'U' }],
    ...[{ secretBlock: Buffer.from('other') }, { verifier: '5' }],
  ];
  expect(new Set([signature(), ...changes.map(signature)]).size).toBe(changes.length + 1);
});

test('SAF-06a an account that does not exist has a verifier as long as a real one, the same each time', () => {
  const seed = Buffer.from('seed');
  expect(verifierOfSeed(seed)).toBe(verifierOfSeed(seed));
  expect(verifierOfSeed(seed)).not.toBe(verifierOfSeed(Buffer.from('other')));
  for (let n = 0; n < 20; n += 1) {
    const value = BigInt(`0x${verifierOfSeed(Buffer.from(String(n)))}`);
    expect([n, value < N, value > N >> 40n]).toEqual([n, true, true]);
  }
});

test('ACC-12e each challenge has a secret of its own, of 256 bits', () => {
  const challenges = Array.from({ length: 8 }, () => createChallenge('5'));
  expect(new Set(challenges.map(({ b }) => b)).size).toBe(8);
  for (const { b, B } of challenges) {
    expect([b.length > 56, b.length <= 64, BigInt(`0x${B}`) < N]).toEqual([true, true, true]);
  }
});
