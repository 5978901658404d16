/** Cookies by which a browser is known for an account, and for its own sign-up. */
import { expect, test } from 'vitest';
import { createDevices, ownSignUp, rememberSignUp } from './devices.ts';
import type { Call } from './wire.ts';

const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-11-21T09:00:00Z');
const callWith = (cookie: string | null = null, isSecure = false): Call => ({
  headers: new Headers(cookie === null ? {} : { cookie }),
  network: '203.0.113.1',
  isSecure,
  proof: 'none',
  cookies: [],
});
const owner = (sub: string, devices_since: Date | null = null) => ({ sub, devices_since });

function setUp(secret = 'secret') {
  const clock = { ms: NOW };
  const devices = createDevices(Buffer.from(secret), () => clock.ms);
  /** Signs in from a browser that has this cookie; the cookie it has afterwards. */
  const signIn = (sub: string, cookie: string | null = null) => {
    const call = callWith(cookie);
    devices.remember(call, owner(sub));
    return call.cookies[0]?.split(';')[0] ?? '';
  };
  const idOf = (cookie: string | null, sub: string, since: Date | null = null) =>
    devices.idOf(callWith(cookie), owner(sub, since));
  return { clock, devices, signIn, idOf };
}

test('SAF-05a a browser that signed in is known for that account, under one id, and a stranger is not', () => {
  const { devices, signIn, idOf } = setUp();
  const cookie = signIn('aki');
  const id = idOf(cookie, 'aki');
  expect(id).toMatch(/^[\w-]{16}$/);
  expect(idOf(signIn('aki', cookie), 'aki')).toBe(id);
  expect([idOf(cookie, 'ben'), idOf(null, 'aki'), devices.idOf(callWith(cookie), null)]).toEqual([null, null, null]);
  expect(idOf(signIn('aki'), 'aki')).not.toBe(id);
  expect(setUp('another secret').idOf(cookie, 'aki')).toBeNull();
});

test('SAF-05a a mark that was changed in any part, or is none, knows nobody', () => {
  const { signIn, idOf } = setUp();
  const [name = '', mark = ''] = signIn('aki').split('=');
  const [id = '', issued = '', signature = ''] = mark.split('.');
  const other = (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`;
  const later = (Number.parseInt(issued, 36) + 1).toString(36);
  const forged = [
    ...[`${other(id)}.${issued}.${signature}`, `${id}.${later}.${signature}`, `${id}.${issued}.${other(signature)}`],
    ...[`x${mark}`, `${mark}x`, mark.slice(0, -1), '', '..', id],
  ];
  expect(forged.map((one) => idOf(`${name}=${one}`, 'aki'))).toEqual(forged.map(() => null));
  expect(idOf(`a=b; ${name}=${mark}; c=d`, 'aki')).toBe(id);
  expect(idOf(`x${name}=${mark}`, 'aki')).toBeNull();
});

test('SAF-05a a mark is not of an account whose id goes on where the other one ends', () => {
  const { clock, signIn, idOf } = setUp();
  clock.ms = 36 ** 2;
  const [name, id = '', issued, signature] = signIn('aki').split(/[=.]/);
  expect(issued).toBe('100');
  expect(idOf(`${name}=${id}.100.${signature}`, 'aki')).toBe(id);
  expect(idOf(`${name}=${id.slice(1)}1.00.${signature}`, `aki${id[0]}`)).toBeNull();
});

test('SAF-05a a mark ends after 400 days, and with the next reset of the password', () => {
  const { clock, signIn, idOf } = setUp();
  const cookie = signIn('aki');
  expect(idOf(cookie, 'aki', new Date(NOW))).not.toBeNull();
  expect(idOf(cookie, 'aki', new Date(NOW + 1))).toBeNull();
  clock.ms = NOW + 400 * DAY;
  expect(idOf(cookie, 'aki')).not.toBeNull();
  clock.ms += 1;
  expect(idOf(cookie, 'aki')).toBeNull();
});

test('SAF-05a a shared browser is known for the five accounts that signed in last', () => {
  const { signIn, idOf } = setUp();
  let cookie: string | null = null;
  const subs = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const sub of subs) cookie = signIn(sub, cookie);
  expect(cookie?.split('~'), 'the cookie grows no further').toHaveLength(5);
  const known = () => subs.filter((sub) => idOf(cookie, sub) !== null);
  expect(known()).toEqual(['b', 'c', 'd', 'e', 'f']);
  // Signing in again adds no second mark of the same account.
  cookie = signIn('b', cookie);
  expect(known()).toEqual(['b', 'c', 'd', 'e', 'f']);
  cookie = signIn('a', cookie);
  expect(known()).toEqual(['a', 'b', 'd', 'e', 'f']);
  cookie = signIn('a', cookie);
  expect([known(), cookie.split('~').length]).toEqual([['a', 'b', 'd', 'e', 'f'], 5]);
  // A cookie somebody wrote is read no further.
  const [name = '', ...marks] = subs.map((sub) => signIn(sub)).flatMap((own) => own.split('='));
  const written = `${name}=${marks.filter((part) => part !== name).join('~')}`;
  expect(subs.filter((sub) => idOf(written, sub) !== null)).toEqual(['a', 'b', 'c', 'd', 'e']);
  // Rubbish among the marks takes no place of theirs.
  expect(idOf(cookie?.replace('=', `=${'x~'.repeat(10)}`) ?? null, 'f')).not.toBeNull();
});

test('SAF-05a no script, other site or page without https reads or sets the cookies', () => {
  const { devices } = setUp();
  const open = callWith();
  devices.remember(open, owner('aki'));
  expect(open.cookies).toEqual([
    expect.stringMatching(/^fan-device=[\w.-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/),
  ]);
  const secure = callWith(null, true);
  devices.remember(secure, owner('aki'));
  expect(secure.cookies).toEqual([
    expect.stringMatching(/^__Host-fan-device=[\w.-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/),
  ]);
  const set = secure.cookies[0]?.split(';')[0] ?? '';
  expect(devices.idOf(callWith(set, true), owner('aki'))).not.toBeNull();
  expect(devices.idOf(callWith(set.replace('__Host-', ''), true), owner('aki'))).toBeNull();
});

test('SAF-13a SAF-15 a browser knows its own sign-up until that became an account it signed in to', () => {
  const { devices } = setUp();
  const call = callWith();
  rememberSignUp(call, 'aki', DAY);
  expect(call.cookies).toEqual(['fan-sign-up=aki; Path=/; Max-Age=86400; HttpOnly; SameSite=Strict']);
  const has = 'fan-sign-up=aki';
  expect([ownSignUp(callWith(has)), ownSignUp(callWith()), ownSignUp(callWith('fan-sign-up=a=b'))]).toEqual([
    ...['aki', null, 'a=b'],
  ]);
  const [others, own] = [callWith(has), callWith(has)];
  devices.remember(others, owner('ben'));
  devices.remember(own, owner('aki'));
  expect(others.cookies).toHaveLength(1);
  expect(own.cookies[1]).toBe('fan-sign-up=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
});
