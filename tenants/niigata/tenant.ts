import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 5,
  name: 'アルビレックス新潟',
  shortName: 'アルビレックス',
  lead: 'オレンジに染まるスタンドの景色を残そう。',
  url: 'https://www.albirex.co.jp/',
  creditLabel: 'ALBIREX NIIGATA',
  colors: { brand: '#f57a14', onBrand: '#0c1d4a', second: '#12357f' },
};
