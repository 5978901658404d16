/** Names of the pages (§2), as they stand in addresses. */
export const TENANT_PAGES = [
  'index',
  'gallery',
  'event-list',
  'event-detail',
  'player-detail',
  'my-photo',
  'ranking-list',
  'outbox',
  'download',
  'mediasite',
] as const;
export const COMMON_PAGES = [
  'notice-list',
  'tutorial',
  'settings',
  'delete-account',
  'create-account',
  'forgot-password',
  'account-activation',
  'rule-agreement',
  'search-result',
] as const;
