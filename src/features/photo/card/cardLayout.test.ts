import { describe, expect, test } from 'vitest';
import { CARD_FORMATS, type CardFormat, type CardLayout, type CardTexts, layoutCard } from './cardLayout.ts';

/** Japanese letters are as wide as high, others a little over half of it. */
const measure = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? size : size * 0.6), 0);

const short: CardTexts = {
  credit: '© 青嵐FC / 太郎',
  number: '14',
  players: 'レオ・サンドーラ',
  match: '第36節 ホーム最終盤 青嵐ユナイテッド戦',
  foot: '青嵐FC　#青嵐',
};
const long: CardTexts = {
  credit: `© ${'とても長い名前の撮影者'.repeat(40)}`,
  number: '',
  players: Array.from({ length: 40 }, (_, at) => `${at} 長谷川・フェルナンデス 太郎`).join('、'),
  match: 'A'.repeat(900),
  foot: `${'地域の名前が長いクラブ'.repeat(30)}　#${'h'.repeat(80)}`,
};
const none: CardTexts = { credit: '', number: '', players: '', match: '', foot: '' };
const shapes = [
  { width: 1600, height: 1067 },
  { width: 1067, height: 1600 },
  { width: 1000, height: 1000 },
  { width: 1600, height: 300 },
  { width: 300, height: 1600 },
] as const;
const formats = Object.keys(CARD_FORMATS) as CardFormat[];
const cases = formats.flatMap((format) =>
  shapes.flatMap((shape) =>
    Object.entries({ short, long, none }).map(([kind, texts]) => ({ format, shape, kind, texts })),
  ),
);
const rowsOf = ({ lines }: CardLayout, of: keyof CardTexts) =>
  lines.filter((line) => line.of === of).map(({ text }) => text);

describe('FAN-21b the card of a photo', () => {
  test.each(cases)('FAN-21b $format of $shape.width × $shape.height holds $kind texts', ({ format, shape, texts }) => {
    const { width, height } = CARD_FORMATS[format];
    const layout = layoutCard(format, shape, texts, measure);
    const { photo, lines } = layout;
    expect(photo.width / photo.height / (shape.width / shape.height)).toBeCloseTo(1, 1);
    expect(Math.min(photo.x, photo.y)).toBeGreaterThanOrEqual(0);
    expect(photo.x + photo.width).toBeLessThanOrEqual(width);
    expect(photo.y + photo.height).toBeLessThanOrEqual(height);
    // A panorama is narrow by itself.
    expect(Math.max(photo.width, photo.height)).toBeGreaterThan(500);
    expect(rowsOf(layout, 'players').length > 0).toBe(texts !== none);
    let below = 0;
    for (const { text, x, y, size } of lines) {
      expect(x, text).toBeGreaterThan(0);
      expect(x + measure(text, size), text).toBeLessThanOrEqual(width - 40);
      expect(y + size * 0.3, text).toBeLessThanOrEqual(height);
      const isBeside = x >= photo.x + photo.width;
      expect(isBeside || y - size >= photo.y + photo.height, text).toBe(true);
      expect(y - size, text).toBeGreaterThanOrEqual(below);
      below = y;
    }
  });

  test.each(formats)('FAN-21b in a %s short texts stand whole and large, long ones end with an ellipsis', (format) => {
    for (const shape of shapes) {
      const whole = layoutCard(format, shape, short, measure);
      const spaceless = (text: string) => text.replaceAll(/\s/gu, '');
      for (const of of ['credit', 'number', 'players', 'match', 'foot'] as const)
        expect(spaceless(rowsOf(whole, of).join(''))).toBe(spaceless(short[of]));
      const cut = layoutCard(format, shape, long, measure);
      for (const of of ['credit', 'players', 'match', 'foot'] as const)
        expect(rowsOf(cut, of).at(-1), `${format} ${of}`).toMatch(/.…$/);
      expect(rowsOf(cut, 'players')[0]).toMatch(/^0 長谷川/);
    }
  });

  test('FAN-21b no line begins with a closing sign, and names stay whole where there is room', () => {
    const upright = { width: 2, height: 3 };
    const rows = (texts: Partial<CardTexts>) =>
      layoutCard('chat', upright, Object.assign({}, none, texts), measure).lines.map(({ text }) => text);
    expect(rows({ players: '6\u00a0鳥越 隼人、11\u00a0島津 夏樹' })).toEqual([
      '6\u00a0鳥越 隼人、',
      '11\u00a0島津 夏樹',
    ]);
    expect(rows({ match: '最終大会 天空サーキット' })).toEqual(['最終大会', '天空サーキット']);
    expect(rows({ match: `${'山'.repeat(8)}、${'川'.repeat(8)}` })[0]).toMatch(/山、$/);
  });
});

test('FAN-21b no line of a card begins with a sign that ends a word', () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    ...none,
    match: `${'第'.repeat(at)}ホーム最終戦！」`,
  })).flatMap((texts) => rowsOf(layoutCard('story', { width: 1600, height: 1067 }, texts, measure), 'match').slice(1));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => /^[！」]/u.test(row))).toEqual([]);
});
