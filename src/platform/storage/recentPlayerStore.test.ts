// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { recentPlayers, rememberPlayers } from './recentPlayerStore.ts';

beforeEach(() => localStorage.clear());

test('FAN-03c SAF-15 the players of the last posts are those of this fan in this tenant', () => {
  rememberPlayers('club', 'aki', ['山田', '佐藤']);
  rememberPlayers('league', 'aki', ['鈴木']);
  rememberPlayers('club', 'aki', ['佐藤']);
  expect(recentPlayers('club', 'aki')).toEqual(['佐藤', '山田']);
  expect([recentPlayers('league', 'aki'), recentPlayers('club', 'ben')]).toEqual([['鈴木'], []]);
});
