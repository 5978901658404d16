import { expect, test } from 'vitest';
import { addressesOf } from './workerMessages.ts';

test('ASVS 3.5.5 a message that is no list of addresses keeps nothing, and a long one only its beginning', () => {
  const odd = [undefined, null, 'https://a.example/', { length: 3, 0: 'x' }, 7];
  for (const addresses of odd) expect(addressesOf({ addresses })).toEqual([]);
  expect(addressesOf({ addresses: ['/a', 1, null, {}, '/b'] })).toEqual(['/a', '/b']);
  expect(addressesOf({ addresses: Array.from({ length: 100_000 }, () => '/a') }).length).toBeLessThan(1000);
});
