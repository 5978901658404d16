import type { Break } from './break.ts';

const headers = 'tests/api/headers.test.ts';

/** Chapters V1 to V9 of tests/asvs.md. */
export const breaks1to9: readonly Break[] = [
  {
    rows: ['3.4.4'],
    file: 'server/http/guardAnswers.ts',
    find: `headers.set('x-content-type-options', 'nosniff')`,
    replace: `if (headers.get('content-type')?.startsWith('text/html')) headers.set('x-content-type-options', 'nosniff')`,
    test: [headers, 'CSP nothing else can be opened as a page'],
  },
  {
    rows: ['4.1.3'],
    file: 'server/http/clientAddress.ts',
    find: `.at(-1)?.split(',').at(-1)?.trim()`,
    replace: `.at(-1)?.split(',').at(0)?.trim()`,
    test: ['server/http/clientAddress.test.ts', 'X-Forwarded-For is believed behind a proxy only'],
  },
];
