import { defineTenant } from '../defaults.ts';
import type { Tenant } from '../schema.ts';

export const tenant: Tenant = defineTenant({
  id: 'cosaka',
  name: 'セレッソ大阪',
  shortName: 'セレッソ大阪',
  lead: '桜色に\u200b染まる\u200bスタジアムを、いっしょに\u200b撮ろう。',
  url: 'https://www.cerezo.jp/',
  creditLabel: 'CEREZO OSAKA',
  colors: { brand: '#d8006f', onBrand: '#ffffff', second: '#15274f' },
  isPoint: true,
});
