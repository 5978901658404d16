// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { press, renderWith } from '../../../../tests/support/render.tsx';
import { arrival } from '../../../messages/jaArrival.ts';
import { FloatingCard } from './FloatingCard.tsx';

const card = (given: { readonly topic: string; readonly isKept?: boolean }, onClose: () => void) => (
  <FloatingCard
    photos={[]}
    words="公開されました"
    actions={<button type="button">見る</button>}
    {...given}
    onClose={onClose}
  />
);
const pass = (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1_000));

test('FAN-26e the toast goes after 15 seconds; not under the focus; other words have a time of their own', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onClose = vi.fn();
  const { rerender } = await renderWith(card({ topic: 'sending' }, onClose));
  await pass(14);
  rerender(card({ topic: 'public' }, onClose));
  await pass(14);
  expect(onClose).not.toHaveBeenCalled();
  const button = screen.getByRole('button', { name: '見る', hidden: true });
  await act(async () => void fireEvent.focus(button));
  await pass(60);
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => void fireEvent.blur(button));
  await pass(15);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('FAN-26e where the fan is needed it stays until it is closed, by its button or by Escape', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onClose = vi.fn();
  await renderWith(card({ topic: 'problem', isKept: true }, onClose));
  await pass(600);
  expect(onClose).not.toHaveBeenCalled();
  await press(arrival.close);
  expect(onClose).toHaveBeenCalledTimes(1);
  await act(async () => void fireEvent.keyDown(screen.getByText('見る'), { key: 'Escape' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
