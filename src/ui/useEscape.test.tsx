// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { press, renderAlone } from '../../tests/support/render.tsx';
import { useEscape } from './useEscape.ts';

const outside = vi.fn();
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
const escape = () => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
const open = () => [...document.querySelectorAll('[aria-expanded="true"]')].map(({ textContent }) => textContent);

test('OVL-02e Escape closes the part opened last alone, and gives the focus back; then the one below', async () => {
  // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog around the parts
  renderAlone(<div onKeyDown={outside}>{['a', 'b'].map((name) => <Part key={name} name={name} />)}</div>);
  await press('b');
  await press('a');
  await escape();
  expect(open()).toEqual(['b']);
  expect(document.activeElement?.textContent).toBe('a');
  await escape();
  expect(open()).toEqual([]);
  expect(outside).not.toHaveBeenCalled();
  await escape();
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
  await escape();
  expect(open()).toEqual(['a']);
  above?.removeAttribute('open');
  own?.setAttribute('inert', '');
  await escape();
  expect(open()).toEqual(['a']);
  own?.removeAttribute('inert');
  await escape();
  expect(open()).toEqual([]);
});
