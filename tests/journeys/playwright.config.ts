import { defineConfig } from '@playwright/test';
import { timeLeft } from '../../.ci/time-left.mjs';

/** Journeys run on the built product against the real server; `support/product.ts` starts one a worker. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/fillPostgres.ts',
  testMatch: '**/*.spec.ts',
  outputDir: `../.results/journeys${process.env.TEST_PART ?? ''}`,
  // a journey mostly waits: three at once keep two cores busy, and four take longer
  workers: 3,
  // real browsers on a shared machine: a second failure in a row is a failure; the first is reported as flaky
  retries: process.env.CI ? 1 : 0,
  // Waits ask what happens, not how soon: nothing is won by giving up early on a slow machine.
  timeout: 240_000,
  globalTimeout: timeLeft(),
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: `../.results/journeys${process.env.TEST_PART ?? ''}.json` }],
    ['./support/assertionsReporter.ts'],
  ],
  // A trace takes a third of the whole time: TRACE=1 asks for them.
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
