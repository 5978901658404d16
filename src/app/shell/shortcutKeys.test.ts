// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createShortcutReader, isTyping } from './shortcutKeys.ts';

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const pressed = (key: string, more: object = {}) => ({
  key,
  ...none,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  timeStamp: 0,
  ...more,
});

test('KEY-01a single letters and two after each other are shortcuts', () => {
  const read = createShortcutReader();
  const keys = ['?', '/', 'n', 'j', 'k', 'l', 'c', 'b', 'x'].map((key) => read(pressed(key)));
  expect(keys).toEqual(['help', 'search', 'post', 'next', 'previous', 'like', 'comment', 'bookmark', null]);
  const second = ['h', 'p', 'e', 'm', 'n', 'l'].map((key) => [read(pressed('g')), read(pressed(key))][1]);
  expect(second).toEqual(['home', 'gallery', 'events', 'myPage', 'notices', null]);
  expect(read(pressed('?', { shiftKey: true }))).toBe('help');
  expect(read(pressed('L'))).toBe('like');
  read(pressed('g'));
  expect(read(pressed('n', { timeStamp: 2000 }))).toBe('post');
});

test('KEY-01b keys of the browser, of an input method and those held down are none', () => {
  const read = createShortcutReader();
  for (const more of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'repeat', 'isComposing', 'defaultPrevented'])
    expect(read(pressed(more === 'shiftKey' ? 'N' : 'n', { [more]: true })), more).toBeNull();
});

test('KEY-01b where letters are typed they are no shortcuts', () => {
  document.body.innerHTML =
    '<input><textarea></textarea><select></select><div role="menu"><button></button></div><a href="/"></a>';
  const typing = [...document.querySelectorAll('input, textarea, select, button, a')].map(isTyping);
  expect(typing).toEqual([true, true, true, true, false]);
  expect(isTyping(document)).toBe(false);
});
