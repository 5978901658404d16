import type { TenantFacts } from '../defaults.ts';

export const tenant: TenantFacts = {
  order: 7,
  name: 'わーすた',
  lead: 'ライブの思い出を、写真でもう一度。',
  url: 'https://wa-suta.world/',
  creditLabel: 'わーすた',
  colors: { brand: '#7546d1', onBrand: '#ffffff', second: '#ffd23f' },
  features: {
    tutorial: false,
    feedbackUrl: null,
    permissionCheck: false,
    permissionToggleOnEdit: false,
    permissionDialogOnFirstPost: false,
    firstFollow: false,
  },
  config: { eventTitle: 'ライブフォト', messagelabel: '思い出', playerlabel: 'メンバー' },
};
