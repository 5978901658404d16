import { expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { type AdmittedKind, admittedKindOf, createAdmission } from './admission.ts';

const KINDS = ['newPost', 'fansRead', 'visitorsRead'] as const;

const settled = () => new Promise((done) => setImmediate(done));

function open() {
  let time = 0;
  const admission = createAdmission({
    now: () => time,
    atOnce: { posts: 1, reads: 2 },
    patienceMs: { newPost: 100, fansRead: 200, visitorsRead: 300 },
    networks: 3,
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    /** Work that lasts until it is ended. */
    start: (kind: AdmittedKind, name: string, network: string | null = 'stadium') =>
      admission.run({ kind, network }, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }),
    async end(name: string): Promise<void> {
      await settled();
      ends.get(name)?.();
      await settled();
    },
    pass(ms: number): void {
      time += ms;
    },
    /** Kinds that are refused to this network now. */
    refused: (network: string | null = 'stadium') =>
      KINDS.filter((kind) => {
        try {
          admission.requireRoom({ kind, network });
          return false;
        } catch (error) {
          expect(error).toMatchObject({ code: 'OVERLOADED' });
          return true;
        }
      }),
    fail: () => admission.run({ kind: 'newPost', network: null }, () => Promise.reject(new Error('failed'))),
  };
}

test('HLF-14a networks take turns for a place, and within one the order is that of asking', async () => {
  const { start, begun, end } = open();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void start('visitorsRead', name, 'a');
  void start('visitorsRead', 'b1', 'b');
  void start('fansRead', 'nobody', null);
  void start('fansRead', 'b2', 'b');
  for (const name of ['a1', 'a2', 'a3', 'b1', 'nobody', 'a4']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'nobody', 'a4', 'b2', 'a5']);
});

test('HLF-16a a network that waits too long is refused more, and its neighbours are not', () => {
  const { start, refused, pass } = open();
  for (const name of ['1', '2', '3']) void start('visitorsRead', name, 'flood');
  pass(301);
  expect([refused('flood'), refused('stadium')]).toEqual([['fansRead', 'visitorsRead'], []]);
});

test('HLF-16a so many networks may wait in a room', () => {
  const { start, refused } = open();
  for (const network of ['1', '2', '3', '4']) void start('newPost', network, network);
  expect([refused('4'), refused('5')]).toEqual([[], ['newPost']]);
});

test('HLF-16a so many are worked on side by side, the others in the order of asking; posts and reads apart', async () => {
  const { start, begun, end } = open();
  const first = start('newPost', 'post 1');
  for (const name of ['post 2', 'post 3']) void start('newPost', name);
  for (const name of ['read 1', 'read 2', 'read 3']) void start('fansRead', name);
  await settled();
  expect(begun).toEqual(['post 1', 'read 1', 'read 2']);
  await end('post 1');
  expect([await first, begun.at(-1)]).toEqual(['post 1', 'post 2']);
  await end('read 2');
  expect(begun.at(-1)).toBe('read 3');
});

test('HLF-16a while the first in the line has waited too long, more of its kind are refused', async () => {
  const { start, refused, end, pass } = open();
  const names = ['post 1', 'post 2'];
  for (const name of names) void start('newPost', name);
  const reads = ['read 1', 'read 2', 'read 3', 'read 4'];
  for (const [i, name] of reads.entries()) void start(i % 2 === 0 ? 'visitorsRead' : 'fansRead', name);
  const seen = [refused()];
  for (let i = 0; i < 3; i += 1) {
    pass(101);
    seen.push(refused());
  }
  expect(seen).toEqual([[], ['newPost'], ['newPost', 'fansRead'], ['newPost', 'fansRead', 'visitorsRead']]);
  await end('post 1');
  for (const name of ['read 1', 'read 2']) await end(name);
  expect(refused()).toEqual([]);
});

test('HLF-16a work that fails gives its place back', async () => {
  const { start, begun, fail } = open();
  for (let i = 0; i < 3; i += 1) await expect(fail()).rejects.toThrow('failed');
  void start('newPost', 'post');
  await settled();
  expect(begun).toEqual(['post']);
});

test('HLF-16a only new posts and reads have a room; whatever else is called is never refused', () => {
  const entries = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const writes = entries.filter(([, { method }]) => method !== 'GET');
  const refusable = writes.filter(([, endpoint]) => admittedKindOf(endpoint, true) !== null).map(([name]) => name);
  expect(refusable).toEqual(['putMediaList']);
  expect([
    admittedKindOf(endpoints.getTeams as Endpoint, true),
    admittedKindOf(endpoints.getTeams as Endpoint, false),
  ]).toEqual(['fansRead', 'visitorsRead']);
});
