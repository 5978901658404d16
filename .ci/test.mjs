// `npm test`: types, lint, the build, unit, API and chaos tests (API on the embedded database and on PostgreSQL), the journeys in a
// real browser on the built product, and at the end which clauses no passing test names. `npm test -- FILE …`: these files only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureChromium, ensureHeadlessShell } from './ensure-chromium.mjs';
import { ensureNginx } from './ensure-nginx.mjs';
import { ensurePgbouncer } from './ensure-pgbouncer.mjs';
import { ensurePostgres } from './ensure-postgres.mjs';
import { hasPreviousRelease } from './previous-release.mjs';
import { hasTooManySecondTries, printReport } from './report.mjs';
import { stepsOf } from './run-files.mjs';
import { printSpent, takeCpuSeconds } from './spent.mjs';
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
const untested = [
  !ensurePostgres() && 'NOT TESTED ON POSTGRESQL: none here, and none could be installed (set POSTGRES_BIN).',
  !ensurePgbouncer() && 'NOT TESTED BEHIND PGBOUNCER: none here, and none could be fetched (set PGBOUNCER_BIN).',
  !ensureNginx() && 'NOT TESTED BEHIND NGINX: none here, and none could be fetched (set NGINX_BIN).',
].filter(Boolean);
for (const sentence of untested) console.error(`\n!! ${sentence}`);
// Nothing to install: whoever cloned without the history knows, and tests that need it are few.
if (!hasPreviousRelease())
  console.error(
    '\n!! NOT TESTED BESIDE THE PREVIOUS RELEASE: its commit (.ci/previous-release.mjs) is not in this clone (git fetch --unshallow).',
  );
if (untested.length > 0 && process.env.CI) process.exit(1);

// A step waits for the one it names; all others run side by side. vitest and the journeys keep two cores busy each: side by side
// they took as long as one after the other (measured), and tests ran into their time limits.
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
      // Attacks fill a server: they run after all others.
      '--project=!adversary',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./.ci/second-tries-reporter.mjs',
      `--outputFile.json=${results}/vitest.json`,
    ],
  },
  { name: 'journeys', after: 'vitest', command: 'npm', args: ['run', '-s', 'test:journeys'] },
  {
    name: 'adversary',
    after: 'journeys',
    command: 'vitest',
    args: [
      'run',
      '--project=adversary',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}/adversary.json`,
    ],
  },
];
const steps =
  named.length > 0
    ? stepsOf(named).map(([name, command, args], i, all) => ({ name, command, args, after: all[i - 1]?.[0] }))
    : everything;

/** Runs a step and shows each line it prints under the step's name; gives whether it went well, and its last lines. */
async function run({ name, command, args }) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const lines = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    createInterface({ input: from }).on('line', (line) => {
      to.write(named.length > 0 ? `${line}\n` : `${name} │ ${line}\n`);
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
    });
  const ended = once(child, 'close');
  await once(child, 'exit');
  const cpu = takeCpuSeconds();
  const [status] = await ended;
  return { isOk: status === 0, lastLines: lines.join('\n'), cpu };
}

const begun = Date.now();
const failed = [];
const spent = [];
// The searches for browsers, databases, PgBouncer and nginx are no step.
takeCpuSeconds();
async function play(step) {
  const { name } = step;
  const start = Date.now();
  console.log(`\n── ${name}`);
  const { isOk, lastLines, cpu } = await run(step);
  const seconds = (Date.now() - start) / 1000;
  console.log(`── ${name}: ${isOk ? 'ok' : 'FAILED'} in ${Math.round(seconds)} s`);
  spent.push({ name, seconds, cpu });
  if (!isOk) failed.push([name, lastLines]);
}
const ends = new Map();
for (const step of steps) {
  const turn = async () => {
    await ends.get(step.after);
    // Browsers would run on an older build.
    if (step.command === 'vitest' || failed.every(([name]) => name !== 'build')) await play(step);
  };
  ends.set(step.name, turn());
}
await Promise.all(ends.values());
let secondTries = [];
if (named.length === 0) {
  await play({ name: 'clauses without a test', command: 'npm', args: ['run', '-s', 'coverage:spec'] });
  secondTries = printReport(results, { vitest: true, playwright: 'journeys.json' });
  printSpent(spent, (Date.now() - begun) / 1000);
}
// A log is often cut at its beginning: what failed early is said again.
for (const [name, lastLines] of failed) console.log(`\n── the last lines of: ${name}\n${lastLines}`);
if (hasTooManySecondTries(results, secondTries)) failed.push(['second tries', secondTries.join('\n')]);
console.log(failed.length ? `\nFailed: ${failed.map(([name]) => name).join(', ')}` : '\nAll green');
for (const sentence of untested) console.error(`!! ${sentence}`);
process.exit(failed.length ? 1 : 0);
