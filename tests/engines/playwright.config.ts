import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './support/engineTest.ts';

/** The same journeys on three engines: the built product, the real server, each browser with a profile of its own on disk. */
export default defineConfig<EngineOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../journeys/support/fillOnce.ts',
  outputDir: '../.results/engines',
  workers: 2,
  // real browsers on a shared machine: a second failure in a row is a failure; the first is reported
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  globalTimeout: 14 * 60_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../.results/engines.json' }], ['./support/tableReporter.ts']],
  projects: [
    { name: 'Chromium', use: { engine: 'chromium' }, testIgnore: 'privateSession.spec.ts' },
    { name: 'Firefox', use: { engine: 'firefox' }, testMatch: 'journeys.spec.ts' },
    { name: 'WebKit', use: { engine: 'webkit' }, testIgnore: 'safeAreas.spec.ts' },
  ],
});
