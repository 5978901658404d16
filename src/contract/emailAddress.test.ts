import { expect, test } from 'vitest';
import { isEmailAddress } from './emailAddress.ts';

const taken = [
  'hanako..y.@docomo.ne.jp',
  'taro.@docomo.ne.jp',
  '.taro@ezweb.ne.jp',
  "o'brien@example.com",
  'a&b@example.com',
  'a/b+c=d@example.co.jp',
  'taro@xn--wgv71a.jp',
  'aki.ken_1-2@a-b.example.jp',
];

test.each(taken)('ACC-04g an address such as %s is taken', (address) => {
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  ...['taro', 'taro@', '@example.jp', 'taro @example.jp', 'taro@example..jp', 'taro@-example.jp', 'taro@example-.jp'],
  ...['taro@localhost', 'a@b@example.jp', '"a b"@example.jp', 'a,b@example.jp', 'taro@例え.jp', 'a\r\nb@example.jp'],
  ...[`${'a'.repeat(65)}@example.jp`, `a@${'a'.repeat(64)}.jp`, `a@${'abc.'.repeat(63)}jp`, ''],
])('ACC-04g no mail goes to an address such as %j', (address) => {
  expect(isEmailAddress(address)).toBe(false);
});
