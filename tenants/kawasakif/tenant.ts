import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 1,
  name: '川崎フロンターレ',
  shortName: 'フロンターレ',
  lead: '等々力の\u200b一瞬を、みんなの\u200b写真で\u200b残そう。',
  url: 'https://www.frontale.co.jp/',
  creditLabel: 'KAWASAKI FRONTALE',
  colors: { brand: '#35b4ec', onBrand: '#07202e', second: '#12171c' },
};
