// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { renderWith, type Screen } from '../../../tests/support/render.tsx';
import { AppError } from '../../contract/errors.ts';
import { pageTexts } from '../../messages/jaPages.ts';
import { listFailures } from '../../messages/jaReferenceData.ts';
import { ListState } from './ListState.tsx';

let page: Screen;
beforeEach(async () => {
  page = await renderWith(null);
});
const show = (name: string, error: unknown = new AppError('INTERNAL', 'later'), onRetry = () => {}) =>
  page.rerender(<ListState key={name} kind="failed" name={name} error={error} onRetry={onRetry} hasOffer={false} />);

test('ERR-02 every list that cannot be loaded opens the error modal, and keeps a way to try again', () => {
  const onRetry = vi.fn();
  for (const [name, text] of nonEmpty(Object.entries(listFailures))) {
    show(name);
    expect(page.stack()).toEqual([{ mode: 'error', text }]);
    act(() => page.overlays().closeAll());
    // Tried again in vain.
    show(name, undefined, onRetry);
    expect(page.stack()).toEqual([{ mode: 'error', text }]);
  }
  expect(new Set(Object.values(listFailures)).size).toBe(6);
  fireEvent.click(screen.getByRole('button'));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('ERR-02 without signal the page says so itself: nothing at home would help', () => {
  for (const code of ['NETWORK', 'TIMEOUT', 'BAD_ANSWER'] as const) {
    show('getPublicList', new AppError(code, 'later'));
    expect(page.stack()).toEqual([]);
  }
  expect(page.container.textContent).toContain(pageTexts.unreachable);
});
