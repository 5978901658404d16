/** Which counter an attempt counts in, and who is refused when it is full: counters in memory, which tell their names. */
import { expect, test } from 'vitest';
import { IDENTITY_LIMITS, RATE_LIMITS } from '../../src/contract/limits.ts';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import type { AttemptLimit } from './attemptLimit.ts';
import { createGuesses, type Guesser } from './guesses.ts';

const known: Guesser = { network: 'n', known: { device: 'd', sub: 'aki' } };
const stranger: Guesser = { network: 'n', known: null };

function setUp() {
  const counts = new Map<string, number>();
  /** The bound each counter was last asked with. */
  const bounds = new Map<string, unknown>();
  const limit: AttemptLimit = {
    async take(key, bound, n = 1) {
      bounds.set(key, bound);
      counts.set(key, (counts.get(key) ?? 0) + n);
      return (counts.get(key) ?? 0) <= bound.count;
    },
    async isSpent(key, bound) {
      bounds.set(key, bound);
      return (counts.get(key) ?? 0) >= bound.count;
    },
    usage: async (key) => ({ count: counts.get(key) ?? 0, leftMs: 1_500 }),
    giveBack: async (key) => void counts.set(key, Math.max((counts.get(key) ?? 0) - 1, 0)),
    clear: async (key) => void counts.delete(key),
  };
  const marks: Record<string, string> = { aki: 'd' };
  const devices = { idOf: (_: unknown, account: { sub: string } | null) => (account && marks[account.sub]) ?? null };
  const paid: string[] = [];
  const proofs = {
    challengeFor: async (network: string) => `challenge for ${network}`,
    countPaid: async (network: string) => void paid.push(network),
  };
  const guesses = createGuesses(limit, devices as Parameters<typeof createGuesses>[1], proofs);
  const counted = () => Object.fromEntries([...counts].filter(([, count]) => count > 0));
  return { guesses, counts, bounds, counted, paid };
}

/** The exception a call is refused with, and its words; or that it is not. */
const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no refusal',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
const LOCKED = 'LimitExceededException: Password attempts exceeded';
const OFTEN = 'LimitExceededException: Attempt limit exceeded, please try after some time.';
const MANY = 'TooManyRequestsException: Too many requests';

test('SAF-05a who asks is the device the account is known on, or else the network', () => {
  const { guesses } = setUp();
  const call = { network: 'n' } as Parameters<typeof guesses.guesserOf>[0];
  const account = (sub: string) => ({ sub }) as Parameters<typeof guesses.guesserOf>[1];
  expect(guesses.guesserOf(call, account('aki'))).toEqual(known);
  expect(guesses.guesserOf(call, account('ben'))).toEqual(stranger);
  expect(guesses.guesserOf(call, null)).toEqual(stranger);
});

test('SAF-05a SAF-05c passwords count for the guesser and for all of its kind, each with its own bound', async () => {
  const { guesses, counts, bounds, counted } = setUp();
  const { each, strangers, devices } = IDENTITY_LIMITS.passwords;
  for (const guesser of [known, stranger]) await guesses.takePassword('s', guesser);
  expect(counted()).toEqual({
    'password:s:device:d': 1,
    'password:s:devices': 1,
    'password:s:network:n': 1,
    'password:s:strangers': 1,
  });
  expect(Object.fromEntries(bounds)).toEqual({
    'password:s:device:d': each,
    'password:s:devices': devices,
    'password:s:network:n': each,
    'password:s:strangers': strangers,
  });
  const kinds = [
    ['password:s:device:d', each.count, known],
    ['password:s:devices', devices.count, known],
    ['password:s:network:n', each.count, stranger],
    ['password:s:strangers', strangers.count, stranger],
  ] as const;
  for (const [key, count, guesser] of kinds) {
    counts.clear();
    counts.set(key, count);
    const other = guesser === known ? stranger : known;
    expect([key, await refusal(guesses.refuseLocked('s', guesser))]).toEqual([key, LOCKED]);
    expect([key, await refusal(guesses.takePassword('s', guesser))]).toEqual([key, LOCKED]);
    expect([key, await refusal(guesses.takePassword('s', other))]).toEqual([key, 'no refusal']);
    expect([key, await refusal(guesses.takePassword('t', guesser))]).toEqual([key, 'no refusal']);
    counts.set(key, count - 1);
    expect([key, await refusal(guesses.refuseLocked('s', guesser))]).toEqual([key, 'no refusal']);
  }
});

