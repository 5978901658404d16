// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterAll, expect, test } from 'vitest';
import { renderHookWith } from '../../tests/support/render.tsx';
import { type BadgeIndex, badgeOf, setBadgeIndex, useKnownBadge } from './memberBadges.ts';

const NOTHING: BadgeIndex = { official: undefined, ambassadors: new Set(), premium: new Map() };
const known: BadgeIndex = {
  official: 'off',
  ambassadors: new Set(['off', 'amb']),
  premium: new Map([['e', new Set(['amb', 'pre'])]]),
};
afterAll(() => setBadgeIndex(NOTHING));

test('ROL-04a ROL-04b the mark of whoever speaks for the tenant comes first, a premium user’s last', () => {
  const marks = ['off', 'amb', 'pre', 'fan'].map((id) => badgeOf(known, id, 'e'));
  expect(marks).toEqual(['official', 'ambassador', 'premium', null]);
});

test('ROL-04c a premium user’s badge is that event’s alone', () => {
  expect([badgeOf(known, 'pre', 'other'), badgeOf(known, 'pre', null)]).toEqual([null, null]);
});

test('ROL-04d cards that stand show the marks once they are known', async () => {
  const { result } = await renderHookWith(() => useKnownBadge('pre', 'e'), undefined);
  expect(result.current).toBe(null);
  act(() => setBadgeIndex(known));
  expect(result.current).toBe('premium');
});
