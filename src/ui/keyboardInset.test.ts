// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followKeyboard } from './keyboardInset.ts';

const view = Object.assign(new EventTarget(), { offsetTop: 0, height: 844, scale: 1 });
let stop: () => void;

beforeEach(() => {
  vi.stubGlobal('innerHeight', 844);
  vi.stubGlobal('visualViewport', view);
  document.body.innerHTML = '<textarea></textarea><button>保存</button>';
  stop = followKeyboard();
});
afterEach(() => {
  show({ offsetTop: 0, height: 844, scale: 1 });
  stop();
  vi.unstubAllGlobals();
});

function show(next: Partial<Pick<typeof view, 'offsetTop' | 'height' | 'scale'>>) {
  Object.assign(view, next);
  view.dispatchEvent(new Event('resize'));
}
const inset = () =>
  ['--visible-top', '--keyboard'].map((name) => document.documentElement.style.getPropertyValue(name));

test('LAY-04a the keyboard’s height is told while something is typed, with how far the phone has scrolled', () => {
  document.querySelector('textarea')?.focus();
  show({ height: 500 });
  expect(inset()).toEqual(['', '344px']);
  show({ offsetTop: 120, height: 500 });
  expect(inset()).toEqual(['120px', '224px']);
  show({ offsetTop: 0, height: 844 });
  expect(inset()).toEqual(['', '']);
});

test('LAY-04a a page enlarged by two fingers, or without a field that is typed into, has no keyboard', () => {
  show({ height: 500 });
  expect(inset()).toEqual(['', '']);
  document.querySelector('textarea')?.focus();
  expect(inset(), 'a field was pressed').toEqual(['', '344px']);
  show({ scale: 2 });
  expect(inset()).toEqual(['', '']);
  show({ scale: 1 });
  document.querySelector('button')?.focus();
  expect(inset(), 'the keyboard is about to close').toEqual(['', '']);
});
