import { expect, expectTypeOf, test } from 'vitest';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { API_ERRORS, CLIENT_ERRORS, IDENTITY_ERRORS, STORAGE_ERRORS } from '../contract/errorCodes.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { EVENTS_PER_FAN } from '../contract/limits.ts';
import { errors, errorText, identityErrors } from './jaErrors.ts';

const isJapanese = /[぀-ヿ一-鿿]/;

test('ERR-01a every code has a Japanese sentence', () => {
  expectTypeOf<keyof typeof errors>().toEqualTypeOf<ErrorCode>();
  const codes = [...(Object.keys(API_ERRORS) as ErrorCode[]), ...IDENTITY_ERRORS, ...STORAGE_ERRORS, ...CLIENT_ERRORS];
  for (const code of nonEmpty(codes)) expect(errorText(code), code).toMatch(isJapanese);
  expect(Object.keys(errors).sort()).toEqual([...new Set(codes)].sort());
});

test('ERR-01a no error promises a resend: only posts have a queue, and it speaks for itself', () => {
  for (const [code, text] of nonEmpty(Object.entries(errors)))
    expect(text, code).not.toMatch(/自動で(?!設定)|送信し(ます|直します)/);
});

test('EVT-02f who has too many events is told how many one may have, and what to do', () => {
  expect(errorText('EVENT_LIMIT_REACHED')).toContain(`${EVENTS_PER_FAN}件`);
  expect(errorText('EVENT_LIMIT_REACHED')).toContain('削除');
});

test('ACC-12a the identity table says what §8 says', () => {
  expect(identityErrors.UsernameExistsException).toContain('全スポーツ・全クラブ共通');
  expect(identityErrors.LimitExceededException).toContain('15分以上');
  expect(identityErrors.ExpiredCodeException).toContain('新しいコードを発行');
  expect(identityErrors.NotAuthorizedException).toBe(identityErrors.InvalidParameterException);
});
