// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Modal } from './Modal.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let host: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.useRealTimers();
});

const show = (...titles: string[]) =>
  act(() =>
    root.render(
      titles.map((title) => (
        <Modal key={title} title={title} onClose={() => undefined}>
          {title}
        </Modal>
      )),
    ),
  );

test('MOD-02 a modal opens after 10 ms, and not at all where it was taken away before', () => {
  show('one');
  const dialog = host.querySelector('dialog');
  vi.advanceTimersByTime(9);
  expect(dialog?.open).toBe(false);
  vi.advanceTimersByTime(1);
  expect(dialog?.open).toBe(true);
  show('two');
  const left = host.querySelector('dialog');
  show();
  vi.advanceTimersByTime(20);
  expect(left?.open).toBe(false);
});

test('OVL-01b page scroll is locked from the first overlay that opens to the last that closes', () => {
  const isLocked = () => document.documentElement.hasAttribute('data-locked');
  expect(isLocked()).toBe(false);
  for (const open of [['one'], ['one', 'two'], ['two']]) {
    show(...open);
    expect(isLocked()).toBe(true);
  }
  show();
  expect(isLocked()).toBe(false);
});
