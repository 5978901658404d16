import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from './clientAddress.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0db8:0:0:9::1', '2001:db8:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  [undefined, null],
])('a caller from %s counts as %s', (remote, counted) => {
  expect(clientAddress(from(remote), false)).toBe(counted);
});

test('X-Forwarded-For is believed behind a proxy only, and there only what the proxy wrote', () => {
  const request = from('10.0.0.1', 'made up, 198.51.100.4');
  expect(clientAddress(request, false)).toBe('10.0.0.1');
  expect(clientAddress(request, true)).toBe('198.51.100.4');
  expect(clientAddress(from('10.0.0.1'), true)).toBe('10.0.0.1');
});
