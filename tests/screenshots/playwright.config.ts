import { defineConfig } from '@playwright/test';

/** `npm run screenshots`: nothing is tested; whoever changed a screen looks at the pictures. */
export default defineConfig({
  testDir: '.',
  testMatch: 'look.spec.ts',
  globalSetup: '../journeys/support/fillPostgres.ts',
  outputDir: '../.results/screens-failed',
  workers: 2,
  timeout: 1_800_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: { locale: 'ja-JP', timezoneId: 'Asia/Tokyo' },
});
