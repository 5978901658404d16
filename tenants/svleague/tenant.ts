import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 9,
  name: 'SV.LEAGUE',
  lead: 'ボールがつなぐ歓声を、一枚に。',
  url: 'https://www.svleague.jp/',
  creditLabel: 'SV.LEAGUE',
  colors: { brand: '#00756b', onBrand: '#ffffff', second: '#ffc93c' },
  isPoint: true,
  isTeam: true,
  isGender: true,
};
