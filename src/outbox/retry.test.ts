import { expect, test } from 'vitest';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { API_ERRORS, CLIENT_ERRORS, IDENTITY_ERRORS, STORAGE_ERRORS } from '../contract/errorCodes.ts';
import { AppError } from '../contract/errors.ts';
import { BACKOFF, backoffDelay, classifyFailure, isLineFailure, isOfPhoto } from './retry.ts';

test.each([
  ['EVENT_OVER', 'permanent', false],
  ['NOT_A_MEMBER', 'permanent', false],
  ['IMAGE_NOT_JPEG', 'permanent', true],
  ['BYTES_LOST', 'permanent', true],
  ['PreconditionFailed', 'permanent', true],
  ['EntityTooLarge', 'permanent', true],
  ['IMAGE_TOO_LARGE', 'permanent', true],
  ['CANVAS_BLOCKED', 'permanent', true],
  ['UNAUTHENTICATED', 'login', false],
  ['NotAuthorizedException', 'login', false],
  ['BAD_ANSWER', 'temporary', false],
  ['RequestTimeTooSkewed', 'temporary', false],
  ['QUOTA_EXCEEDED', 'temporary', false],
] as const)('QUE-03b %s is %s whatever its maker says', (code, kind, isOfPhoto) => {
  for (const told of ['later', 'never', 'login'] as const)
    expect(classifyFailure(new AppError(code, told))).toEqual({ kind, code, isOfPhoto });
});

test('QUE-03a a picture that failed for want of memory is tried again, a broken one is not', () => {
  expect(classifyFailure(new AppError('IMAGE_LOAD', 'later')).kind).toBe('temporary');
  expect(classifyFailure(new AppError('IMAGE_LOAD', 'never'))).toMatchObject({ kind: 'permanent', isOfPhoto: true });
});

test('QUE-03a our own mistakes are no reason to give a post up', () => {
  expect(classifyFailure(new TypeError('x is undefined'))).toEqual({
    kind: 'temporary',
    code: 'UNEXPECTED',
    isOfPhoto: false,
  });
});

test.each(['CANVAS_CONTEXT', 'CANVAS_EXPORT', 'IMAGE_LOAD'] as const)(
  'QUE-03b %s stops one photo, not its post',
  (code) => {
    expect(classifyFailure(new AppError(code, 'never'))).toEqual({ kind: 'permanent', code, isOfPhoto: true });
    expect([isOfPhoto(code), isOfPhoto('EVENT_OVER')]).toEqual([true, false]);
  },
);

test('QUE-03b a picture that may come out next time stops neither itself nor its post', () => {
  expect(classifyFailure(new AppError('IMAGE_LOAD', 'later'))).toMatchObject({ kind: 'temporary', isOfPhoto: false });
});

test('QUE-03b there is a decision for every code there is, and one that stands by what its maker says', () => {
  const codes = [...(Object.keys(API_ERRORS) as (keyof typeof API_ERRORS)[]), ...IDENTITY_ERRORS];
  for (const code of nonEmpty([...codes, ...STORAGE_ERRORS, ...CLIENT_ERRORS])) {
    const kinds = (['later', 'login', 'never'] as const).map((told) => classifyFailure(new AppError(code, told)).kind);
    const isTold = kinds.join() === 'temporary,login,permanent';
    expect([code, isTold || new Set(kinds).size === 1]).toEqual([code, true]);
    for (const kind of kinds) expect(['temporary', 'login', 'permanent'], code).toContain(kind);
  }
});

test('T24 the line is in doubt after no answer, a late one or one of another shape; else it is not', () => {
  expect((['NETWORK', 'TIMEOUT', 'BAD_ANSWER'] as const).map(isLineFailure)).toEqual([true, true, true]);
  expect((['INTERNAL', 'SlowDown', 'EVENT_OVER'] as const).map(isLineFailure)).toEqual([false, false, false]);
});

test('QUE-03a T29 the wait lies between 2 s and a ceiling that doubles up to 5 minutes', () => {
  for (const [failures, ceiling] of [
    [1, 4_000],
    [2, 8_000],
    [5, 64_000],
    [8, BACKOFF.maxMs],
    [1_000, BACKOFF.maxMs],
  ] as const) {
    expect(backoffDelay(failures, () => 0)).toBe(BACKOFF.minMs);
    expect(backoffDelay(failures, () => 0.999999)).toBeGreaterThan(ceiling * 0.99);
    expect(backoffDelay(failures, () => 0.999999)).toBeLessThanOrEqual(ceiling);
  }
});

test('HLF-16b what the server asks for is waited at least, by chance up to twice as long', () => {
  for (const [failures, waitMs, least, most] of [
    [1, 10_000, 10_000, 20_000],
    [1, 1_000, 2_000, 4_000],
    [6, 10_000, 10_000, 128_000],
    [1, 3_600_000, BACKOFF.maxMs / 2, BACKOFF.maxMs],
  ] as const) {
    expect([backoffDelay(failures, () => 0, waitMs), backoffDelay(failures, () => 1, waitMs)]).toEqual([least, most]);
  }
  expect(classifyFailure(new AppError('OVERLOADED', 'later', { retryAfterMs: 7_000 }))).toMatchObject({
    waitMs: 7_000,
  });
});
