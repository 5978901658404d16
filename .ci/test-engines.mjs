// `npm run test:engines`: the key journeys on Firefox and WebKitGTK, and on Chromium those `npm test` has not shown, on the build of
// these very sources.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureEngines } from './ensure-engines.mjs';
import { hasTooManySecondTries, isOnlyOutOfTime, printReport } from './report.mjs';
import { printSpent, takeCpuSeconds } from './spent.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';

const engines = ensureEngines();
const begun = Date.now();
takeCpuSeconds();
const temporary = makeTemporaryFolder();
const env = {
  ...process.env,
  CHROMIUM_PATH: engines.chromium,
  NODE_OPTIONS: '',
  TMPDIR: temporary,
  NODE_COMPILE_CACHE: join(temporary, 'compiled'),
};
const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;

// Does nothing when it is there already.
if (!run('npm', ['run', '-s', 'build'])) process.exit(1);
const isGreen = run('playwright', ['test', '-c', 'tests/engines/playwright.config.ts', ...process.argv.slice(2)]);
// The run's part: `npm run test:all` runs the engines in two.
const report = `engines${process.env.TEST_PART ?? ''}.json`;
const secondTries = printReport('tests/.results', { playwright: report });
const seconds = (Date.now() - begun) / 1000;
printSpent([{ name: 'engines, with the build', seconds, cpu: takeCpuSeconds() }], seconds);
const hasTooMany = hasTooManySecondTries('tests/.results', secondTries);
process.exit((isGreen || isOnlyOutOfTime('tests/.results', report)) && !hasTooMany ? 0 : 1);
