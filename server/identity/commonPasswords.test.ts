import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { PASSWORD } from '../../src/contract/limits.ts';
import { passwordProblem } from '../../src/rules/password.ts';
import { isCommonPassword } from './commonPasswords.ts';

test.each([
  ...['password', 'Password1', 'P@ssw0rd', 'p4ssw0rd!', 'passw0rd2026', 'password-1', '123password', 'PASSWORD!!'],
  ...['qwertyui', 'qwerty123', '1q2w3e4r', '1qaz2wsx', 'asdfghjkl', 'zxcvbnm1', 'abcd1234', 'qwer1234'],
  ...['iloveyou', 'iloveyou1', 'sunshine', 'princess1', 'football1', 'baseball', 'welcome1', 'letmein!', 'monkey123'],
  ...['dragon12', 'superman', 'starwars', 'pokemon1', 'trustno1', 'ｐａｓｓｗｏｒｄ', 'hellofriend', 'soccerdragon1'],
  ...['liverpool', 'samantha', 'victoria', 'metallica', '12qwaszx', 'liverpool1', 'Victoria!'],
])('ACC-12c a password of the world’s leaks is refused: %s', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test('ACC-12c each of at least 30,000 common passwords is refused, also with a digit or ! behind it', async () => {
  const listed: readonly string[] = dictionary['passwords-common'];
  expect(listed.length).toBeGreaterThan(30_000);
  const long = listed.filter(({ length }) => length >= PASSWORD.min - 1);
  const taken: string[] = [];
  for (const password of long.flatMap((word) => [word, `${word}7`, `${word}!`]))
    if (passwordProblem(password) === null && !(await isCommonPassword(password))) taken.push(password);
  expect(taken).toEqual([]);
});

test.each([
  ...[
    'correct horse battery',
    'ゴール裏の一番前で歌う',
    'rainy-derby-night',
    'Stadium2026',
    'k7#Qw9zP',
    'umbrella kick 3',
  ],
  ...['wakabayashi99', 'new-pass-2026', 'midori-derby-7'],
])('ACC-12c what few people have is taken: %s', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});

test.each([
  ['a walk and two more', 'sdfghjklx9', true],
  ['a walk and three more', 'sdfghjklx9v', false],
  ['walks on both rows, backwards', 'poiuytrlkjhgf', true],
  ['the digits to zero', 'x567890qw', false],
  ['down the columns', 'qazwsxedc', true],
  ['left and right in turns', 'q1w2e3r4t5', true],
  ['letters and digits counted up', 'a1b2c3d4e5', true],
  ['the row of signs', '!"#$%&()x', true],
  ['the row of signs of another keyboard', '!@#$%^&*()', true],
  ['a zigzag down and up', '1q2w3e4r5t', true],
  ['down the columns with digits', '3edc4rfv5tgb', true],
  ['digits in front of a word with digits for letters', '13p4ssword', true],
  ['a digit for an E', 'fre3dom77', true],
  ['a digit for an I', 'w1nter77', true],
  ['a sign for an I', 'w!nter77', true],
  ['a digit for an S', 'pa5sword77', true],
  ['a sign for an S', 'pa$sword77', true],
  ['a digit for a T', 'win7er99', true],
])('ACC-12c %s: %s', async (_, password, isRefused) => {
  expect(await isCommonPassword(password)).toBe(isRefused);
});
