import { defineConfig } from '@playwright/test';
import { timeLeft } from '../../.ci/time-left.mjs';
import type { EngineOptions } from './support/engineTest.ts';

/**
 * What `npm test` has shown on Chromium with the same steps: sign-in (badDays.spec.ts, kill -9), photo (photos.spec.ts), search, comment
 * (social.spec.ts), opened from outside (foreignPages.spec.ts), browse offline (offline.spec.ts), post offline (mainStory.spec.ts), toast
 * (postToast.spec.ts), desk (staff.spec.ts, moderation.spec.ts, staffPhotos.spec.ts), wall (wall.spec.ts). ALL_ENGINES=1 runs them here too,
 * to compare.
 */
const SHOWN = / (?:sign-in|photo|search|comment|opened from outside|browse offline|post offline|toast|desk|wall): /;

/** The same journeys on three engines: the built product, the real server, each browser with a profile of its own on disk. */
export default defineConfig<EngineOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../journeys/support/fillOnce.ts',
  outputDir: `../.results/engines${process.env.TEST_PART ?? ''}`,
  // as journeys do, these mostly wait; a file in one worker alone would be the long end of a run
  workers: 3,
  fullyParallel: true,
  // real browsers on a shared machine: a second failure in a row is a failure; the first is reported
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  globalTimeout: timeLeft(),
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: `../.results/engines${process.env.TEST_PART ?? ''}.json` }],
    ['./support/tableReporter.ts'],
  ],
  projects: [
    {
      name: 'Chromium',
      use: { engine: 'chromium' },
      testIgnore: 'privateSession.spec.ts',
      ...(process.env.ALL_ENGINES ? {} : { grepInvert: SHOWN }),
    },
    {
      name: 'Firefox',
      use: { engine: 'firefox' },
      // Of iPhones, which have another engine.
      grepInvert: / (?:home screen|install): /,
      testMatch: [
        'journeys.spec.ts',
        'foreignPages.spec.ts',
        'firstVisit.spec.ts',
        'phrases.spec.ts',
        'sweep.spec.ts',
        'wall.spec.ts',
      ],
    },
    { name: 'WebKit', use: { engine: 'webkit' }, testIgnore: 'safeAreas.spec.ts' },
  ],
});
