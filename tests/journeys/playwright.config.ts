import { defineConfig } from '@playwright/test';

/** Journeys run on the built product against the real server; `support/product.ts` starts one a worker. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.results/journeys',
  // two cores: two browsers at once make every wait longer than one after the other
  workers: 1,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../.results/journeys.json' }]],
  use: { locale: 'ja-JP', timezoneId: 'Asia/Tokyo', trace: 'retain-on-failure' },
});