test('SAF-05a a right password ends the own count; a proven mailbox lets strangers begin anew', async () => {
  const { guesses, counts, counted } = setUp();
  for (const key of ['device:d', 'devices', 'network:n', 'strangers']) counts.set(`password:s:${key}`, 4);
  await guesses.passwordWasRight('s', known);
  expect(counted()).toEqual({ 'password:s:devices': 3, 'password:s:network:n': 4, 'password:s:strangers': 4 });
  await guesses.unlock('s', stranger);
  expect(counted()).toEqual({ 'password:s:devices': 3 });
});

test('SAF-05b wrong codes of strangers make codes longer and shut nobody out; a known device is refused', async () => {
  const { guesses, counts, bounds, counted } = setUp();
  const { each, strangers, devices } = IDENTITY_LIMITS.codes;
  expect(await guesses.takeCode('s', known)).toEqual({ isGuarded: false });
  expect(await guesses.takeCode('s', stranger)).toEqual({ isGuarded: false });
  expect(Object.fromEntries(bounds)).toEqual({
    'code:s:device:d': each,
    'code:s:devices': devices,
    'code:s:network:n': each,
    'code:s:strangers': strangers,
  });
  for (const [own, guesser] of [['device:d', known] as const, ['network:n', stranger] as const]) {
    counts.set(`code:s:${own}`, each.count);
    expect(await refusal(guesses.takeCode('s', guesser))).toBe(OFTEN);
  }
  counts.clear();
  counts.set('code:s:strangers', strangers.count);
  counts.set('code:s:devices', devices.count);
  expect(await guesses.isGuarded('s')).toBe(true);
  expect(await guesses.takeCode('s', stranger)).toEqual({ isGuarded: true });
  expect(await refusal(guesses.takeCode('s', known))).toBe(OFTEN);
  counts.clear();
  counts.set('code:s:strangers', strangers.count - 1);
  counts.set('code:s:network:n', 3);
  expect(await guesses.isGuarded('s')).toBe(false);
  await guesses.codeWasRight('s', stranger);
  expect(counted()).toEqual({ 'code:s:strangers': strangers.count - 2 });
});

test('SAF-05b mails count for the asker, and for the address apart by kind of asker, of mail and of code', async () => {
  const { guesses, counts, bounds } = setUp();
  const { each, strangers, devices, signUps } = IDENTITY_LIMITS.mails;
  expect(await guesses.takeMail('s', stranger, 'reset')).toBe(true);
  expect(await guesses.takeMail('s', stranger, 'reset', true)).toBe(true);
  expect(await guesses.takeMail('s', stranger, 'sign-up')).toBe(true);
  expect(await guesses.takeMail('s', known, 'confirm')).toBe(true);
  expect(Object.fromEntries(bounds)).toEqual({
    'mail:s:network:n': each,
    'mail:s:device:d': each,
    'mail:reset:s:strangers': strangers,
    'mail:reset:guarded:s:strangers': strangers,
    'mail:sign-up:s:strangers': signUps,
    'mail:confirm:s:devices': devices,
  });
  expect(counts.get('mail:s:network:n')).toBe(3);
  counts.set('mail:reset:s:strangers', strangers.count);
  // No mail leaves, and whoever asks is not told.
  expect(await guesses.takeMail('s', stranger, 'reset')).toBe(false);
  counts.set('mail:s:network:n', each.count);
  expect(await refusal(guesses.takeMail('s', stranger, 'reset'))).toBe(OFTEN);
});

test('SAF-30 a mailed code that comes back frees the mails to its address and the place of its network', async () => {
  const { guesses, counts, counted } = setUp();
  const keys = [
    'mail:reset:s:strangers',
    'mail:reset:guarded:s:strangers',
    'mail:reset:s:devices',
    'mail:email:s:devices',
  ];
  for (const key of keys) counts.set(key, 2);
  counts.set('mail:reset:guarded:s:devices', 2);
  counts.set('network:mails:n', 2);
  counts.set('network:mails:', 2);
  await guesses.mailCameBack('s', 'reset', 'n');
  expect(counted()).toEqual({ 'mail:email:s:devices': 2, 'network:mails:n': 1, 'network:mails:': 2 });
  await guesses.mailCameBack('s', 'reset', '');
  expect(counted()).toEqual({ 'mail:email:s:devices': 2, 'network:mails:n': 1, 'network:mails:': 2 });
});

