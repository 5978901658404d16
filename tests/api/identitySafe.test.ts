/** The identity provider and strangers who know a fan's public id or mail address (SAF-05, 06, 07, 13, 30). */

import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { addUser, createUserDirectory } from '../../server/identity/userDirectory.ts';
import { IDENTITY_LIMITS, RATE_LIMITS } from '../../src/contract/limits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import {
  type Browser,
  call,
  createDevice,
  type Device,
  MINUTE,
  movedTo,
  newBrowser,
  newEmail,
  openTestDatabase,
  PASSWORD,
  refusal,
  registerFan,
  routeFetchTo,
  startIdentity,
  type TestIdentity,
} from './identitySetup.ts';

// The library's SRP arithmetic takes a fifth of a second a sign-in, more on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { clientId: ClientId } = EMBEDDED_POOL;
const NEW_PASSWORD = 'second-half-90';
let db: Kysely<Database>;
let identity: TestIdentity;
let device: Device;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.deleteFrom('identity_limit').execute();
  identity = await startIdentity(db);
  routeFetchTo(identity);
  device = createDevice();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await db.destroy();
});

const network = (n: number) => `203.0.${n >> 8}.${n & 255}`;
const wrongOf = (code: string) => code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));
const mailsTo = (email: string) => identity.mails.filter(({ to }) => to === email);

/** What a fan's device does, from a browser of its own. */
function from<T>(browser: Browser | null, run: (device: Device) => Promise<T>): Promise<T> {
  routeFetchTo(identity, browser);
  return run(device);
}
const signInFrom = (browser: Browser | null, email: string, password = PASSWORD) =>
  from(browser, (fan) => fan.signIn(email, password));
/** A raw operation that should be refused, or not: its exception name. */
async function answerTo(operation: string, body: object, where: string | Browser | null = null): Promise<string> {
  const answer = await call(identity.pool, operation, { ClientId, ...body }, where);
  return answer.status === 200 ? 'no refusal' : String(answer.body.__type);
}
const forgot = (Username: string, where: string | Browser | null) => answerTo('ForgotPassword', { Username }, where);
const confirmForgot = (
  Username: string,
  ConfirmationCode: string,
  where: string | Browser | null,
  Password = NEW_PASSWORD,
) => answerTo('ConfirmForgotPassword', { Username, ConfirmationCode, Password }, where);
const signUp = (email: string, where: string | Browser | null, password = PASSWORD, name = 'なまえ') =>
  answerTo('SignUp', { Username: email, Password: password, UserAttributes: [{ Name: 'name', Value: name }] }, where);
const confirm = (Username: string, ConfirmationCode: string, where: string | Browser | null) =>
  answerTo('ConfirmSignUp', { Username, ConfirmationCode }, where);
const startSrp = (USERNAME: string, where: string | Browser | null = null) =>
  call(
    identity.pool,
    'InitiateAuth',
    { ClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A: 'abc' } },
    where,
  );
/** Answers a challenge with a made-up proof. */
async function guess(email: string, where: string | Browser | null): Promise<string> {
  const { status, body } = await startSrp(email, where);
  if (status !== 200) return String(body.__type);
  const { USERNAME, SECRET_BLOCK } = body.ChallengeParameters;
  return answerTo(
    'RespondToAuthChallenge',
    {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: 'AAAA',
        TIMESTAMP: 'Sat Nov 21 09:00:00 UTC 2026',
      },
    },
    where,
  );
}
const subOf = async (email: string): Promise<string> =>
  (await db.selectFrom('identity_user').select('sub').where('email', '=', email).executeTakeFirstOrThrow()).sub;
