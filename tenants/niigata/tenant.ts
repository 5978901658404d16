import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 5,
  name: 'アルビレックス新潟',
  shortName: 'アルビレックス',
  lead: 'オレンジに\u200b染まる\u200bスタンドの\u200b景色を\u200b残そう。',
  url: 'https://www.albirex.co.jp/',
  creditLabel: 'ALBIREX NIIGATA',
  colors: { brand: '#f57a14', onBrand: '#0c1d4a', second: '#12357f' },
};
