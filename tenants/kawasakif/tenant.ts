import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 1,
  name: '川崎フロンターレ',
  shortName: 'フロンターレ',
  lead: '等々力の一瞬を、みんなの写真で残そう。',
  url: 'https://www.frontale.co.jp/',
  creditLabel: 'KAWASAKI FRONTALE',
  colors: { brand: '#35b4ec', onBrand: '#07202e', second: '#12171c' },
};
