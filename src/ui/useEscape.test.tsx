// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { press, renderAlone } from '../../tests/support/render.tsx';
import { useEscape } from './useEscape.ts';

const outside = vi.fn();
beforeEach(() => {
  outside.mockClear();
  addEventListener('keydown', outside);
});
afterEach(() => removeEventListener('keydown', outside));

function Part({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEscape(isOpen, root, () => setOpen(false));
  return (
    <div ref={root}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        {name}
      </button>
    </div>
  );
}
const pressEscape = () =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
const open = () => [...document.querySelectorAll('[aria-expanded="true"]')].map(({ textContent }) => textContent);

test('OVL-02e Escape closes the part opened last alone, and gives the focus back; then the one below', async () => {
  renderAlone(
    <>
      {['a', 'b'].map((name) => (
        <Part key={name} name={name} />
      ))}
    </>,
  );
  await press('b');
  await press('a');
  await pressEscape();
  expect(open()).toEqual(['b']);
  expect(document.activeElement?.textContent).toBe('a');
  await pressEscape();
  expect(open()).toEqual([]);
  expect(outside).not.toHaveBeenCalled();
  await pressEscape();
  expect(outside).toHaveBeenCalledTimes(1);
});

test('OVL-02e below another dialog, and where nothing can be pressed, a part leaves Escape alone', async () => {
  const { container } = renderAlone(
    <>
      <dialog open>
        <Part name="a" />
      </dialog>
      <dialog />
    </>,
  );
  await press('a');
  const [own, above] = container.querySelectorAll('dialog');
  above?.setAttribute('open', '');
  await pressEscape();
  expect(open()).toEqual(['a']);
  above?.removeAttribute('open');
  own?.setAttribute('inert', '');
  await pressEscape();
  expect(open()).toEqual(['a']);
  own?.removeAttribute('inert');
  await pressEscape();
  expect(open()).toEqual([]);
});
