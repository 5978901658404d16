import type { Break } from './break.ts';

/** Chapters V1 to V9 of tests/asvs.md. */
export const breaks1to9: readonly Break[] = [
  {
    rows: ['1.2.1'],
    file: 'server/pages/escapeHtml.ts',
    find: "'&amp;'",
    replace: "'&'",
    test: ['server/pages/metaTags.test.ts', 'PHO-06 without a description'],
  },
];
