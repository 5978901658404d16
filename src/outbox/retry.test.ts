import { expect, test } from 'vitest';
import { AppError } from '../contract/errors.ts';
import { BACKOFF, backoffDelay, classifyFailure } from './retry.ts';

test.each([
  ['EVENT_OVER', 'permanent', false],
  ['NOT_A_MEMBER', 'permanent', false],
  ['IMAGE_NOT_JPEG', 'permanent', true],
  ['BYTES_LOST', 'permanent', true],
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
  expect(classifyFailure(new TypeError('x is undefined'))).toMatchObject({ kind: 'temporary', code: 'UNEXPECTED' });
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
