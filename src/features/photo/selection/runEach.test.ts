import { expect, test } from 'vitest';
import { AppError } from '../../../contract/errors.ts';
import { runEach } from './runEach.ts';

async function run(items: string, fails: (item: string) => unknown, abort = new AbortController()) {
  const steps: number[] = [];
  const tried: string[] = [];
  const { done, failed } = await runEach(
    [...items],
    async (item) => {
      tried.push(item);
      const cause = fails(item);
      if (cause !== undefined) throw cause;
    },
    { onStep: (step) => steps.push(step), signal: abort.signal },
  );
  return { done: done.join(''), failed: failed.join(''), tried: tried.join(''), steps };
}
const gone = new AppError('NOT_FOUND', 'never');

test('KEP-02g each photo has its own call, in order; one that is refused holds up none and is told', async () => {
  expect(await run('abcd', (item) => (item === 'b' ? gone : undefined))).toEqual({
    done: 'acd',
    failed: 'b',
    tried: 'abcd',
    steps: [1, 2, 3, 4],
  });
});

test('KEP-02g without signal, after a lost login and three refusals in a row the rest is not tried', async () => {
  const dead = new AppError('NETWORK', 'later');
  expect(await run('abcd', (item) => (item === 'b' ? dead : undefined))).toMatchObject({
    done: 'a',
    failed: 'bcd',
    tried: 'ab',
  });
  const out = new AppError('UNAUTHENTICATED', 'login');
  expect(await run('abc', () => out)).toMatchObject({ failed: 'abc', tried: 'a' });
  expect(await run('abcde', () => gone)).toMatchObject({ failed: 'abcde', tried: 'abc' });
  // Not in a row.
  expect(await run('abcdef', (item) => ('ad'.includes(item) ? undefined : gone))).toMatchObject({
    done: 'ad',
    tried: 'abcdef',
  });
});

test('KEP-02g stopped, the rest is not tried', async () => {
  const abort = new AbortController();
  const outcome = await run('abc', (item) => void (item === 'a' && abort.abort()), abort);
  expect(outcome).toMatchObject({ done: 'a', failed: 'bc', tried: 'a' });
});
