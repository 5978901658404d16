/**
 * Characters that a search takes for the same (SRC-05e). The letters after the first one are ways to write it: its old shape, or the one
 * a name has in the family register.
 */
export const CHARACTER_VARIANTS: readonly (readonly [variant: string, plain: string])[] = [
  ...[
    '高髙',
    '崎﨑嵜',
    '浜濵濱',
    '辺邉邊',
    '斎齋',
    '斉齊',
    '沢澤',
    '広廣',
    '国國',
    '島嶋嶌',
    '桜櫻',
    '真眞',
    '黒黑',
    '徳德',
    '恵惠',
  ],
  ...[
    '吉𠮷',
    '橋槗',
    '青靑',
    '瀬瀨',
    '曽曾',
    '富冨',
    '峰峯',
    '増增',
    '寿壽',
    '条條',
    '栄榮',
    '満滿',
    '万萬',
    '与與',
    '豊豐',
    '緒緖',
  ],
  ...[
    '桑桒',
    '柳栁',
    '薮藪籔',
    '達逹',
    '静靜',
    '礼禮',
    '亀龜',
    '関關',
    '竜龍',
    '滝瀧',
    '渋澁',
    '塩鹽',
    '遥遙',
    '児兒',
    '鉄鐵',
    '団團',
  ],
].flatMap((written) => {
  const [plain = '', ...others] = written;
  return others.map((other) => [other, plain] as const);
});
