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

test.each([
  ['見て https://en.wikipedia.org/wiki/Foo_(bar)。', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
  ['(https://en.wikipedia.org/wiki/Foo_(bar))です', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
  ['（https://ja.wikipedia.org/wiki/サッカー）', 'https://ja.wikipedia.org/wiki/サッカー'],
  ['「https://ja.wikipedia.org/wiki/ひらがな」', 'https://ja.wikipedia.org/wiki/ひらがな'],
  ['https://ja.wikipedia.org/wiki/川崎フロンターレ、最高', 'https://ja.wikipedia.org/wiki/川崎フロンターレ'],
  ['https://ja.wikipedia.org/wiki/J1リーグ！', 'https://ja.wikipedia.org/wiki/J1リーグ'],
  [
    'https://ja.wikipedia.org/wiki/2026年_(曖昧さ回避)を見て',
    'https://ja.wikipedia.org/wiki/2026年_(曖昧さ回避)を見て',
  ],
  ['https://日本語.jp/へ', 'https://日本語.jp/へ'],
  ['https://日本語.jpへ', 'https://日本語.jp'],
  ['http://a.jp参照', 'http://a.jp'],
  ['https://a.jp/x?tags[]=写真#上。', 'https://a.jp/x?tags[]=写真#上'],
  ['https://a.jp/photoです', 'https://a.jp/photo'],
  ['[https://a.jp/x]', 'https://a.jp/x'],
  ['https://a.jp/x(写真', 'https://a.jp/x'],
  ['https://a.jp/x).', 'https://a.jp/x'],
  ['https://a.jp/x　全角', 'https://a.jp/x'],
])('SOC-05c in %j the address is %s', (text, address) => {
  const parts = messageParts(text);
  expect(parts.filter(({ kind }) => kind === 'link').map((part) => part.text)).toEqual([address]);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

test('SOC-05c a text of brackets alone is cut in time proportional to its length', () => {
  const text = `https://a.jp/${'('.repeat(50_000)}`;
  const start = performance.now();
  expect(messageParts(text)[0]).toEqual({ kind: 'link', text: 'https://a.jp/' });
  expect(performance.now() - start).toBeLessThan(500);
});
