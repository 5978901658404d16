import { type TenantScript, year } from '../demoScript.ts';

export const demo: TenantScript = {
  persons: [
    ['瀬名 光輝', '1'],
    ['桐谷 奏', '2'],
    ['浅葱 拓真', '5'],
    ['堂島 海斗', '6'],
    ['三国 颯太', '7'],
    ['香月 玲央', '8'],
    ['桜庭 駿', '9'],
    ['南条 慎', '10'],
    ['マテウス・リオーロ', '11'],
    ['湊 大翔', '16'],
    ['佐渡 正義', '19'],
    ['戸倉 春斗', '24'],
    ['九条 一真', '27'],
  ],
  places: ['メインスタンド', 'バックスタンド', 'ホームサポーター席', 'SB自由席', 'ビジター席', 'さくら広場'],
  seasonStart: 1,
  seasonName: year,
  events: [
    '第34節 湾岸シティ戦',
    '第35節 白峰FC戦',
    '第36節 SAKURA NIGHT 翠峡SC戦',
    '#桜色の日常 フォトアルバム',
    '第37節 黒潮FC戦',
    'アンバサダー限定 練習見学フォト',
  ],
  photocon: 'ピンクで埋めよう！桜フォトコン',
  memorial: ['ゴール裏の旗を撮ろう', '遠征メシ部（1人3枚まで）'],
  credit: { type: 'A', label: '©OSAKA FAN PHOTO', extra: '', ambassador: 'ON' },
  notice: [
    '応援ポイント2倍デーのお知らせ',
    '今節は選手を選んで投稿すると、応援ポイントが2倍になります。試合終了から24時間までの投稿が対象です。',
  ],
  asksPermission: false,
};
