import { expect, test } from 'vitest';
import { messageParts } from './messageParts.ts';

test('SOC-05a links become links up to the Japanese that follows, line breaks stay, tags stay text', () => {
  expect(messageParts('最高！https://example.com/a?b=1です。\n<b>x</b> http://a.jp.')).toEqual([
    { kind: 'text', text: '最高！' },
    { kind: 'link', text: 'https://example.com/a?b=1' },
    { kind: 'text', text: 'です。' },
    { kind: 'break', text: '\n' },
    { kind: 'text', text: '<b>x</b> ' },
    { kind: 'link', text: 'http://a.jp' },
    { kind: 'text', text: '.' },
  ]);
});

test('SOC-05b a script address is no link', () => {
  expect(messageParts('javascript:alert(1) data:text/html,x')).toEqual([
    { kind: 'text', text: 'javascript:alert(1) data:text/html,x' },
  ]);
});