const refreshWith = (token: string, where: string | Browser | null) =>
  answerTo('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: token } }, where);

/** Wrong passwords of strangers until all together have none left; most of the networks are counted, not played. */
async function guessFromEverywhere(email: string, first: number): Promise<void> {
  const { each, strangers } = IDENTITY_LIMITS.passwords;
  const guesses = (n: number) => Promise.all(Array.from({ length: each.count }, () => guess(email, network(n))));
  expect(new Set(await guesses(first))).toEqual(new Set(['NotAuthorizedException']));
  await db
    .updateTable('identity_limit')
    .set({ count: strangers.count - each.count })
    .where('key', 'like', 'password:%:strangers')
    .where('count', '=', each.count)
    .execute();
  expect(new Set(await guesses(first + 1))).toEqual(new Set(['NotAuthorizedException']));
  expect(await guess(email, network(first + 2))).toBe('LimitExceededException');
}

describe('a fan under attack', () => {
  test('SAF-05a 24 calls with the public id or the address keep nobody out', async () => {
    const email = await registerFan(identity, device);
    const home = newBrowser('198.51.100.1');
    await signInFrom(home, email);
    const attacker = '203.0.113.66';
    for (const known of [await subOf(email), email]) {
      for (let n = 0; n < 6; n += 1) {
        await guess(known, attacker);
        await forgot(known, attacker);
        await confirmForgot(known, '123456', attacker);
        await answerTo('ResendConfirmationCode', { Username: known }, attacker);
      }
    }
    // The guesser is locked, as §8 has it.
    expect(await guess(email, attacker)).toBe('LimitExceededException');
    expect(await forgot(email, attacker)).toBe('LimitExceededException');
    expect(await confirmForgot(email, '123456', attacker)).toBe('LimitExceededException');

    expect((await signInFrom(newBrowser('198.51.100.2'), email)).session.isValid()).toBe(true);
    // The known device even in the attacker's own network.
    const besideAttacker = movedTo(home, attacker);
    expect((await signInFrom(besideAttacker, email)).session.isValid()).toBe(true);
    for (const where of ['198.51.100.3', besideAttacker]) {
      const before = mailsTo(email).length;
      expect(await forgot(email, where)).toBe('no refusal');
      expect(mailsTo(email)).toHaveLength(before + 1);
      expect(await confirmForgot(email, identity.codeOf(email), where)).toBe('no refusal');
    }
  });

  test('SAF-05a the public id is no name to sign in with', async () => {
    const email = await registerFan(identity, device);
    expect(await refusal(device.signIn(await subOf(email)))).toBe('NotAuthorizedException');
    expect((await device.signIn(email)).session.isValid()).toBe(true);
  });

  test('SAF-05a SAF-05b guesses from everywhere leave known devices in, and a mailed code lets in the others', async () => {
    const email = await registerFan(identity, device);
    const home = newBrowser('198.51.100.1');
    await signInFrom(home, email);
    await guessFromEverywhere(email, 0);
    const fresh = newBrowser('198.51.100.9');
    expect(await refusal(signInFrom(fresh, email))).toBe('LimitExceededException');
    expect((await signInFrom(home, email)).session.isValid()).toBe(true);
    expect(await forgot(email, fresh)).toBe('no refusal');
    expect(await confirmForgot(email, identity.codeOf(email), fresh)).toBe('no refusal');
    expect((await signInFrom(fresh, email, NEW_PASSWORD)).session.isValid()).toBe(true);
    // Who proved the mailbox is known from now on.
    await guessFromEverywhere(email, 1000);
    expect(await refusal(signInFrom(newBrowser('198.51.100.10'), email, NEW_PASSWORD))).toBe('LimitExceededException');
    expect((await signInFrom(fresh, email, NEW_PASSWORD)).session.isValid()).toBe(true);
  });

  test('SAF-05c ACC-12b a known device is locked after five wrong passwords, and so is a left phone', async () => {
    const email = await registerFan(identity, device);
    const phone = newBrowser('198.51.100.1');
    await signInFrom(phone, email);
    for (let n = 0; n < 5; n += 1) expect(await guess(email, phone)).toBe('NotAuthorizedException');
    expect(await refusal(signInFrom(phone, email))).toBe('LimitExceededException');
    expect((await signInFrom(newBrowser(phone.address), email)).session.isValid()).toBe(true);
    identity.clock.ms += 15 * MINUTE;
    expect((await signInFrom(phone, email)).session.isValid()).toBe(true);
  });

  test('SAF-05a the mark of a known device is of one account, out of reach of scripts, and ends with a reset', async () => {
    const [email, other] = [await registerFan(identity, device), await registerFan(identity, device)];
    const thief = newBrowser('203.0.113.66');
    await signInFrom(thief, other);
    for (let n = 0; n < 5; n += 1) await guess(email, thief);
    expect(await guess(email, '203.0.113.66'), 'counted as the stranger it is').toBe('LimitExceededException');

    const raw: string[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await identity.pool.fetch(new Request(url.replace('http:', 'https:'), init), '198.51.100.1');
      raw.push(...answer.headers.getSetCookie());
      return answer;
    });
    await device.signIn(email);
    expect(raw).toHaveLength(1);
    expect(raw[0]).toMatch(/^__Host-fan-device=[\w.~-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
    expect(raw[0]).not.toContain(await subOf(email));

    const once = newBrowser('198.51.100.1');
    await signInFrom(once, email);
    const changed = String(once.cookies.get('fan-device')).replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
    const forged: Browser = { address: '198.51.100.1', cookies: new Map([['fan-device', changed]]) };
    for (let n = 0; n < 5; n += 1) await guess(email, forged);
    expect(await guess(email, '198.51.100.1'), 'a forged mark is none').toBe('LimitExceededException');
    identity.clock.ms += 1;
    await forgot(email, '198.51.100.7');
    await confirmForgot(email, identity.codeOf(email), '198.51.100.7');
    expect(await guess(email, once), 'a mark of before the reset is none').toBe('LimitExceededException');
  });

  test('SAF-05b wrong codes from one network burn no code; from everywhere, the next code is a longer one', async () => {
    const email = await registerFan(identity, device);
    const owner = newBrowser('198.51.100.1');
    await forgot(email, owner);
    const code = identity.codeOf(email);
    const { each, strangers } = IDENTITY_LIMITS.codes;
    for (let n = 0; n < each.count; n += 1) {
      expect(await confirmForgot(email, wrongOf(code), '203.0.113.66')).toBe('CodeMismatchException');
    }
    expect(await confirmForgot(email, code, '203.0.113.66')).toBe('LimitExceededException');
    expect(await confirmForgot(email, code, owner)).toBe('no refusal');

    await forgot(email, owner);
    const short = identity.codeOf(email);
    for (let n = 0; n < strangers.count / each.count; n += 1) {
      for (let tried = 0; tried < each.count; tried += 1) await confirmForgot(email, wrongOf(short), network(n));
    }
    expect(await confirmForgot(email, short, '198.51.100.5'), 'no longer guessable').toBe('ExpiredCodeException');
    expect(await forgot(email, '198.51.100.5')).toBe('no refusal');
    const long = identity.codeOf(email);
    expect(long).toMatch(/^\d{12}$/);
    expect(await confirmForgot(email, wrongOf(long), network(500))).toBe('CodeMismatchException');
    expect(await confirmForgot(email, long, '198.51.100.5')).toBe('no refusal');
  });

  test('SAF-05b requests of strangers end no code that was mailed, and mail an address a bounded number', async () => {
    const email = await registerFan(identity, device);
    await forgot(email, '198.51.100.1');
    const code = identity.codeOf(email);
    identity.clock.ms += 31 * MINUTE;
    const before = mailsTo(email).length;
    for (let n = 0; n < 30; n += 1) expect(await forgot(email, network(n))).toBe('no refusal');
    expect(mailsTo(email).length - before).toBeLessThanOrEqual(IDENTITY_LIMITS.mails.strangers.count);
    // The fan's room: the code is in the mailbox already, and the one asked for half an hour ago is good as well.
    expect(await forgot(email, '198.51.100.2')).toBe('no refusal');
    expect(await confirmForgot(email, code, '198.51.100.2', 'short')).toBe('InvalidPasswordException');
    identity.clock.ms += 58 * MINUTE;
    expect(await confirmForgot(email, identity.codeOf(email), '198.51.100.2')).toBe('no refusal');
  });

  test('SAF-05b a known device is mailed a code though strangers used up their mails', async () => {
    const email = await registerFan(identity, device);
    const home = newBrowser('203.0.113.66');
    await signInFrom(home, email);
    for (let n = 0; n < 30; n += 1) await forgot(email, network(n));
    const before = mailsTo(email).length;
    expect(await forgot(email, home)).toBe('no refusal');
    expect(mailsTo(email)).toHaveLength(before + 1);
    expect(await confirmForgot(email, identity.codeOf(email), home)).toBe('no refusal');
  });
});

describe('who has an account', () => {
  /** What an answer shows besides its values: letters and digits lose theirs. */
  const shapeOf = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/[0-9a-f]/g, 'x').replace(/[A-Za-z0-9+/]{60,}=*/, 'long');
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
  };
  async function shownBy(operation: string, body: object, where: string) {
    const answer = await call(identity.pool, operation, { ClientId, ...body }, where);
    const headers = [...answer.headers].filter(([name]) => name !== 'x-amzn-requestid' && name !== 'date');
    return { status: answer.status, headers, body: shapeOf(answer.body) };
  }

  test('SAF-06a every operation answers alike for a fan, for a sign-up that waits, and for nobody', async () => {
    const real = await registerFan(identity, device);
    const waiting = newEmail();
    await device.signUp(waiting);
    const nobody = newEmail();
    // Even with a mail server that is down, and a reset that waits.
    await forgot(real, '198.51.100.1');
    await db.deleteFrom('identity_limit').execute();
    const srp = { AuthFlow: 'USER_SRP_AUTH' };
    const steps: (readonly [string, (Username: string) => object])[] = [
      ['InitiateAuth', (USERNAME) => ({ ...srp, AuthParameters: { USERNAME, SRP_A: 'abc' } })],
      ['ForgotPassword', (Username) => ({ Username })],
      ['ResendConfirmationCode', (Username) => ({ Username })],
      ['ConfirmSignUp', (Username) => ({ Username, ConfirmationCode: '123456' })],
      ['ConfirmForgotPassword', (Username) => ({ Username, ConfirmationCode: '123456', Password: NEW_PASSWORD })],
      ['ConfirmForgotPassword', (Username) => ({ Username, ConfirmationCode: '1234567', Password: 'short' })],
      ['ConfirmForgotPassword', (Username) => ({ Username, ConfirmationCode: '1', Password: Username })],
    ];
    const same = (email: string) => email.replace(/fan\d+/, 'fan');
    for (const isDown of [false, true]) {
      identity.mail.isDown = isDown;
      for (const [operation, bodyOf] of nonEmpty(steps)) {
        for (let round = 0; round < 7; round += 1) {
          const shown = [];
          for (const email of [real, waiting, nobody]) {
            shown.push(JSON.stringify(await shownBy(operation, bodyOf(email), `192.0.2.${isDown ? 1 : 2}`)));
          }
          const [forReal, forWaiting, forNobody] = shown.map(same);
          expect([operation, round, forReal]).toEqual([operation, round, forNobody]);
          expect([operation, round, forWaiting]).toEqual([operation, round, forNobody]);
        }
      }
    }
    const names = await Promise.all([real, waiting, nobody].map((email) => guessed(email)));
    for (const round of [0, 1, 2, 3, 4, 5, 6])
      expect([round, new Set(names.map((list) => list[round])).size]).toEqual([round, 1]);
  });
  const guessed = async (email: string) => {
    const names: string[] = [];
    for (let n = 0; n < 7; n += 1) names.push(await guess(email, '192.0.2.77'));
    return names;
  };

  test('SAF-06b the names of a challenge lead to no profile and are the same at the next call', async () => {
    const real = await registerFan(identity, device);
    const added = newEmail();
    const sub = await addUser(db, EMBEDDED_POOL, { email: added, password: PASSWORD, name: '公式' });
    const directory = createUserDirectory(db);
    for (const email of [real, added, newEmail()]) {
      const { body } = await startSrp(email);
      const again = await startSrp(email);
      const { USER_ID_FOR_SRP, USERNAME, SALT } = body.ChallengeParameters;
      expect(USERNAME).toBe(USER_ID_FOR_SRP);
      expect(again.body.ChallengeParameters).toMatchObject({ USER_ID_FOR_SRP, SALT });
      expect(USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(await directory.getUser(USER_ID_FOR_SRP)).toBeNull();
      // Nor is it a name to sign in with.
      expect((await startSrp(USER_ID_FOR_SRP)).body.ChallengeParameters.USER_ID_FOR_SRP).not.toBe(USER_ID_FOR_SRP);
    }
    const { session } = await device.signIn(added);
    expect(session.getIdToken().payload.sub).toBe(sub);
    expect(session.getIdToken().payload['cognito:username']).not.toBe(sub);
    expect(session.getAccessToken().payload.username).toBe(session.getIdToken().payload['cognito:username']);
  });

  test('SAF-06b an account of before keeps signing in, and has a private name from its next password on', async () => {
    const email = await registerFan(identity, device);
    const sub = await subOf(email);
    // As a row of before the private names: the verifier is of the public id.
    const { createVerifier } = await import('../../server/identity/srp.ts');
    const old = { srp_name: null, ...createVerifier('fanphoto', sub, PASSWORD) };
    await db.updateTable('identity_user').set(old).where('sub', '=', sub).execute();
    const { user, session } = await device.signIn(email);
    expect(session.getIdToken().payload.sub).toBe(sub);
    await device.changePassword(user, PASSWORD, NEW_PASSWORD);
    const { body } = await startSrp(email);
    expect(body.ChallengeParameters.USER_ID_FOR_SRP).not.toBe(sub);
    const renewed = await device.signIn(email, NEW_PASSWORD);
    expect(renewed.session.getIdToken().payload.sub).toBe(sub);
  });

  test('SAF-06a a signed-in fan who asks for a taken address learns of it by its code only', async () => {
    const [email, other] = [await registerFan(identity, device), await registerFan(identity, device)];
    const { user } = await device.signIn(email);
    await device.setAttributes(user, { email: other });
    expect(await refusal(device.verifyEmail(user, wrongOf(identity.codeOf(other))))).toBe('CodeMismatchException');
    expect(await refusal(device.verifyEmail(user, identity.codeOf(other)))).toBe('AliasExistsException');
    expect((await device.attributes(user)).email).toBe(email);
  });

  test('SAF-06a a network learns of a bounded number of addresses by signing them up', async () => {
    const email = await registerFan(identity, device);
    const { count } = IDENTITY_LIMITS.takenAddresses;
    const names = [];
    for (let n = 0; n < count; n += 1) names.push(await signUp(email, '203.0.113.66'));
    expect(new Set(names)).toEqual(new Set(['UsernameExistsException']));
    expect(await signUp(email, '203.0.113.66')).toBe('TooManyRequestsException');
    expect(await signUp(newEmail(), '203.0.113.66')).toBe('TooManyRequestsException');
    expect(await signUp(email, '203.0.113.67')).toBe('UsernameExistsException');
  });
});

describe('codes and passwords', () => {
  test('SAF-07 a code is judged before the password: no answer tells a private name', async () => {
    const email = newEmail();
    await signUp(email, null, PASSWORD, '春日井 みどり子');
    await confirm(email, identity.codeOf(email), null);
    await forgot(email, '198.51.100.1');
    const code = identity.codeOf(email);
    for (const password of ['春日井 みどり子', 'short', email, NEW_PASSWORD]) {
      expect([password, await confirmForgot(email, wrongOf(code), network(1), password)]).toEqual([
        password,
        'CodeMismatchException',
      ]);
    }
    // The code stays good while its holder looks for a password that may be used.
    expect(await confirmForgot(email, code, '198.51.100.1', '春日井 みどり子')).toBe('InvalidPasswordException');
    for (let n = 0; n < 8; n += 1) {
      expect(await confirmForgot(email, code, '198.51.100.1', 'short')).toBe('InvalidPasswordException');
    }
    expect(await confirmForgot(email, code, '198.51.100.1')).toBe('no refusal');
    expect(await confirmForgot(email, code, '198.51.100.1')).toBe('ExpiredCodeException');
  });

  test('SAF-07 a code bears a bounded number of refused passwords', async () => {
    const email = await registerFan(identity, device);
    await forgot(email, null);
    const code = identity.codeOf(email);
    for (let n = 0; n < IDENTITY_LIMITS.refusedPasswords; n += 1) {
      expect(await confirmForgot(email, code, null, 'short')).toBe('InvalidPasswordException');
    }
    expect(await confirmForgot(email, code, null)).toBe('ExpiredCodeException');
  });

  test('ACC-05 ACC-06 a new password ends the other sign-ins: their refresh tokens are refused', async () => {
    const email = await registerFan(identity, device);
    const tokenOf = ({ session }: Awaited<ReturnType<Device['signIn']>>) => session.getRefreshToken().getToken();
    const [first, second] = [await device.signIn(email), await device.signIn(email)];
    expect(await refreshWith(tokenOf(first), null)).toBe('no refusal');
    await device.changePassword(second.user, PASSWORD, NEW_PASSWORD);
    expect(await refreshWith(tokenOf(first), null)).toBe('NotAuthorizedException');
    expect(await refusal(device.attributes(first.user))).toBe('NotAuthorizedException');
    expect(await refreshWith(tokenOf(second), null)).toBe('no refusal');
    const third = await device.signIn(email, NEW_PASSWORD);
    await forgot(email, null);
    expect(await confirmForgot(email, identity.codeOf(email), null, 'third-half-91')).toBe('no refusal');
    for (const ended of [second, third]) {
      expect(await refreshWith(tokenOf(ended), null)).toBe('NotAuthorizedException');
      expect(await refusal(device.attributes(ended.user))).toBe('NotAuthorizedException');
      await expect(identity.verifyToken(ended.session.getIdToken().getJwtToken())).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    }
    expect(await refusal(device.signIn(email, NEW_PASSWORD))).toBe('NotAuthorizedException');
  });
});

describe('sign-ups that wait', () => {
  const owner = () => newBrowser('198.51.100.1');
  const attacker = '203.0.113.66';
  const attackersPassword = 'attacker-s-own-1';

  test('SAF-13a an address somebody else signed up first is free, and their code activates theirs only', async () => {
    const email = newEmail();
    expect(await signUp(email, attacker, attackersPassword, '攻撃者')).toBe('no refusal');
    const theirs = identity.codeOf(email);
    const home = owner();
    expect(await signUp(email, home, PASSWORD, '本人')).toBe('no refusal');
    const own = identity.codeOf(email);
    expect(await confirm(email, theirs, home), 'a code mailed for another sign-up').toBe('CodeMismatchException');
    expect(await confirm(email, own, home)).toBe('no refusal');
    expect(await refusal(device.signIn(email, attackersPassword))).toBe('NotAuthorizedException');
    const { session } = await device.signIn(email);
    expect(session.getIdToken().payload.name).toBe('本人');
    expect(await confirm(email, theirs, attacker)).toBe('ExpiredCodeException');
    expect((await device.signIn(email)).session.isValid()).toBe(true);
    expect(await signUp(email, attacker, attackersPassword)).toBe('UsernameExistsException');
  });

  test('SAF-13a a code activates the password and the name it was mailed for, whoever came last', async () => {
    const email = newEmail();
    await device.signUp(email);
    const own = identity.codeOf(email);
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(identity.codeOf(email)).not.toBe(own);
    // In the browser that signed up, its own password is the one that counts until then.
    const home = owner();
    await signUp(email, home, NEW_PASSWORD, '本人の端末');
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(await refusal(signInFrom(home, email, NEW_PASSWORD))).toBe('UserNotConfirmedException');
    routeFetchTo(identity);
    // A client that keeps no cookies.
    expect(await refusal(device.confirm(email, own))).toBe('no refusal');
    expect((await device.signIn(email)).session.getIdToken().payload.name).toBe('川崎 太郎');
  });

  test('SAF-13a a code asked for again is of the fan’s own sign-up, never of the attacker’s', async () => {
    const email = newEmail();
    const home = owner();
    await signUp(email, home, PASSWORD, '本人');
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(await answerTo('ResendConfirmationCode', { Username: email }, movedTo(home, '198.51.100.2'))).toBe(
      'no refusal',
    );
    expect(await confirm(email, identity.codeOf(email), home)).toBe('no refusal');
    expect((await device.signIn(email)).session.getIdToken().payload.name).toBe('本人');
    // A client without cookies says which one is its own.
    const next = newEmail();
    const UserAttributes = [{ Name: 'name', Value: '本人' }];
    const made = await call(identity.pool, 'SignUp', { ClientId, Username: next, Password: PASSWORD, UserAttributes });
    await signUp(next, attacker, attackersPassword, '攻撃者');
    const ClientMetadata = { user_sub: String(made.body.UserSub) };
    await answerTo('ResendConfirmationCode', { Username: next, ClientMetadata }, '198.51.100.3');
    const ConfirmationCode = identity.codeOf(next);
    expect(await answerTo('ConfirmSignUp', { Username: next, ConfirmationCode, ClientMetadata })).toBe('no refusal');
    expect(await subOf(next)).toBe(made.body.UserSub);
  });

  test('SAF-13a many sign-ups of one address push nobody’s away, and guessing at them stays hopeless', async () => {
    const email = newEmail();
    const home = owner();
    await signUp(email, home, PASSWORD, '本人');
    const own = identity.codeOf(email);
    for (let n = 0; n < 6; n += 1) await signUp(email, attacker, attackersPassword);
    expect(await signUp(email, attacker, attackersPassword)).toBe('LimitExceededException');
    for (let n = 0; n < 30; n += 1) await signUp(email, network(n), attackersPassword);
    expect(mailsTo(email).length).toBeLessThanOrEqual(1 + IDENTITY_LIMITS.mails.signUps.count);
    expect(identity.codeOf(email), 'the more codes are out, the longer they are').toMatch(/^\d{12}$/);
    expect(await confirm(email, own, home)).toBe('no refusal');
    expect((await device.signIn(email)).session.isValid()).toBe(true);
  });

  test('SAF-13b a sign-up is gone after 24 hours, with all that was told about the person', async () => {
    const email = newEmail();
    await device.signUp(email);
    const code = identity.codeOf(email);
    expect(await refusal(device.signIn(email))).toBe('UserNotConfirmedException');
    const nameOf = async () => (await startSrp(email)).body.ChallengeParameters.USERNAME;
    const before = await nameOf();
    identity.clock.ms += 24 * 60 * MINUTE + 1;
    expect(await nameOf(), 'at once, not only once it is swept').not.toBe(before);
    expect(await refusal(device.signIn(email))).toBe('NotAuthorizedException');
    expect(await refusal(device.confirm(email, code))).toBe('ExpiredCodeException');
    await device.forgot(newEmail());
    const left = await db.selectFrom('identity_sign_up').selectAll().where('email', '=', email).execute();
    expect(left).toEqual([]);
    await device.signUp(email);
    await device.confirm(email, identity.codeOf(email));
    expect((await device.signIn(email)).session.isValid()).toBe(true);
  });

  test('SAF-13a ACC-12d the same code once more says that the address is confirmed, and nothing else says it', async () => {
    const email = await registerFan(identity, device);
    const code = identity.codeOf(email);
    expect(await refusal(device.confirm(email, wrongOf(code)))).toBe('CodeMismatchException');
    const again = await call(identity.pool, 'ConfirmSignUp', { ClientId, Username: email, ConfirmationCode: code });
    expect([again.body.__type, again.body.message]).toEqual([
      'NotAuthorizedException',
      'User cannot be confirmed. Current status is CONFIRMED',
    ]);
    // Not after the fan has left: the code makes no account a second time.
    const { user } = await device.signIn(email);
    await device.leave(user);
    expect(await refusal(device.confirm(email, code))).toBe('CodeMismatchException');
    expect(await refusal(device.signIn(email))).toBe('NotAuthorizedException');
  });
});

describe('a stadium behind one address', () => {
  const stadium = '198.51.100.200';
  const countsOf = async () =>
    Object.fromEntries(
      (await db.selectFrom('identity_limit').selectAll().where('key', 'like', 'network:%').execute()).map(
        ({ key, count }) => [key, count],
      ),
    );

  test('SAF-30 honest refreshes count nothing for their network: even a spent one refuses none', async () => {
    const emails = [await registerFan(identity, device), await registerFan(identity, device)];
    const tokens: string[] = [];
    for (const email of emails) {
      tokens.push((await signInFrom(newBrowser(stadium), email)).session.getRefreshToken().getToken());
    }
    const key = `network:sign-in:${stadium}`;
    await db.updateTable('identity_limit').set({ count: RATE_LIMITS.signIns.count }).where('key', '=', key).execute();
    const before = await countsOf();
    expect(await refreshWith('unknown', stadium)).toBe('TooManyRequestsException');
    await db.updateTable('identity_limit').set({ count: RATE_LIMITS.signIns.count }).where('key', '=', key).execute();
    for (let n = 0; n < 20; n += 1) {
      for (const token of nonEmpty(tokens)) expect(await refreshWith(token, stadium)).toBe('no refusal');
    }
    expect(await countsOf()).toEqual(before);
    // They count for their account, which is bounded wherever it is.
    const { count } = IDENTITY_LIMITS.refreshes;
    const own = `refreshes:${await subOf(emails[0] ?? '')}`;
    const row = await db.selectFrom('identity_limit').select('count').where('key', '=', own).executeTakeFirst();
    expect(row).toEqual({ count: 20 });
    await db
      .updateTable('identity_limit')
      .set({ count: count - 1 })
      .where('key', '=', own)
      .execute();
    expect(await refreshWith(tokens[0] ?? '', stadium)).toBe('no refusal');
    expect(await refreshWith(tokens[0] ?? '', stadium)).toBe('TooManyRequestsException');
    expect(await refreshWith(tokens[0] ?? '', '198.51.100.201')).toBe('TooManyRequestsException');
    expect(await refreshWith(tokens[1] ?? '', stadium)).toBe('no refusal');
  });

  test('SAF-30 a good sign-in gives its place back; failures do not, and stop at the bound of the network', async () => {
    const email = await registerFan(identity, device);
    const browsers = Array.from({ length: 8 }, () => newBrowser(stadium));
    await signInFrom(newBrowser(stadium), email);
    const after = await countsOf();
    for (const browser of browsers) await signInFrom(browser, email);
    expect(await countsOf()).toEqual(after);
    expect(new Set(Object.values(after))).toEqual(new Set([0]));
    // Begun in the stadium, ended on the way home.
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const request = new Request(url, init);
      const isSecond = request.headers.get('x-amz-target')?.endsWith('RespondToAuthChallenge');
      return identity.pool.fetch(request, isSecond ? '198.51.100.202' : stadium);
    });
    await device.signIn(email);
    expect(await countsOf()).toEqual(after);

    const key = `network:sign-in:${stadium}`;
    const failures = async () => (await countsOf())[key] ?? 0;
    expect(await guess(newEmail(), stadium)).toBe('NotAuthorizedException');
    expect(await failures()).toBe(1);
    expect(await refreshWith('unknown', stadium)).toBe('NotAuthorizedException');
    expect(await failures()).toBe(2);
    await answerTo(
      'RespondToAuthChallenge',
      {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: 'x',
          PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA',
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          TIMESTAMP: 'Sat Nov 21 09:00:00 UTC 2026',
        },
      },
      stadium,
    );
    expect(await failures()).toBe(3);
    await db.updateTable('identity_limit').set({ count: RATE_LIMITS.signIns.count }).where('key', '=', key).execute();
    expect(await guess(newEmail(), stadium)).toBe('TooManyRequestsException');
    expect(await refreshWith('unknown', stadium)).toBe('TooManyRequestsException');
    // An attacker in the stand stops neither the fans who are signed in nor the phones we know.
    expect((await signInFrom(browsers[0] ?? null, email)).session.isValid()).toBe(true);
    expect(await guess(newEmail(), '198.51.100.201')).toBe('NotAuthorizedException');
  });

  test('SAF-30 a code that comes back counts nothing for the network; wrong ones and unanswered mails do', async () => {
    const browser = newBrowser(stadium);
    const email = newEmail();
    expect(await signUp(email, browser)).toBe('no refusal');
    const wrong = { [`network:codes:${stadium}`]: 1, [`network:mails:${stadium}`]: 1 };
    expect(await confirm(email, wrongOf(identity.codeOf(email)), browser)).toBe('CodeMismatchException');
    expect(await countsOf()).toEqual(wrong);
    expect(await confirm(email, identity.codeOf(email), browser)).toBe('no refusal');
    expect(await countsOf()).toEqual({ ...wrong, [`network:mails:${stadium}`]: 0 });
    await db
      .updateTable('identity_limit')
      .set({ count: RATE_LIMITS.codes.count })
      .where('key', 'like', 'network:%')
      .execute();
    expect(await signUp(newEmail(), browser)).toBe('TooManyRequestsException');
    expect(await confirm(newEmail(), '123456', browser)).toBe('TooManyRequestsException');
  });
});
