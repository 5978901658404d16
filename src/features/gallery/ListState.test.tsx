// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { AppError } from '../../contract/errors.ts';
import { pageTexts } from '../../messages/jaPages.ts';
import { listFailures } from '../../messages/jaReferenceData.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { ListState } from './ListState.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let host: HTMLElement;
let stack: ReturnType<typeof useOverlayStack>;
let overlays: ReturnType<typeof useOverlays>;

function Watch() {
  stack = useOverlayStack();
  overlays = useOverlays();
  return null;
}
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => overlays.closeAll());
  act(() => root.unmount());
  host.remove();
});
const show = (name: string, error: unknown = new AppError('INTERNAL', 'later'), onRetry = () => {}) =>
  act(() =>
    root.render(
      <>
        <Watch />
        <ListState key={name} kind="failed" name={name} error={error} onRetry={onRetry} hasOffer={false} />
      </>,
    ),
  );

test('ERR-02 every list that cannot be loaded opens the error modal, and keeps a way to try again', () => {
  const onRetry = vi.fn();
  for (const [name, text] of nonEmpty(Object.entries(listFailures))) {
    show(name);
    expect(stack).toEqual([{ mode: 'error', text }]);
    act(() => overlays.closeAll());
    // Tried again in vain.
    show(name, undefined, onRetry);
    expect(stack).toEqual([{ mode: 'error', text }]);
  }
  expect(new Set(Object.values(listFailures)).size).toBe(6);
  act(() => host.querySelector('button')?.click());
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('ERR-02 without signal the page says so itself: nothing at home would help', () => {
  for (const code of ['NETWORK', 'TIMEOUT', 'BAD_ANSWER'] as const) {
    show('getPublicList', new AppError(code, 'later'));
    expect(stack).toEqual([]);
  }
  expect(host.textContent).toContain(pageTexts.unseen);
});
