// @vitest-environment happy-dom
import { act, createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { TagInput } from './TagInput.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const host = document.body.appendChild(document.createElement('div'));
let root: Root;

afterEach(() => act(() => root.unmount()));

async function show(tags: readonly string[] = []) {
  const onAdd = vi.fn();
  const onRemove = vi.fn();
  const pending = Object.assign(createRef<string>(), { current: '' });
  root = createRoot(host);
  await act(async () =>
    root.render(<TagInput tags={tags} samples={['#勝利', '#応援']} {...{ onAdd, onRemove, pending }} />),
  );
  return { onAdd, onRemove, pending, input: host.querySelector('input') as HTMLInputElement };
}
const type = (input: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (input: HTMLInputElement, key: string, isComposing = false) =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, isComposing });
    input.dispatchEvent(event);
  });

test('PST-05a Enter makes a tag, but not the Enter that ends a conversion', async () => {
  const { onAdd, pending, input } = await show();
  await type(input, '最高の夜');
  expect(pending.current).toBe('最高の夜');
  await press(input, 'Enter', true);
  expect(onAdd).not.toHaveBeenCalled();
  await press(input, 'Enter');
  expect(onAdd).toHaveBeenCalledWith('最高の夜');
  expect(input.value).toBe('');
  expect(pending.current).toBe('');
});

test('PST-05b samples not chosen yet are a press away; Backspace in an empty field takes the last tag', async () => {
  const { onAdd, onRemove, input } = await show(['#勝利']);
  await act(async () =>
    [...host.querySelectorAll('button')].find(({ textContent }) => textContent === '#応援')?.click(),
  );
  expect(onAdd).toHaveBeenCalledWith('#応援');
  await press(input, 'Backspace');
  expect(onRemove).toHaveBeenCalledWith('#勝利');
});
