import { type TenantScript, year } from '../demoScript.ts';

export const demo: TenantScript = {
  persons: [
    ['朝比奈 颯', '1', null, 'Hayate Asahina'],
    ['真壁 洋介', '3', null, 'Yosuke Makabe'],
    ['三条 慧', '4', null, 'Kei Sanjo'],
    ['鳥越 隼人', '6', null, 'Hayato Torigoe'],
    ['高峰 蓮', '7', null, 'Ren Takamine'],
    ['久遠 大和', '8', null, 'Yamato Kuon'],
    ['水無瀬 翼', '9', null, 'Tsubasa Minase'],
    ['有馬 圭吾', '10', null, 'Keigo Arima'],
    ['島津 夏樹', '11', null, 'Natsuki Shimazu'],
    ['レオ・サンドーラ', '14', null, 'Léo Sandora'],
    ['柏木 樹', '17', null, 'Itsuki Kashiwagi'],
    ['天城 悠真', '20', null, 'Yuma Amagi'],
    ['御子柴 諒', '23', null, 'Ryo Mikoshiba'],
    ['若宮 陽太', '30', null, 'Yota Wakamiya'],
  ],
  places: ['メインスタンド', 'バックスタンド', 'Gゾーン', 'ホームA自由', 'ビジター席', 'フロンパーク広場'],
  seasonStart: 1,
  seasonName: year,
  events: [
    '第34節 港町ハーバーズ戦',
    '第35節 山吹FC戦',
    '第36節 ホーム最終盤 青嵐ユナイテッド戦',
    '#等々力のある暮らし 写真大募集',
    '第37節 北稜SC戦',
    'アンバサダー限定 ピッチサイド撮影会',
  ],
  photocon: '青く染まれ！スタジアムフォトコンテスト',
  memorial: ['推し選手のガッツポーズ集めたい', 'スタグル全制覇チャレンジ（1人3枚まで）'],
  credit: { type: 'C', label: 'KAWASAKI FAN PHOTO', extra: '', ambassador: 'ON' },
  notice: [
    '今節の投稿テーマは「青」です',
    '会場で見つけた青いもの、なんでも投稿してください。よい写真は試合後に大型ビジョンで紹介します。',
  ],
  highlights: {
    title: '水色が揺れた90分',
    text: '最後の笛まで、スタンドは一つでした。たくさんの写真をありがとうございました。',
  },
  asksPermission: true,
};
