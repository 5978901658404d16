/** Turns of networks at one server (HLF-14a). */
import { expect, test } from 'vitest';
import { createFairTurns, TooManyWaiting } from './fairTurns.ts';

function start() {
  const clock = { at: 0 };
  const turns = createFairTurns({ now: () => clock.at, atOnce: 2, waiting: 3, patienceMs: 500, activeMs: 1000 });
  const running: string[] = [];
  /** Begins a request that ends by the function it answers. */
  const ask = (network: string | null, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const answer = turns.run(network, async () => {
      running.push(name);
      await promise;
      running.splice(running.indexOf(name), 1);
      return name;
    });
    answer.catch(() => undefined);
    return { answer, end: resolve, fail: reject };
  };
  const settled = () => new Promise((done) => setImmediate(done));
  return { clock, running, ask, settled };
}

test('HLF-14a alone, a network has all of its requests worked on', async () => {
  const { running, ask, settled } = start();
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  await settled();
  expect(running).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('HLF-14a while another one asks, it has two at once, and its others follow in their order', async () => {
  const { running, ask, settled } = start();
  ask('b', 'b1').end();
  const [a1, a2, a3] = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
  await settled();
  expect(running).toEqual(['a1', 'a2']);
  ask('b', 'b2');
  await settled();
  expect(running).toEqual(['a1', 'a2', 'b2']);
  a2?.end();
  await settled();
  expect(running).toEqual(['a1', 'b2', 'a3']);
  // One that fails makes room, too.
  a1?.fail(new Error('no'));
  await expect(a1?.answer).rejects.toThrow('no');
  await settled();
  expect(running).toContain('a4');
  a3?.end();
  expect(await a3?.answer).toBe('a3');
});

test('HLF-14a a second without others ends the bound; who has asked before does not count as another', async () => {
  const { clock, running, ask, settled } = start();
  ask('b', 'b1').end();
  for (const name of ['a1', 'a2', 'a3']) ask('a', name);
  await settled();
  expect(running).toEqual(['a1', 'a2']);
  clock.at = 1000;
  ask('a', 'a4');
  await settled();
  expect(running).toEqual(['a1', 'a2', 'a4']);
  for (const name of ['c1', 'c2', 'c3']) ask('c', name);
  await settled();
  expect(running.filter((name) => name.startsWith('c'))).toEqual(['c1', 'c2']);
});

test('HLF-14a more than can wait are refused; callers without an address are one network', async () => {
  const { ask, settled } = start();
  ask('b', 'b1').end();
  const asked = Array.from({ length: 6 }, (_, n) => ask(null, `n${n}`));
  await settled();
  await expect(asked[5]?.answer).rejects.toThrow(TooManyWaiting);
  for (const { end } of asked) end();
  expect(await Promise.all(asked.slice(0, 5).map(({ answer }) => answer))).toHaveLength(5);
  // All have gone: there is room again.
  const again = ask(null, 'again');
  again.end();
  expect(await again.answer).toBe('again');
});

test('HLF-14a while the first of a network has waited too long, more of that network are refused', async () => {
  const { clock, running, ask, settled } = start();
  ask('b', 'b1').end();
  const [a1, , a3] = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  await settled();
  clock.at = 500;
  const a4 = ask('a', 'a4');
  ask('b', 'b2');
  clock.at = 501;
  await expect(ask('a', 'a5').answer).rejects.toThrow(TooManyWaiting);
  // Neighbours are asked nothing of it.
  await settled();
  expect(running).toEqual(['a1', 'a2', 'b2']);
  // The first one has its turn: the next has waited for a moment only.
  a1?.end();
  await settled();
  const a6 = ask('a', 'a6');
  for (const each of [a3, a4, a6]) each?.end();
  expect(await Promise.all([a3?.answer, a4.answer, a6.answer])).toEqual(['a3', 'a4', 'a6']);
});
