import type { TenantScript } from '../demoScript.ts';

export const demo: TenantScript = {
  persons: [
    ['桃瀬 ここな', null],
    ['水城 りお', null],
    ['檸川 ひまり', null],
    ['若葉 すず', null],
    ['藤咲 のあ', null],
  ],
  places: ['1階スタンディング', '1階後方', '2階指定席', 'ロビー', '物販エリア', '特典会会場'],
  seasonStart: 1,
  seasonName: (y) => `${y}年ライブ`,
  events: [
    '秋ツアー 名古屋公演',
    '秋ツアー 大阪公演',
    '秋ツアー 東京ファイナル',
    '#わーすた思い出アルバム',
    '冬のスペシャルライブ',
    'アンバサダー限定 リハーサル撮影会',
  ],
  photocon: 'ペンライトの海フォトコン',
  memorial: ['推しポーズでつながろう', '遠征の思い出（1人3枚まで）'],
  credit: { type: 'B', label: '', extra: '', ambassador: 'OFF' },
  notice: ['撮影OKタイムのお知らせ', '撮影OKタイムはアンコールの1曲目です。フラッシュと動画の撮影はご遠慮ください。'],
  asksPermission: false,
};
