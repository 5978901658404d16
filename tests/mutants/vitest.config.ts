/** Vitest for the tests of one area under mutation: one worker, files one after the other; what pages are built with is not needed. */
import { defineConfig } from 'vitest/config';
import { areaNamed } from './areas.ts';

const { tests, isApi } = areaNamed(process.env.MUTANT_AREA ?? '');
/** A change that makes a test wait for ever is noticed after this. With 6 s a busy machine noticed what no test does. */
const waiting = 20_000;

export default defineConfig({
  define: { global: 'globalThis' },
  test: {
    name: 'mutants',
    include: [...tests],
    // `worker.ts` loads all modules anew for each run.
    isolate: false,
    maxWorkers: 1,
    includeTaskLocation: true,
    setupFiles: ['tests/mutants/setup.ts'],
    ...(isApi && process.env.TEST_DATABASE_URL === undefined ? { globalSetup: 'tests/api/emptyDatabase.ts' } : {}),
    testTimeout: waiting,
    hookTimeout: waiting,
  },
});
