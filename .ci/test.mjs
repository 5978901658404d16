// `npm test`: types, lint, the build, unit tests, API tests on one database, the queue's fixed scenarios, and the core journeys (those
// with the tag '@core') in a real browser on the built product. `npm run test:all` runs all other tests.
// `npm test -- FILE …`: these files only.
import { rmSync } from 'node:fs';
import { stepsOf } from './run-files.mjs';
import { endRun, prepareRun, RESULTS, runSteps, vitestReports } from './steps.mjs';

const named = process.argv.slice(2);
rmSync(RESULTS, { recursive: true, force: true });
const { env, untested } = prepareRun();

// vitest and the journeys keep two cores busy each: side by side they took as long as one after the other (measured), and tests ran
// into their time limits.
const everything = [
  { name: 'build', command: 'npm', args: ['run', '-s', 'build'] },
  { name: 'types', command: 'npm', args: ['run', '-s', 'types'] },
  { name: 'lint', command: 'npm', args: ['run', '-s', 'lint'] },
  {
    name: 'vitest',
    // Some API tests look at the built pages.
    after: 'build',
    command: 'vitest',
    args: [
      'run',
      '--project=unit',
      '--project=api',
      '--project=api-postgres',
      '--project=chaos',
      ...vitestReports('vitest'),
    ],
  },
  { name: 'journeys', after: 'vitest', command: 'npm', args: ['run', '-s', 'test:journeys', '--', '--grep=@core'] },
];
const steps =
  named.length > 0
    ? stepsOf(named).map(([name, command, args], i, all) => ({ name, command, args, after: all[i - 1]?.[0] }))
    : everything;

const begun = Date.now();
const run = await runSteps(steps, { env, isAlone: named.length > 0 });
endRun(run, { begun, untested, reports: named.length > 0 ? null : { vitest: 'vitest', playwright: 'journeys.json' } });
