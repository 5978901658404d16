import { expect, test } from 'vitest';
import { mayTakeHome } from './takeHome.ts';

test('KEP-02c own photos are saved, those of others where their authors agreed to their use', () => {
  const photo = (user_id: string, usepermit: boolean) => ({ user_id, usepermit });
  expect([mayTakeHome(photo('me', false), 'me'), mayTakeHome(photo('other', true), 'me')]).toEqual([true, true]);
  expect([mayTakeHome(photo('other', true), null), mayTakeHome(photo('other', false), 'me')]).toEqual([true, false]);
  // Who has left has no id: nor is it the visitor's.
  expect(mayTakeHome(photo('', false), null)).toBe(false);
});
