import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 3,
  name: 'FC東京',
  lead: '青赤の90分を、東京のみんなと一枚に。',
  url: 'https://www.fctokyo.co.jp/',
  creditLabel: 'F.C.TOKYO',
  colors: { brand: '#1f3f9e', onBrand: '#ffffff', second: '#d9263c' },
};
