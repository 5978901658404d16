// `npm run test:all`: all tests that `npm test` leaves out. The other database, the model and the simulation, all other journeys, attacks,
// the engines, mutants of the last commit's lines. At the end: which clauses no passing test of both runs names.
import { endRun, prepareRun, runSteps, vitestReports } from './steps.mjs';

const { env, untested } = prepareRun();
const begun = Date.now();
const PART = '-all';

const run = await runSteps(
  [
    // Does nothing when it is there already.
    { name: 'build', command: 'npm', args: ['run', '-s', 'build'] },
    {
      name: 'vitest',
      after: 'build',
      command: 'vitest',
      args: ['run', '--project=api-embedded', '--project=world', ...vitestReports(`vitest${PART}`)],
      env: { TEST_PART: PART },
    },
    {
      name: 'journeys',
      after: 'vitest',
      command: 'npm',
      args: ['run', '-s', 'test:journeys', '--', '--grep-invert=@core'],
      env: { TEST_PART: PART },
    },
    {
      name: 'adversary',
      // Attacks fill a server: they run alone.
      after: 'journeys',
      command: 'vitest',
      args: [
        'run',
        '--project=adversary',
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json=tests/.results/adversary.json',
      ],
    },
    { name: 'engines', after: 'adversary', command: 'npm', args: ['run', '-s', 'test:engines'] },
    { name: 'mutants', after: 'engines', command: 'npm', args: ['run', '-s', 'test:mutants', '--', '--changed'] },
  ],
  { env },
);
await run.play({ name: 'clauses without a test', command: 'npm', args: ['run', '-s', 'coverage:spec'] });
endRun(run, { begun, untested, reports: { vitest: `vitest${PART}`, playwright: `journeys${PART}.json` } });
