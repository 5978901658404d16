import { expect, test } from 'vitest';
import { isWanted, parseDatabaseAddress } from './databaseHosts.ts';

test('HLF-03d an address of several hosts is one of each, with what the writing one must be', () => {
  const { hosts, attributes } = parseDatabaseAddress('postgres://u:p@a@h1:5432,h2,[::1]:6/db?sslmode=require');
  expect(hosts.map(({ url }) => url)).toEqual([
    'postgres://u:p@a@h1:5432/db?sslmode=require',
    'postgres://u:p@a@h2/db?sslmode=require',
    'postgres://u:p@a@[::1]:6/db?sslmode=require',
  ]);
  expect(attributes).toBe('read-write');
  expect(parseDatabaseAddress('postgres://h1,h2/db', 'read').attributes).toBe('any');
  const one = parseDatabaseAddress('postgresql://h/db?target_session_attrs=primary');
  expect([one.hosts, one.attributes]).toEqual([[{ name: 'h', url: 'postgresql://h/db' }], 'primary']);
  expect(parseDatabaseAddress('postgres://h/db').attributes).toBe('any');
});

test.each([
  ['mysql://h/db', 'must be an address that begins with postgres:// or postgresql://'],
  ['postgres://h1,,h2/db', 'must name its host, or hosts with commas between them, each as host:port'],
  ['postgres://h1:x,h2/db', 'must name its host, or hosts with commas between them, each as host:port'],
  ['postgres://h1:70000,h2/db', 'must name its host, or hosts with commas between them, each as host:port'],
  ['postgres:///db', 'must name its host, or hosts with commas between them, each as host:port'],
  ['postgres://h/db?target_session_attrs=standby', 'must have a target_session_attrs of any, read-write, primary'],
])('HLF-03d an address nobody can write at is refused: %s', (address, why) => {
  expect(() => parseDatabaseAddress(address)).toThrow(why);
});

test('HLF-03d each kind of server is known by what it says', () => {
  const primary = { isStandby: false, isReadOnly: false };
  const closed = { isStandby: false, isReadOnly: true };
  const standby = { isStandby: true, isReadOnly: true };
  const kinds = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
  const wanted = [primary, closed, standby].map((state) => kinds.filter((kind) => isWanted(kind, state, false)));
  expect(wanted).toEqual([
    ['any', 'read-write', 'primary'],
    ['any', 'read-only', 'primary'],
    ['any', 'read-only', 'standby', 'prefer-standby'],
  ]);
  expect(isWanted('prefer-standby', primary, true)).toBe(true);
});
