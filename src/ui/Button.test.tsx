// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAlone } from '../../tests/support/render.tsx';
import { Button } from './Button.tsx';

test('OVL-02a a busy button keeps the focus, and neither acts nor sends its form again', () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" isBusy={isBusy} onClick={onClick}>
        送信
      </Button>
    </form>
  );
  const { rerender } = renderAlone(form(false));
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button);
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  rerender(form(true));
  fireEvent.click(button);
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
