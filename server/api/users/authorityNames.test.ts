import { expect, test } from 'vitest';
import { claimsAuthority } from './authorityNames.ts';

test.each([
  ...['公式', '川崎フロンターレ公式', '公 式', '公式™', '公式℠', '公弎', '公弌', '㕣式', '兯式', '★公式★', 'ハム式'],
  ...[
    '運営',
    '運営スタッフ',
    '運營',
    'うえの運営',
    '事務局',
    '亊務局',
    '管理者',
    '菅埋者',
    'オフィシャル',
    'ｵﾌｨｼｬﾙ',
    '才フィシャル',
  ],
  ...['スタッフ', 'スタッフさん', 'サポートスタッフ', 'ｽﾀｯﾌ', 'スタシフ'],
  ...['official', 'OFFICIAL', 'FrontaleOfficial', 'frontaleofficial', 'оfficial', '0fficial', 'official_jp'],
  ...[
    'staff',
    'Staff01',
    'FC staff',
    'frontale-staff',
    'clubStaff',
    'スタッフstaff',
    '川崎staff',
    's t a f f',
    'ｓｔａｆｆ',
  ],
  ...['admin', 'Admin', 'adm1n', '川崎admin', 'admin川崎', 'THE ADMIN', 'аdmin'],
])('SAF-14d %s claims to speak for a club', (name) => {
  expect(claimsAuthority(name)).toBe(true);
});

test.each([
  ...['公一', '式部', 'ことスタ', 'フロンターレ大好き', '公式戦大好き', '非公式ファン', 'unofficial fan', '公園の式典'],
  ...[
    'badminton',
    'Stafford',
    'Falstaff',
    'フォルスタッフ',
    'スタッフド',
    'バドミントン',
    '事務員',
    '管理人',
    '営業部',
    '日ハム大好き',
  ],
  ...['みどり', 'Taro', '★', '🍀', 'スタジアム', '理者', 'mistaff'],
])('SAF-14d %s is free', (name) => {
  expect(claimsAuthority(name)).toBe(false);
});
