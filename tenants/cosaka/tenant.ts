import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 2,
  name: 'セレッソ大阪',
  lead: '桜色に染まるスタジアムを、いっしょに撮ろう。',
  url: 'https://www.cerezo.jp/',
  creditLabel: 'CEREZO OSAKA',
  colors: { brand: '#d8006f', onBrand: '#ffffff', second: '#15274f' },
  isPoint: true,
};
