// `npm run test:all`: all tests that `npm test` leaves out. The other database, starts, ends and backups of servers, the queue's model,
// attacks, WebKit, all other journeys, the other engines, mutants of the last commit's lines. At the end: which clauses no
// passing test of both runs names. What matters most to fans comes first: CI's time may end before the rest.
import { hasLeftOut, noteLeftOut } from './report.mjs';
import { endRun, prepareRun, RESULTS, runSteps, vitestReports } from './steps.mjs';

const { env, untested } = prepareRun();
const begun = Date.now();
const PART = '-all';
/** The journeys on these engines. */
const engines = (...names) => ({
  command: 'npm',
  args: ['run', '-s', 'test:engines', '--', ...names.map((name) => `--project=${name}`)],
  env: { TEST_PART: `-${names[0].toLowerCase()}` },
  mayBeLeftOut: true,
});

const run = await runSteps(
  [
    // Does nothing when it is there already.
    { name: 'build', command: 'npm', args: ['run', '-s', 'build'] },
    {
      name: 'vitest',
      after: 'build',
      command: 'vitest',
      args: [
        'run',
        '--project=api-embedded',
        '--project=operations',
        '--project=operations-postgres',
        '--project=alone',
        '--project=model',
        ...vitestReports(`vitest${PART}`),
      ],
      env: { TEST_PART: PART },
      mayBeLeftOut: true,
    },
    {
      name: 'adversary',
      // Attacks fill a server: they run alone.
      after: 'vitest',
      command: 'vitest',
      args: [
        'run',
        '--project=adversary',
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json=tests/.results/adversary.json',
      ],
      mayBeLeftOut: true,
    },
    {
      // Before the rest: half of our fans have this engine, and no other run shows it.
      name: 'WebKit',
      after: 'adversary',
      ...engines('WebKit'),
    },
    {
      name: 'journeys',
      after: 'WebKit',
      command: 'npm',
      args: ['run', '-s', 'test:journeys', '--', '--grep-invert=@core'],
      env: { TEST_PART: PART },
      playwright: `journeys${PART}.json`,
      mayBeLeftOut: true,
    },
    { name: 'Firefox, Chromium', after: 'journeys', ...engines('Firefox', 'Chromium') },
    {
      name: 'mutants',
      after: 'Firefox, Chromium',
      command: 'npm',
      args: ['run', '-s', 'test:mutants', '--', '--changed'],
      mayBeLeftOut: true,
    },
  ],
  { env },
);
const coverage = { name: 'clauses without a test', command: 'npm', args: ['run', '-s', 'coverage:spec'] };
// Their tests are named by what was left out.
if (hasLeftOut(RESULTS)) noteLeftOut(RESULTS, [coverage.name]);
else await run.play(coverage);
endRun(run, { begun, untested, reports: { vitest: `vitest${PART}`, playwright: `journeys${PART}.json` } });
