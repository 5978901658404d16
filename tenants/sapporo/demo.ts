import { STANDS, type TenantScript, year } from '../demoScript.ts';

export const demo: TenantScript = {
  persons: [
    ['雪村 大悟', '1'],
    ['深川 亮太', '2'],
    ['利尻 海', '4'],
    ['白石 健斗', '6'],
    ['ニクラス・ホルム', '7'],
    ['富良野 蒼', '9'],
    ['宮坂 隼', '10'],
    ['音更 一輝', '11'],
    ['羽幌 直樹', '14'],
    ['手稲 祐介', '18'],
    ['円山 龍', '21'],
    ['石狩 太陽', '27'],
  ],
  places: STANDS,
  seasonStart: 1,
  seasonName: year,
  events: [
    '第34節 南風FC戦',
    '第35節 天領ユナイテッド戦',
    '第36節 白の決戦 大河SC戦',
    '#北の大地の赤黒日和',
    '第37節 潮騒FC戦',
    'アンバサダー限定 雪中トレーニング撮影',
  ],
  photocon: '雪とスタジアムのフォトコン',
  memorial: ['雪でも行くぞ！観戦スタイル', '北海道うまいもん図鑑（1人3枚まで）'],
  credit: { type: 'D', label: '', extra: '', ambassador: 'OFF' },
  notice: [
    '降雪時のご来場について',
    '当日は雪が予想されます。足元に気をつけて、暖かい服装でお越しください。投稿に場所を選ぶと、当日の様子が皆さんに伝わります。',
  ],
  asksPermission: true,
};
