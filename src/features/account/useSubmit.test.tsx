// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderHookWith } from '../../../tests/support/render.tsx';
import { AppError } from '../../contract/errors.ts';
import { useSubmit } from './useSubmit.ts';

test('ERR-02 a form is sent once while it is on its way; a failure is said until the next try', async () => {
  const { result } = await renderHookWith(() => useSubmit(), undefined);
  const ends: ((error: Error) => void)[] = [];
  const run = vi.fn(() => new Promise<void>((_, refuse) => ends.push(refuse)));
  let outcomes: Promise<boolean[]> = Promise.resolve([]);
  // A second press before anything is drawn.
  await act(async () => {
    outcomes = Promise.all([result.current.submit(run), result.current.submit(run)]);
  });
  expect([run.mock.calls.length, result.current.isBusy]).toEqual([1, true]);
  await act(async () => ends[0]?.(new AppError('NETWORK', 'later')));
  expect(await outcomes).toEqual([false, false]);
  expect([result.current.isBusy, result.current.error]).toEqual([false, 'NETWORK']);
  await act(async () => void result.current.submit(run));
  expect([run.mock.calls.length, result.current.error]).toEqual([2, null]);
});
