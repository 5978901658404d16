// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { translatePage } from '../../../tests/support/translatePage.ts';
import { followTranslation } from './followTranslation.ts';

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  followTranslation(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

interface PartsProps {
  readonly count?: number;
  readonly hasStar?: boolean;
  readonly hasWords?: boolean;
  readonly isTurned?: boolean;
}
/** Texts beside elements in the ways that React changes them. */
function Parts({ count = 1, hasStar = false, hasWords = true, isTurned = false }: PartsProps) {
  const rows = ['朝', '夜'].map((word) => <Row key={word} word={word} />);
  return (
    <div>
      {hasStar && <b>★</b>}
      {hasWords && 'いいね'}
      <i>と</i>
      {count}
      <span>件</span>
      {isTurned ? rows.toReversed() : rows}
    </div>
  );
}
function Row({ word }: { readonly word: string }) {
  return (
    <>
      <i>●</i>
      {word}
    </>
  );
}
const draw = async (props: PartsProps = {}) => {
  await act(async () => root.render(<Parts {...props} />));
  await observed();
};
const translate = async () => {
  translatePage(place);
  await observed();
};
/** The observer has been told of all changes. */
const observed = () => new Promise((done) => setTimeout(done));

test('FAN-24a an element that comes before a translated text, and one that goes, are drawn', async () => {
  await draw();
  await translate();
  await draw({ hasStar: true });
  expect(place.textContent).toBe('★[いいね][と][1][件][●][朝][●][夜]');
  await draw({ hasWords: false });
  expect(place.textContent).toBe('[と][1][件][●][朝][●][夜]');
});

test('FAN-24a a text that changes stands in place of its translation, and may be translated again', async () => {
  await draw();
  await translate();
  await draw({ count: 2 });
  expect(place.textContent).toBe('[いいね][と]2[件][●][朝][●][夜]');
  await translate();
  expect(place.textContent).toContain('[2]');
  await draw({ count: 3 });
  expect(place.textContent).toBe('[いいね][と]3[件][●][朝][●][夜]');
});

test('FAN-24a a translation follows the text that React moves', async () => {
  await draw();
  await translate();
  await draw({ isTurned: true });
  expect(place.textContent).toBe('[いいね][と][1][件][●][夜][●][朝]');
});

test('FAN-24a when the browser takes the translation back, the texts are there and change as before', async () => {
  await draw();
  await translate();
  for (const font of [...place.querySelectorAll('font')].filter(
    ({ parentElement }) => parentElement?.tagName !== 'FONT',
  ))
    font.replaceWith(font.textContent.slice(1, -1));
  await observed();
  expect(place.textContent).toBe('いいねと1件●朝●夜');
  await draw({ count: 2, hasWords: false, hasStar: true });
  expect(place.textContent).toBe('★と2件●朝●夜');
});
