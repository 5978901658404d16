import { expect, test } from 'vitest';
import { ANONYMOUS_CACHE, answerCacheName, answerKey, fanOfToken } from './answerKey.ts';

const tokenOf = (claims: object): string => `Bearer h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test('T26 the timestamp does not matter, the order of conditions does not, the tenant does', () => {
  const address = 'http://fans.test/f/media/public/list/items/all?team=t&e=x&timestamp=1';
  const same = 'http://fans.test/f/media/public/list/items/all?e=x&timestamp=2&team=t';
  expect(answerKey(address, 'club')).toBe(answerKey(same, 'club'));
  expect(answerKey(address, 'club')).not.toContain('timestamp');
  expect(answerKey(address, 'club')).not.toBe(answerKey(address, 'league'));
  expect(answerKey(address, 'club')).not.toBe(answerKey(address.replace('e=x', 'e=y'), 'club'));
});

test('T26 the key is a plain address, the same in each build: what was kept is found after an update', () => {
  const address = 'http://fans.test/f/x?b=2&timestamp=1&a=%E5%B1%B1#part';
  expect(answerKey(address, 'club')).toBe('http://fans.test/f/x?a=%E5%B1%B1&b=2&kept-for-tenant=club');
  expect(answerKey(address, null)).toBe('http://fans.test/f/x?a=%E5%B1%B1&b=2&kept-for-tenant=');
  // A caller cannot name another tenant in the address.
  expect(answerKey(`${address.split('#')[0]}&kept-for-tenant=league`, 'club')).toBe(answerKey(address, 'club'));
});

test('T26 whose a token is, is read whatever its claims are written in', () => {
  const claims = { sub: 'fan-1', name: '山田?~>ÿ花子' };
  for (const pad of ['', 'a', 'ab']) {
    const token = tokenOf({ ...claims, pad });
    expect([token.includes('-'), token.includes('_'), fanOfToken(token)]).toEqual([true, true, 'fan-1']);
  }
  expect(fanOfToken(tokenOf({ sub: '山田' }))).toBe('山田');
});

test('T26 HLF-08c a fan whose account moved here goes by the id pages know, not by that of the pool', async () => {
  const token = tokenOf({ sub: 'of-the-pool', 'custom:user_id': 'fan-1' });
  expect(fanOfToken(token)).toBe('fan-1');
  expect(await answerCacheName(token)).toBe(await answerCacheName(tokenOf({ sub: 'fan-1' })));
});

test('T26 answers of users and of nobody stand apart; the name outlives a renewed token and hides the user', async () => {
  const first = await answerCacheName(tokenOf({ sub: 'fan-1', iat: 1 }));
  expect(await answerCacheName(tokenOf({ sub: 'fan-1', iat: 2 }))).toBe(first);
  expect(first).not.toContain('fan-1');
  expect(await answerCacheName(tokenOf({ sub: 'fan-2' }))).not.toBe(first);
  expect(await answerCacheName(null)).toBe(ANONYMOUS_CACHE);
});

test.each(['Bearer nonsense', 'Bearer a.b.c', tokenOf({}), tokenOf({ sub: '' })])(
  'T26 nothing is kept under a token that names nobody: %s',
  async (token) => {
    expect(await answerCacheName(token)).toBeNull();
  },
);
