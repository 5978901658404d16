import { expect, test } from 'vitest';
import { CLUB } from '../../tests/support/tenants.ts';
import { type PageMeta, plainLine, withMeta } from './metaTags.ts';

const shell = '<html><head><title>old</title><meta name="description" content="a &amp; b"></head><body></body></html>';
const meta: PageMeta = {
  title: 'みどりさんの写真',
  site: '川崎 推しコレ',
  description: null,
  canonical: `https://photos.example.jp/${CLUB}/?q=ugc%2Fa`,
  image: { url: 'https://photos.example.jp/s3/a.jpg', width: 480, height: 320, alt: '写真' },
  type: 'article',
};

test('PHO-06a a page says its title, description, address and picture once each', () => {
  const html = withMeta(shell, meta);
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(html).toContain('<title>みどりさんの写真 | 川崎 推しコレ</title>');
  expect(html).toContain(`<link rel="canonical" href="https://photos.example.jp/${CLUB}/?q=ugc%2Fa">`);
  expect(html).toContain('<meta property="og:image:width" content="480">');
  expect(html).toContain('<meta property="og:image:type" content="image/jpeg">');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(html.match(/<meta name="description"/g)).toHaveLength(1);
});

test('PHO-06a without a description of its own the shell’s stays, escaped once', () => {
  expect(withMeta(shell, meta)).toContain('<meta property="og:description" content="a &amp; b">');
  expect(withMeta(shell, meta)).not.toContain('&amp;amp;');
});

test('PHO-06a hostile texts end no attribute, title or head, and bring no pattern into the replacement', () => {
  const hostile = `"><script>alert(1)</script></title></head>'$&$1$\``;
  const html = withMeta(shell, {
    ...meta,
    title: hostile,
    description: hostile,
    canonical: hostile,
    image: { ...meta.image, url: hostile, alt: hostile },
  });
  expect(html).not.toContain('<script');
  expect(html.match(/<\/head>/g)).toHaveLength(1);
  expect(html.match(/<\/title>/g)).toHaveLength(1);
  const attributes = [...html.matchAll(/ content="([^"]*)"/g)].map(([, text]) => text ?? '');
  expect(attributes.filter((text) => /[<>']/.test(text))).toEqual([]);
  // Whole: its own quote has not ended one. Title, description, address, picture and its text.
  expect(attributes.filter((text) => text.includes('&quot;&gt;&lt;script&gt;'))).toHaveLength(6);
  expect(html).toContain('$&amp;$1$`');
});

test('PHO-06a a fan’s text becomes one line without tags and control characters, cut between characters', () => {
  expect(plainLine('ゴール！\n\n<b>最高</b>\u0000の\u202e一枚\u3000です')).toBe('ゴール！ 最高 の 一枚 です');
  const long = plainLine('👏'.repeat(200));
  expect([...long]).toHaveLength(120);
  expect(long.isWellFormed()).toBe(true);
});
