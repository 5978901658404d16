/** Strangers who know a fan's public id or mail address keep nobody out (SAF-05), nor does a crowd in one network (SAF-30). */

import { describe, expect, test, vi } from 'vitest';
import { IDENTITY_LIMITS, RATE_LIMITS } from '../../src/contract/limits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { createIdentityCalls, NEW_PASSWORD, network, signInFrom, subOf } from './identityCalls.ts';
import {
  type Browser,
  MINUTE,
  movedTo,
  newBrowser,
  newEmail,
  PASSWORD,
  refusal,
  registerFan,
  wrongOf,
} from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

// The library's SRP arithmetic takes a fifth of a second a sign-in, more on a busy machine.

const fixture = withIdentity({ forgets: ['identity_limit'] });

const { answerTo, guess, forgot, confirmForgot, signUp, confirm, refreshWith, mailsTo } = createIdentityCalls(
  () => fixture.identity,
);
const signIn = (browser: Browser | null, email: string, password = PASSWORD) =>
  signInFrom({ identity: fixture.identity, device: fixture.device }, browser, email, password);

/** Wrong passwords of strangers until all together have none left; most of the networks are counted, not played. */
async function guessFromEverywhere(email: string, first: number): Promise<void> {
  const { each, strangers } = IDENTITY_LIMITS.passwords;
  const guesses = (n: number) => Promise.all(Array.from({ length: each.count }, () => guess(email, network(n))));
  expect(new Set(await guesses(first))).toEqual(new Set(['NotAuthorizedException']));
  await fixture.db
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
    const email = await registerFan(fixture.identity, fixture.device);
    const home = newBrowser('198.51.100.1');
    await signIn(home, email);
    const attacker = '203.0.113.66';
    for (const known of [await subOf(fixture.db, email), email]) {
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

    expect((await signIn(newBrowser('198.51.100.2'), email)).session.isValid()).toBe(true);
    // The known device even in the attacker's own network.
    const besideAttacker = movedTo(home, attacker);
    expect((await signIn(besideAttacker, email)).session.isValid()).toBe(true);
    for (const where of ['198.51.100.3', besideAttacker]) {
      const before = mailsTo(email).length;
      expect(await forgot(email, where)).toBe('no refusal');
      expect(mailsTo(email)).toHaveLength(before + 1);
      expect(await confirmForgot(email, fixture.identity.codeOf(email), where)).toBe('no refusal');
    }
  });

  test('SAF-05a the public id is no name to sign in with', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    expect(await refusal(fixture.device.signIn(await subOf(fixture.db, email)))).toBe('NotAuthorizedException');
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
  });

  test('SAF-05a SAF-05b guesses from everywhere leave known devices in, and a mailed code lets in the others', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const home = newBrowser('198.51.100.1');
    await signIn(home, email);
    await guessFromEverywhere(email, 0);
    const fresh = newBrowser('198.51.100.9');
    expect(await refusal(signIn(fresh, email))).toBe('LimitExceededException');
    expect((await signIn(home, email)).session.isValid()).toBe(true);
    expect(await forgot(email, fresh)).toBe('no refusal');
    expect(await confirmForgot(email, fixture.identity.codeOf(email), fresh)).toBe('no refusal');
    expect((await signIn(fresh, email, NEW_PASSWORD)).session.isValid()).toBe(true);
    // Who proved the mailbox is known from now on.
    await guessFromEverywhere(email, 1000);
    expect(await refusal(signIn(newBrowser('198.51.100.10'), email, NEW_PASSWORD))).toBe('LimitExceededException');
    expect((await signIn(fresh, email, NEW_PASSWORD)).session.isValid()).toBe(true);
  });

  test('SAF-05c ACC-12b a known device is locked after five wrong passwords, and so is a left phone', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const phone = newBrowser('198.51.100.1');
    await signIn(phone, email);
    for (let n = 0; n < 5; n += 1) expect(await guess(email, phone)).toBe('NotAuthorizedException');
    expect(await refusal(signIn(phone, email))).toBe('LimitExceededException');
    expect((await signIn(newBrowser(phone.address), email)).session.isValid()).toBe(true);
    fixture.identity.clock.ms += 15 * MINUTE;
    expect((await signIn(phone, email)).session.isValid()).toBe(true);
  });

  test('SAF-05a the mark of a known device is of one account, out of reach of scripts, and ends with a reset', async () => {
    const [email, other] = [
      await registerFan(fixture.identity, fixture.device),
      await registerFan(fixture.identity, fixture.device),
    ];
    const thief = newBrowser('203.0.113.66');
    await signIn(thief, other);
    for (let n = 0; n < 5; n += 1) await guess(email, thief);
    expect(await guess(email, '203.0.113.66'), 'counted as the stranger it is').toBe('LimitExceededException');

    const raw: string[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await fixture.identity.pool.fetch(
        new Request(url.replace('http:', 'https:'), init),
        '198.51.100.1',
      );
      raw.push(...answer.headers.getSetCookie());
      return answer;
    });
    await fixture.device.signIn(email);
    expect(raw).toHaveLength(1);
    expect(raw[0]).toMatch(/^__Host-fan-device=[\w.~-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
    expect(raw[0]).not.toContain(await subOf(fixture.db, email));

    const once = newBrowser('198.51.100.1');
    await signIn(once, email);
    const changed = String(once.cookies.get('fan-device')).replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
    const forged: Browser = { address: '198.51.100.1', cookies: new Map([['fan-device', changed]]) };
    for (let n = 0; n < 5; n += 1) await guess(email, forged);
    expect(await guess(email, '198.51.100.1'), 'a forged mark is none').toBe('LimitExceededException');
    fixture.identity.clock.ms += 1;
    await forgot(email, '198.51.100.7');
    await confirmForgot(email, fixture.identity.codeOf(email), '198.51.100.7');
    expect(await guess(email, once), 'a mark of before the reset is none').toBe('LimitExceededException');
  });

  test('SAF-05b wrong codes from one network burn no code; from everywhere, the next code is a longer one', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const owner = newBrowser('198.51.100.1');
    await forgot(email, owner);
    const code = fixture.identity.codeOf(email);
    const { each, strangers } = IDENTITY_LIMITS.codes;
    for (let n = 0; n < each.count; n += 1) {
      expect(await confirmForgot(email, wrongOf(code), '203.0.113.66')).toBe('CodeMismatchException');
    }
    expect(await confirmForgot(email, code, '203.0.113.66')).toBe('LimitExceededException');
    expect(await confirmForgot(email, code, owner)).toBe('no refusal');

    await forgot(email, owner);
    const short = fixture.identity.codeOf(email);
    for (let n = 0; n < strangers.count / each.count; n += 1) {
      for (let tried = 0; tried < each.count; tried += 1) await confirmForgot(email, wrongOf(short), network(n));
    }
    expect(await confirmForgot(email, short, '198.51.100.5'), 'no longer guessable').toBe('ExpiredCodeException');
    expect(await forgot(email, '198.51.100.5')).toBe('no refusal');
    const long = fixture.identity.codeOf(email);
    expect(long).toMatch(/^\d{12}$/);
    expect(await confirmForgot(email, wrongOf(long), network(500))).toBe('CodeMismatchException');
    expect(await confirmForgot(email, long, '198.51.100.5')).toBe('no refusal');
  });

  test('SAF-05b requests of strangers end no code that was mailed, and mail an address a bounded number', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    await forgot(email, '198.51.100.1');
    const code = fixture.identity.codeOf(email);
    fixture.identity.clock.ms += 31 * MINUTE;
    const before = mailsTo(email).length;
    for (let n = 0; n < 30; n += 1) expect(await forgot(email, network(n))).toBe('no refusal');
    expect(mailsTo(email).length - before).toBeLessThanOrEqual(IDENTITY_LIMITS.mails.strangers.count);
    // The fan's room: the code is in the mailbox already, and the one asked for half an hour ago is good as well.
    expect(await forgot(email, '198.51.100.2')).toBe('no refusal');
    expect(await confirmForgot(email, code, '198.51.100.2', 'short')).toBe('InvalidPasswordException');
    fixture.identity.clock.ms += 58 * MINUTE;
    expect(await confirmForgot(email, fixture.identity.codeOf(email), '198.51.100.2')).toBe('no refusal');
  });

  test('SAF-05b a known device is mailed a code though strangers used up their mails', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const home = newBrowser('203.0.113.66');
    await signIn(home, email);
    for (let n = 0; n < 30; n += 1) await forgot(email, network(n));
    const before = mailsTo(email).length;
    expect(await forgot(email, home)).toBe('no refusal');
    expect(mailsTo(email)).toHaveLength(before + 1);
    expect(await confirmForgot(email, fixture.identity.codeOf(email), home)).toBe('no refusal');
  });
});