test('SAF-30 strangers share the places of their network, a known device has those of its account', async () => {
  const { guesses, counts, bounds, counted } = setUp();
  const limits = {
    'sign-in': RATE_LIMITS.signIns,
    refresh: RATE_LIMITS.refreshes,
    codes: RATE_LIMITS.codes,
    mails: RATE_LIMITS.codes,
    taken: IDENTITY_LIMITS.takenAddresses,
  };
  for (const count of Object.keys(limits) as (keyof typeof limits)[]) {
    await guesses.consume(count, stranger);
    await guesses.consume(count, known);
    expect([bounds.get(`network:${count}:n`), bounds.get(`account:${count}:aki`)]).toEqual([
      ...[limits[count], IDENTITY_LIMITS.signIns],
    ]);
    counts.set(`network:${count}:n`, limits[count].count);
    expect(await refusal(guesses.refuseSpent(count, stranger))).toBe(MANY);
    expect(await refusal(guesses.consume(count, stranger))).toBe(MANY);
    expect(await refusal(guesses.refuseSpent(count, known))).toBe('no refusal');
    expect(await refusal(guesses.consume(count, known))).toBe('no refusal');
  }
  counts.clear();
  counts.set('network:codes:n', 2);
  await guesses.refund('codes', stranger);
  expect(counted()).toEqual({ 'network:codes:n': 1 });
});

test('SAF-32a a network without a place asks for a proof; who cannot give one is told when to come back', async () => {
  const { guesses, counts, paid } = setUp();
  counts.set('network:sign-in:n', RATE_LIMITS.signIns.count);
  counts.set('account:sign-in:aki', IDENTITY_LIMITS.signIns.count);
  const places = [guesses.consume, guesses.refuseSpent];
  for (const ask of nonEmpty(places)) {
    expect(await refusal(ask('sign-in', { ...stranger, proof: 'none' }))).toBe(MANY);
    expect(await refusal(ask('sign-in', { ...stranger, proof: 'possible' }))).toBe(
      'ProofOfWorkException: challenge for n',
    );
    await expect(ask('sign-in', stranger)).rejects.toMatchObject({ retryAfterS: 2 });
    expect(paid).toEqual([]);
  }
  expect(await refusal(guesses.refuseSpent('sign-in', { ...stranger, proof: 'good' }))).toBe('no refusal');
  expect(paid, 'looking costs nothing').toEqual([]);
  expect(await refusal(guesses.consume('sign-in', { ...stranger, proof: 'good' }))).toBe('no refusal');
  expect(paid).toEqual(['n']);
  // A proof buys nothing of an account's or a device's bounds.
  for (const ask of nonEmpty(places)) expect(await refusal(ask('sign-in', { ...known, proof: 'good' }))).toBe(MANY);
  counts.set('password:s:network:n', IDENTITY_LIMITS.passwords.each.count);
  counts.set('code:s:network:n', IDENTITY_LIMITS.codes.each.count);
  counts.set('mail:s:network:n', IDENTITY_LIMITS.mails.each.count);
  const rich: Guesser = { ...stranger, proof: 'good' };
  expect(await refusal(guesses.takePassword('s', rich))).toBe(LOCKED);
  expect(await refusal(guesses.takeCode('s', rich))).toBe(OFTEN);
  expect(await refusal(guesses.takeMail('s', rich, 'reset'))).toBe(OFTEN);
});

test('HLF-01 a sign-in that ends well gives back its place, and once a while another one of its network', async () => {
  const { guesses, counts, bounds } = setUp();
  counts.set('network:sign-in:n', 10);
  counts.set('account:sign-in:aki', 10);
  await guesses.markSucceeded(stranger, 'aki');
  expect(counts.get('network:sign-in:n')).toBe(8);
  expect(bounds.get('ended-well:aki')).toEqual({ count: 1, windowMs: RATE_LIMITS.signIns.windowMs });
  await guesses.markSucceeded(stranger, 'aki');
  expect(counts.get('network:sign-in:n')).toBe(7);
  await guesses.markSucceeded(known, 'ben');
  expect([counts.get('account:sign-in:aki'), counts.get('network:sign-in:n')]).toEqual([9, 7]);
  expect(counts.has('ended-well:ben')).toBe(false);
});

test('SAF-30 good sign-ins and refreshes count for their account, apart', async () => {
  const { guesses, counts, bounds } = setUp();
  for (const what of ['signIns', 'refreshes'] as const) {
    expect(await refusal(guesses.takeGood(what, 'aki'))).toBe('no refusal');
    expect(bounds.get(`${what}:aki`)).toEqual(IDENTITY_LIMITS[what]);
    counts.set(`${what}:aki`, IDENTITY_LIMITS[what].count);
    expect(await refusal(guesses.takeGood(what, 'aki'))).toBe(MANY);
    expect(await refusal(guesses.takeGood(what, 'ben'))).toBe('no refusal');
  }
});
