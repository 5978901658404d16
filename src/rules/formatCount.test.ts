import { expect, test } from 'vitest';
import { formatCount } from './formatCount.ts';

test('counts are written as the language writes them', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 10_000_000])
    expect(formatCount(count)).toBe(count.toLocaleString('ja-JP'));
});
