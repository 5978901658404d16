// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('OVL-02a a busy button keeps the focus, and neither acts nor sends its form again', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const draw = (isBusy: boolean) =>
    act(() =>
      root.render(
        <form onSubmit={onSubmit}>
          <Button type="submit" isBusy={isBusy} onClick={onClick}>
            送信
          </Button>
        </form>,
      ),
    );
  draw(false);
  const button = host.querySelector('button') as HTMLButtonElement;
  button.focus();
  act(() => button.click());
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  draw(true);
  act(() => button.click());
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  act(() => root.unmount());
});
