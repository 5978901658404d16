import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 4,
  name: '北海道コンサドーレ札幌',
  shortName: 'コンサドーレ札幌',
  lead: '北の大地の熱気を、写真でつなごう。',
  url: 'https://www.consadole-sapporo.jp/',
  creditLabel: 'HOKKAIDO CONSADOLE SAPPORO',
  colors: { brand: '#b70f22', onBrand: '#ffffff', second: '#16171a' },
};
