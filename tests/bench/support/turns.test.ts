import { expect, test } from 'vitest';
import { createRandom } from '../../fakes/world.ts';
import { shuffled, takeTurns } from './turns.ts';

test('BEN-02a every order of the sides comes about as often as any other', () => {
  const random = createRandom(5);
  const orders = new Map<string, number>();
  for (let i = 0; i < 6000; i += 1) {
    const order = shuffled(['a', 'b', 'c'], random).join('');
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  expect(orders.size).toBe(6);
  for (const times of orders.values()) expect(Math.abs(times - 1000)).toBeLessThan(150);
});

test('BEN-02a each side runs once a round, one at a time, and its result stands under its name', async () => {
  const ran: string[] = [];
  let running = 0;
  const all = await takeTurns(
    ['ours', 'plain'],
    20,
    async (side) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      ran.push(side);
      return side.length;
    },
    createRandom(7),
  );
  expect(all).toEqual(Array.from({ length: 20 }, () => ({ ours: 4, plain: 5 })));
  const firsts = ran.filter((_, at) => at % 2 === 0);
  expect(new Set(firsts)).toEqual(new Set(['ours', 'plain']));
});
