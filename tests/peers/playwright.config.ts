import { defineConfig } from '@playwright/test';

/** Other makers' clouds and clients, with the built product and the real server: `.ci/test-peers.mjs` finds the programs. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.results/peers',
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../.results/peers.json' }]],
  use: { locale: 'ja-JP', timezoneId: 'Asia/Tokyo' },
});
