import { type TenantScript, year } from '../demoScript.ts';

export const demo: TenantScript = {
  persons: [
    ['信濃 晃', '1'],
    ['越後 湊', '3'],
    ['佐潟 瑛太', '5'],
    ['鳥屋野 陸', '6'],
    ['弥彦 真', '7'],
    ['米山 晴', '8'],
    ['ダニーロ・カスタ', '9'],
    ['阿賀 勇気', '10'],
    ['妙高 翔太', '11'],
    ['朱鷺田 光', '16'],
    ['萬代 涼', '20'],
    ['苗場 慶', '25'],
  ],
  places: ['メインスタンド', 'Eスタンド', 'Nスタンド', 'Sスタンド', 'ビジター席', 'スワン広場'],
  seasonStart: 1,
  seasonName: year,
  events: [
    '第34節 高原SC戦',
    '第35節 灯台FC戦',
    '第36節 オレンジデー 湖畔ユナイテッド戦',
    '#オレンジ色の景色',
    '第37節 渓流FC戦',
    'アンバサダー限定 スタジアムツアー',
  ],
  photocon: '夕焼けスタジアム・フォトコン',
  memorial: ['コレオの一枚になろう', '米どころスタグル部（1人3枚まで）'],
  credit: { type: 'A', label: '©NIIGATA FAN PHOTO', extra: '無断転載を禁じます', ambassador: 'OFF' },
  notice: [
    'オレンジデーにご協力ください',
    'スタンドをオレンジで埋めつくします。オレンジ色のものを身につけてご来場のうえ、ぜひ一枚撮ってください。',
  ],
  asksPermission: false,
};
