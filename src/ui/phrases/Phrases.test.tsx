// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { renderWith } from '../../../tests/support/render.tsx';
import { splitPhrases } from '../../rules/splitPhrases.ts';
import { Button } from '../Button.tsx';
import { drawMarksBy, markTextsBy } from './phraseMarks.ts';

afterEach(() => {
  drawMarksBy(null);
  markTextsBy(null);
  document.body.replaceChildren();
});

/** The texts of a page with a bar for each mark. */
const marked = (root: ParentNode = document.body) =>
  [...root.querySelectorAll('ja-phrases')].map(({ innerHTML }) => innerHTML.replaceAll(/<wbr ?\/?>/g, '|'));

function Counter() {
  const [count, setCount] = useState(1);
  return (
    <>
      <h1>写真を選ぶ</h1>
      <p>送信待ちの写真が{count}枚あります</p>
      <Button aria-label="写真を投稿する" onClick={() => setCount(count + 1)}>
        写真を投稿する
      </Button>
    </>
  );
}

const FIRST = ['写真を|選ぶ', '送信待ちの|写真が|1枚あります', '写真を|投稿する'];

test('LAY-03a headings, help and buttons have marks where a phrase ends, from when its code has come', async () => {
  await renderWith(<Counter />);
  expect(marked()).toEqual(FIRST.map((text) => text.replaceAll('|', '')));
  markTextsBy(splitPhrases);
  expect(marked()).toEqual(FIRST);
  await act(async () => screen.getByRole('button').click());
  expect(marked()[1], 'a changed text').toBe('送信待ちの|写真が|2枚あります');
});

test('LAY-03a where lines must not break, the client takes the marks of the server out', async () => {
  const chip = <h2 style={{ whiteSpace: 'nowrap' }}>写真を投稿する</h2>;
  drawMarksBy(splitPhrases);
  const root = document.body.appendChild(document.createElement('main'));
  root.innerHTML = renderToString(chip);
  drawMarksBy(null);
  expect(marked()).toEqual(['写真を|投稿する']);
  const client = await act(async () => hydrateRoot(root, chip));
  expect(marked()).toEqual(['写真を投稿する']);
  await act(async () => client.unmount());
});

test('LAY-03a the marks are no part of a text: names, labels and what is copied stay as they are', async () => {
  markTextsBy(splitPhrases);
  await renderWith(<Counter />);
  expect(screen.getByRole('button', { name: '写真を投稿する' }).textContent).toBe('写真を投稿する');
  expect(screen.getByRole('heading').textContent).toBe('写真を選ぶ');
});

test('LAY-03a the server draws the marks, and the client takes its elements over as they stand', async () => {
  drawMarksBy(splitPhrases);
  const root = document.body.appendChild(document.createElement('main'));
  root.innerHTML = renderToString(<Counter />);
  drawMarksBy(null);
  expect(marked()).toEqual(FIRST);
  const [heading, mark] = [root.querySelector('h1'), root.querySelector('h1 wbr')];
  const failed = vi.fn();
  const client = await act(async () => hydrateRoot(root, <Counter />, { onRecoverableError: failed }));
  expect(failed).not.toHaveBeenCalled();
  expect([root.querySelector('h1'), root.querySelector('h1 wbr')]).toEqual([heading, mark]);
  markTextsBy(splitPhrases);
  expect(root.querySelector('h1 wbr'), 'nothing is written a second time').toBe(mark);
  await act(async () => screen.getByRole('button').click());
  expect(marked()).toEqual(FIRST.map((text) => text.replace('1', '2')));
  await act(async () => client.unmount());
});
