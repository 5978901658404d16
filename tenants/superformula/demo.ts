import type { TenantScript } from '../demoScript.ts';

export const demo: TenantScript = {
  persons: [
    ['鷲尾 迅', '1', 'falcon'],
    ['加賀見 零', '2', 'falcon'],
    ['風間 疾人', '5', 'northstar'],
    ['エリオット・グレイ', '6', 'northstar'],
    ['嵐山 龍星', '12', 'crimson'],
    ['一ノ瀬 光', '14', 'crimson'],
    ['霧島 隼', '20', 'aoba'],
    ['ノア・ベルトラン', '21', 'aoba'],
    ['神代 翔馬', '36', 'zephyr'],
    ['黒江 蓮', '37', 'zephyr'],
    ['烏丸 慎吾', '64', 'kaze'],
    ['南雲 陸斗', '65', 'kaze'],
  ],
  places: ['グランドスタンド', '1コーナー', 'S字', 'ヘアピン', '最終コーナー', 'ピットウォーク', 'イベント広場'],
  seasonStart: 1,
  seasonName: (y) => `${y}年シリーズ`,
  events: [
    '第9戦 霧ヶ原サーキット',
    '第10戦 海鳴インターナショナル',
    '最終大会 天空サーキット',
    '#エンジン音の聞こえる写真',
    '合同テスト 霧ヶ原',
    'アンバサダー限定 グリッドウォーク',
  ],
  photocon: '流し撮りフォトコンテスト',
  memorial: ['雨のレースを撮る', 'ヘルメット図鑑（1人3枚まで）'],
  credit: { type: 'C', label: 'JRP', extra: 'ファン投稿写真', ambassador: 'ON' },
  notice: [
    'ピットウォークの撮影について',
    '脚立・一脚の使用はできません。ゆずり合って撮影をお楽しみください。レーサーを選んで投稿すると応援ポイントがつきます。',
  ],
  asksPermission: true,
};
