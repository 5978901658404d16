// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAlone } from '../../tests/support/render.tsx';
import { Modal } from './Modal.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const modals = (...titles: string[]) =>
  titles.map((title) => (
    <Modal key={title} title={title} onClose={() => undefined}>
      {title}
    </Modal>
  ));

test('MOD-02 a modal opens after 10 ms, and not at all where it was taken away before', () => {
  const { container, rerender } = renderAlone(modals('one'));
  const dialog = container.querySelector('dialog');
  vi.advanceTimersByTime(9);
  expect(dialog?.open).toBe(false);
  vi.advanceTimersByTime(1);
  expect(dialog?.open).toBe(true);
  rerender(modals('two'));
  const left = container.querySelector('dialog');
  rerender(modals());
  vi.advanceTimersByTime(20);
  expect(left?.open).toBe(false);
});

test('OVL-01b page scroll is locked from the first overlay that opens to the last that closes', () => {
  const isLocked = () => document.documentElement.hasAttribute('data-locked');
  expect(isLocked()).toBe(false);
  const { rerender } = renderAlone(modals());
  for (const open of [['one'], ['one', 'two'], ['two']]) {
    rerender(modals(...open));
    expect(isLocked()).toBe(true);
  }
  rerender(modals());
  expect(isLocked()).toBe(false);
});
