import { expect, test } from 'vitest';
import { birthYears, checkSignUp, emailError, namesOf } from './signUpForm.ts';

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
    name: 'あ'.repeat(41),
    nickname: 'あ'.repeat(41),
    email: 'fan@example',
    password: 'ganbare',
  });
  expect(errors.name).toContain('お名前は40文字以内');
  expect(errors.nickname).toContain('40文字以内');
  expect(errors.email).toContain('メールアドレスの形');
  expect(errors.password).toContain('8文字以上');
});

test('FAN-07b who gives no name signs up with the nickname for both', () => {
  expect(checkSignUp({ ...good, name: ' ' })).toEqual({});
  expect(checkSignUp({ ...good, name: '', nickname: '' }).nickname).toBe('ニックネームを入力してください。');
  expect(namesOf({ name: '', nickname: ' はな ' })).toEqual({ name: 'はな', nickname: 'はな' });
  expect(namesOf({ name: '山田 花子', nickname: 'はな' })).toEqual({ name: '山田 花子', nickname: 'はな' });
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
