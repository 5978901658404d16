import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 8,
  name: '千葉ロッテマリーンズ',
  shortName: 'マリーンズ',
  lead: '海風のスタジアムから、最高の一枚を。',
  url: 'https://www.marines.co.jp/',
  creditLabel: 'CHIBA LOTTE MARINES',
  colors: { brand: '#17181b', onBrand: '#ffffff', second: '#c9cfd6' },
};
