import { expect, test } from 'vitest';
import { ANONYMOUS_CACHE, answerCacheName, answerKey } from './answerKey.ts';

const tokenOf = (claims: object): string => `Bearer h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test('T26 the timestamp does not matter, the order of conditions does not, the tenant does', () => {
  const address = 'http://fans.test/f/media/public/list/items/all?team=t&e=x&timestamp=1';
  const same = 'http://fans.test/f/media/public/list/items/all?e=x&timestamp=2&team=t';
  expect(answerKey(address, 'club')).toBe(answerKey(same, 'club'));
  expect(answerKey(address, 'club')).not.toContain('timestamp');
  expect(answerKey(address, 'club')).not.toBe(answerKey(address, 'league'));
  expect(answerKey(address, 'club')).not.toBe(answerKey(address.replace('e=x', 'e=y'), 'club'));
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
