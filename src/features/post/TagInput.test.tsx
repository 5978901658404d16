// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { press, renderAlone } from '../../../tests/support/render.tsx';
import { postForm } from '../../messages/jaPost.ts';
import { TagInput } from './TagInput.tsx';

function show(tags: readonly string[] = []) {
  const onAdd = vi.fn();
  const onRemove = vi.fn();
  const pending = Object.assign(createRef<string>(), { current: '' });
  renderAlone(
    <TagInput tags={tags} samples={['#勝利', '#応援']} onAdd={onAdd} onRemove={onRemove} pending={pending} />,
  );
  return { onAdd, onRemove, pending, input: screen.getByLabelText<HTMLInputElement>(postForm.tags) };
}

test('PST-05a Enter makes a tag, but not the Enter that ends a conversion', () => {
  const { onAdd, pending, input } = show();
  fireEvent.change(input, { target: { value: '最高の夜' } });
  expect(pending.current).toBe('最高の夜');
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  expect(onAdd).not.toHaveBeenCalled();
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onAdd).toHaveBeenCalledWith('最高の夜');
  expect(input.value).toBe('');
  expect(pending.current).toBe('');
});

test('PST-05b samples not chosen yet are a press away; Backspace in an empty field takes the last tag', async () => {
  const { onAdd, onRemove, input } = show(['#勝利']);
  await press('#応援');
  expect(onAdd).toHaveBeenCalledWith('#応援');
  fireEvent.keyDown(input, { key: 'Backspace' });
  expect(onRemove).toHaveBeenCalledWith('#勝利');
});
