import { expect, test } from 'vitest';
import { createListeners } from './listeners.ts';

test('listeners are told in order until they end it; one that leaves meanwhile does not stop the next', () => {
  const { subscribe, tell } = createListeners<[number]>();
  const heard: string[] = [];
  const endFirst = subscribe((value) => {
    heard.push(`first ${value}`);
    if (value === 2) endFirst();
  });
  const endSecond = subscribe((value) => void heard.push(`second ${value}`));
  tell(1);
  tell(2);
  tell(3);
  endSecond();
  tell(4);
  expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2', 'second 3']);
});
