import { expect, test } from 'vitest';
import { tenants } from '../../tenants/index.ts';
import { PASSWORD } from '../contract/limits.ts';
import { passwordProblem } from './password.ts';

test('ACC-12c length is what counts: 8 to 256 of any characters', () => {
  expect(passwordProblem('k7#Qw9z')).toBe('short');
  expect(passwordProblem('x9 Kd'.repeat(60))).toBe('long');
  expect(passwordProblem(' kd83-wuq9')).toBe('edge');
  expect(passwordProblem('kd83-wuq9 ')).toBe('edge');
  for (const good of [
    'correct horse battery',
    'ゴール裏の一番前で歌う',
    'rainy-derby-night',
    'Stadium2026',
    'k7#Qw9zP',
    'umbrella kick 3',
    `${'Zw4-'.repeat(15)}tail`,
  ])
    expect([good, passwordProblem(good)]).toEqual([good, null]);
  expect(passwordProblem('q7-'.repeat(80) + 'lantern'.repeat(2))).toBeNull();
  expect(PASSWORD.max).toBeGreaterThanOrEqual(64);
});

test.each([
  ...['12345678', '11111111', '20001231', '1990-01-01', '090-1234-5678', '88888888', '87654321'],
  ...['aaaaaaaa', 'abcabcabc', 'abababab', 'passpass', 'lalalala1', 'aaaa1111'],
  ...['sakura2026', 'daisuki1', 'arigatou', 'nippon2026', 'tanaka123', 'oshicolle', 'Oshicolle2026', 'fanphoto1'],
])('ACC-12c one of the first guesses is refused: %s', (password) => {
  expect(passwordProblem(password)).toBe('guessable');
});

test('ACC-12c the service’s own names, and those of the account, are no passwords', () => {
  for (const { id } of tenants) expect([id, passwordProblem(`${id}2026!`.padEnd(8, '1'))]).toEqual([id, 'guessable']);
  expect(passwordProblem('wakabayashi99', ['wakabayashi.ken@example.jp'])).toBe('guessable');
  expect(passwordProblem('Wakabayashi-Ken', ['x@example.jp', 'Wakabayashi Ken'])).toBe('guessable');
  expect(passwordProblem('wakabayashi99')).toBeNull();
});
