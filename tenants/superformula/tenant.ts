import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 6,
  name: 'SUPER FORMULA',
  shortName: 'スーパーフォーミュラ',
  lead: 'コンマ一秒の世界を、あなたのレンズで。',
  url: 'https://superformula.net/',
  creditLabel: 'JRP',
  colors: { brand: '#171a10', onBrand: '#d2f000', second: '#d2f000' },
  isPoint: true,
  partyLabel: 'JRP',
  features: { createEventPrompt: false },
  config: { eventTitle: 'レース', playerlabel: 'レーサー' },
};
