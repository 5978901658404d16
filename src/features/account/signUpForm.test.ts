import { expect, test } from 'vitest';
import { birthYears, checkSignUp, emailError } from './signUpForm.ts';

const good = {
  email: 'fan@example.jp',
  password: 'Ganbare-90plus3',
  name: '山田 花子',
  nickname: 'はな',
  extended1: '',
  extended2: '',
};

test('ACC-04a a complete form passes; birth year and prefecture are optional', () => {
  expect(checkSignUp(good)).toEqual({});
});

test('ACC-04a every missing or malformed field says what to do', () => {
  const errors = checkSignUp({
    ...good,
    name: ' ',
    nickname: 'あ'.repeat(41),
    email: 'fan@example',
    password: 'ganbare',
  });
  expect(errors.name).toBe('お名前を入力してください。');
  expect(errors.nickname).toContain('40文字以内');
  expect(errors.email).toContain('メールアドレスの形');
  expect(errors.password).toContain('8文字以上');
});

test('ACC-04d an address in full-width letters has the form of one', () => {
  expect(emailError('　ｆａｎ＠ｅｘａｍｐｌｅ．ｊｐ')).toBeUndefined();
  expect(emailError('fan＠example。jp')).toBeUndefined();
  expect(emailError('ｆａｎ＠ｅｘａｍｐｌｅ')).toContain('メールアドレスの形');
  expect(emailError('　')).toBe('メールアドレスを入力してください。');
});

test('ACC-04a birth years start at 13 years', () => {
  expect(birthYears(2026)[0]).toBe(2013);
});
