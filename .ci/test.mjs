// `npm test`: types, lint, the build, unit, API and chaos tests (API on the embedded database and on PostgreSQL), then the
// journeys in a real browser on the built product, then which clauses no passing test names. `npm test -- FILE …`: these files only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, ensureHeadlessShell } from './ensure-chromium.mjs';
import { ensurePostgres } from './ensure-postgres.mjs';
import { printReport } from './report.mjs';
import { stepsOf } from './run-files.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';

const results = 'tests/.results';
const LAST_LINES = 60;
const named = process.argv.slice(2);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const temporary = makeTemporaryFolder();
const env = {
  ...process.env,
  CHROMIUM_PATH: ensureChromium(),
  HEADLESS_SHELL_PATH: ensureHeadlessShell(),
  NODE_OPTIONS: '',
  TMPDIR: temporary,
  // A server's start is half compiling, and the tests start hundreds.
  NODE_COMPILE_CACHE: join(temporary, 'compiled'),
};
const noPostgres = ensurePostgres()
  ? ''
  : 'NOT TESTED ON POSTGRESQL: none here, and none could be installed (set POSTGRES_BIN).';
if (noPostgres) console.error(`\n!! ${noPostgres}`);
if (noPostgres && process.env.CI) process.exit(1);

// Those of a row run side by side. The build comes early: some API tests look at the built pages.
const everything = [
  [
    ['types', 'npm', ['run', '-s', 'types']],
    ['lint', 'npm', ['run', '-s', 'lint']],
    ['build', 'npm', ['run', '-s', 'build']],
  ],
  [
    [
      'unit, API and chaos tests',
      'vitest',
      [
        'run',
        '--reporter=default',
        '--reporter=json',
        '--reporter=./.ci/second-tries-reporter.mjs',
        `--outputFile.json=${results}/vitest.json`,
      ],
    ],
  ],
  [['journeys', 'npm', ['run', '-s', 'test:journeys']]],
  [['clauses without a test', 'npm', ['run', '-s', 'coverage:spec']]],
];
const rows = named.length > 0 ? stepsOf(named).map((step) => [step]) : everything;

/** Runs a step and shows what it prints; gives whether it went well, and its last lines. */
async function run(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let tail = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    from.on('data', (chunk) => {
      to.write(chunk);
      tail = (tail + chunk).slice(-20_000);
    });
  const [status] = await once(child, 'close');
  return { isOk: status === 0, lastLines: tail.split('\n').slice(-LAST_LINES).join('\n') };
}

const failed = [];
async function play([name, command, args]) {
  // They would run on an older build.
  if (command !== 'vitest' && failed.some(([step]) => step === 'build')) return;
  const start = Date.now();
  console.log(`\n── ${name}`);
  const { isOk, lastLines } = await run(command, args);
  console.log(`── ${name}: ${isOk ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - start) / 1000)} s`);
  if (!isOk) failed.push([name, lastLines]);
}
for (const row of rows) await Promise.all(row.map(play));
if (named.length === 0) {
  const unexplained = printReport(results, { vitest: true, playwright: 'journeys.json' });
  if (unexplained.length > 0) failed.push(['tests that needed a second try', unexplained.join('\n')]);
}
// A log is often cut at its beginning: what failed early is said again.
for (const [name, lastLines] of failed) console.log(`\n── the last lines of: ${name}\n${lastLines}`);
console.log(failed.length ? `\nFailed: ${failed.map(([name]) => name).join(', ')}` : '\nAll green');
if (noPostgres) console.error(`!! ${noPostgres}`);
process.exit(failed.length ? 1 : 0);