describe('a stadium behind one address', () => {
  const stadium = '198.51.100.200';
  const countsOf = async () =>
    Object.fromEntries(
      (await fixture.db.selectFrom('identity_limit').selectAll().where('key', 'like', 'network:%').execute()).map(
        ({ key, count }) => [key, count],
      ),
    );

  test('SAF-30 honest refreshes count nothing for their network: even a spent one refuses none', async () => {
    const emails = [
      await registerFan(fixture.identity, fixture.device),
      await registerFan(fixture.identity, fixture.device),
    ];
    const tokens: string[] = [];
    for (const email of emails) {
      tokens.push((await signIn(newBrowser(stadium), email)).session.getRefreshToken().getToken());
    }
    const key = `network:sign-in:${stadium}`;
    await fixture.db
      .updateTable('identity_limit')
      .set({ count: RATE_LIMITS.signIns.count })
      .where('key', '=', key)
      .execute();
    expect(await refreshWith('unknown', stadium)).toBe('NotAuthorizedException');
    const { count: unknown } = RATE_LIMITS.refreshes;
    await fixture.db
      .updateTable('identity_limit')
      .set({ count: unknown })
      .where('key', '=', `network:refresh:${stadium}`)
      .execute();
    const before = await countsOf();
    expect(await refreshWith('unknown', stadium)).toBe('TooManyRequestsException');
    await fixture.db
      .updateTable('identity_limit')
      .set({ count: unknown })
      .where('key', '=', `network:refresh:${stadium}`)
      .execute();
    for (let n = 0; n < 20; n += 1) {
      for (const token of nonEmpty(tokens)) expect(await refreshWith(token, stadium)).toBe('no refusal');
    }
    expect(await countsOf()).toEqual(before);
    // They count for their account, which is bounded wherever it is.
    const { count } = IDENTITY_LIMITS.refreshes;
    const own = `refreshes:${await subOf(fixture.db, emails[0] ?? '')}`;
    const row = await fixture.db.selectFrom('identity_limit').select('count').where('key', '=', own).executeTakeFirst();
    expect(row).toEqual({ count: 20 });
    await fixture.db
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
    const email = await registerFan(fixture.identity, fixture.device);
    const browsers = Array.from({ length: 8 }, () => newBrowser(stadium));
    await signIn(newBrowser(stadium), email);
    const after = await countsOf();
    for (const browser of browsers) await signIn(browser, email);
    expect(await countsOf()).toEqual(after);
    expect(new Set(Object.values(after))).toEqual(new Set([0]));
    // Begun in the stadium, ended on the way home.
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const request = new Request(url, init);
      const isSecond = request.headers.get('x-amz-target')?.endsWith('RespondToAuthChallenge');
      return fixture.identity.pool.fetch(request, isSecond ? '198.51.100.202' : stadium);
    });
    await fixture.device.signIn(email);
    expect(await countsOf()).toEqual(after);

    const key = `network:sign-in:${stadium}`;
    const failures = async () => (await countsOf())[key] ?? 0;
    expect(await guess(newEmail(), stadium)).toBe('NotAuthorizedException');
    expect(await failures()).toBe(1);
    expect(await refreshWith('unknown', stadium)).toBe('NotAuthorizedException');
    expect(await failures()).toBe(1);
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
    expect(await failures()).toBe(2);
    await fixture.db
      .updateTable('identity_limit')
      .set({ count: RATE_LIMITS.signIns.count })
      .where('key', '=', key)
      .execute();
    expect(await guess(newEmail(), stadium)).toBe('TooManyRequestsException');
    // An attacker in the stand stops neither the fans who are signed in nor the phones we know.
    expect((await signIn(browsers[0] ?? null, email)).session.isValid()).toBe(true);
    expect(await guess(newEmail(), '198.51.100.201')).toBe('NotAuthorizedException');
  });

  test('HLF-01 fans who sign in make room for those who mistype; one account makes it once', async () => {
    const place = '198.51.100.210';
    const key = `network:sign-in:${place}`;
    const emails = [
      await registerFan(fixture.identity, fixture.device),
      await registerFan(fixture.identity, fixture.device),
    ];
    const failures = async () => (await countsOf())[key];
    for (let n = 0; n < 4; n += 1) await guess(newEmail(), place);
    expect(await failures()).toBe(4);
    for (const email of nonEmpty(emails)) await signIn(newBrowser(place), email);
    expect(await failures()).toBe(2);
    // A sprayer with an account of their own gains nothing by signing in again and again.
    for (let n = 0; n < 5; n += 1) await signIn(newBrowser(place), emails[0] ?? '');
    expect(await failures()).toBe(2);
    await fixture.db
      .updateTable('identity_limit')
      .set({ count: RATE_LIMITS.signIns.count })
      .where('key', '=', key)
      .execute();
    expect(await guess(newEmail(), place)).toBe('TooManyRequestsException');
  });

  test('SAF-30 a code that comes back counts nothing for the network; wrong ones and unanswered mails do', async () => {
    const browser = newBrowser(stadium);
    const email = newEmail();
    expect(await signUp(email, browser)).toBe('no refusal');
    const wrong = { [`network:codes:${stadium}`]: 1, [`network:mails:${stadium}`]: 1 };
    expect(await confirm(email, wrongOf(fixture.identity.codeOf(email)), browser)).toBe('CodeMismatchException');
    expect(await countsOf()).toEqual(wrong);
    expect(await confirm(email, fixture.identity.codeOf(email), browser)).toBe('no refusal');
    expect(await countsOf()).toEqual({ ...wrong, [`network:mails:${stadium}`]: 0 });
    await fixture.db
      .updateTable('identity_limit')
      .set({ count: RATE_LIMITS.codes.count })
      .where('key', 'like', 'network:%')
      .execute();
    expect(await signUp(newEmail(), browser)).toBe('TooManyRequestsException');
    expect(await confirm(newEmail(), '123456', browser)).toBe('TooManyRequestsException');
  });
});
