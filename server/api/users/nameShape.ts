import { withoutUnseen } from '../../../src/rules/visibleText.ts';

/**
 * Characters that are taken for another at a glance, after Unicode's normalisation (which makes full-width, bold or circled ones
 * plain): the one they are compared as, and those that look like it. Latin among Cyrillic, Greek, Armenian, Cherokee, Lisu and small
 * capitals; katakana among kanji, hiragana and each other.
 */
const ALIKE = `
  a АаΑαɑᎪꓮᴀ
  b ВвΒβЬьᏴꓐʙƄß
  c СсϹϲᏟꓚᴄƈ
  d ԁԀᎠꓓᴅɗđĐ
  e ЕеΕεЄєҽҼᎬꓰᴇɛƐ℮
  f ϜϝꓝƒҒғꞘꞙ
  g ɡԌԍᏀꓖɢց
  h НнΗһҺᎻꓧʜհ
  j ЈјϳᎫꓙʝ
  k КкΚκᏦꓗᴋҚқ
  l IiІіΙιıɩӀӏᎥⅼǀ1ŁłӏՆꓲ
  m МмΜᎷꓟᴍϻ
  n ΝηпПոռꓠɴՈ
  o ОоΟοσՕօ०০੦૦௦౦೦൦๐໐၀ჿⲟⲞᴏ0〇ØøӨө
  p РрΡρᏢꓑᴘ
  q ԚԛզԳ
  r гГᏒꓣʀᴦ
  s ЅѕᏚꓢꜱՏ
  t ТтΤτᎢꓔᴛ
  u υսᴜՍʋꓴ
  v νѵѴᏙꓦᴠ
  w ԜԝωшШᎳꓪᴡѡѠ
  x ХхΧχꓫ᙭
  y УуΥγʏүҮҰұꓬ
  z ΖζᏃꓜᴢʐ
  ロ 口囗ㅁ
  ニ 二
  カ 力
  エ 工ェ
  タ 夕
  ト 卜
  ハ 八
  チ 千
  ミ 三彡
  オ 才ォ
  ノ 丿
  ム 厶
  ヒ 匕
  ヌ 又
  イ 亻ィ
  リ り刂
  ヘ へ
  ソ ン
  シ ツッ
  ア ァ
  ウ ゥ宀
  ヤ ャ
  ユ ュ
  ヨ ョ彐
  ワ ヮ
  ケ ヶ
  あ ぁ
  い ぃ
  う ぅ
  え ぇ
  お ぉ
  つ っ
  や ゃ
  ゆ ゅ
  よ ょ
  わ ゎ
  日 曰
  未 末
  土 士
  己 已巳
  人 入
  式 弋弌弍弎弐弑侙
  公 㕣兯
  営 營
  事 亊
  管 菅筦
  理 埋
  局 㞐
  ー 一―—–‐‑‒−─━ｰㅡ〜~-_`;
const SHAPES = new Map(
  ALIKE.trim()
    .split('\n')
    .flatMap((line) => {
      const [shape = '', alike = ''] = line.trim().split(' ');
      return [...alike].map((character) => [character, shape] as const);
    }),
);
/** Marks on letters, but for those that make another kana: ゛ and ゜, which look like each other. */
const MARKS = /(?![\u3099\u309a])\p{M}/gu;
/** A sign that stands for several letters, as ™ does: it is a sign, and no part of the word it stands behind. */
const isSign = (character: string): boolean => /\p{S}/u.test(character) && [...character.normalize('NFKD')].length > 1;
const withoutSigns = (name: string): string => name.replace(/\p{S}/gu, (sign) => (isSign(sign) ? '' : sign));
const shapeOf = (text: string): string => Array.from(text, (character) => SHAPES.get(character) ?? character).join('');

/**
 * What a name looks like at a glance: names of one shape pass for each other. Only for comparing; it is no name.
 * @param isBare punctuation, symbols and emoji do not count either
 */
export function nameShape(name: string, isBare = false): string {
  const plain = withoutUnseen((isBare ? withoutSigns(name) : name).normalize('NFKD'))
    .replace(MARKS, '')
    .replaceAll('\u309a', '\u3099');
  // Twice: a capital can look like another letter than its small one.
  const letters = shapeOf(plain);
  const lower = shapeOf(letters.toLowerCase())
    .replace(/(?<=[a-z])\||\|(?=[a-z])/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('ハム', '公');
  const bare = isBare ? lower.replace(/[\p{P}\p{S}]/gu, '') : lower;
  return (bare || lower).normalize('NFC');
}
