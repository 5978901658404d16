import { defineTenant } from '../defaults.ts';
import type { Tenant } from '../schema.ts';

export const tenant: Tenant = defineTenant({
  id: 'svleague',
  name: 'SV.LEAGUE',
  shortName: 'SV.LEAGUE',
  lead: 'ボールが\u200bつなぐ\u200b歓声を、一枚に。',
  url: 'https://www.svleague.jp/',
  creditLabel: 'SV.LEAGUE',
  colors: { brand: '#00756b', onBrand: '#ffffff', second: '#ffc93c' },
  isPoint: true,
  isTeam: true,
  isGender: true,
});
