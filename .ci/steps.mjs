// What `npm test` and `npm run test:all` share: finding the programs, running steps with their lines shown, and the report at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { ensureAge } from './ensure-age.mjs';
import { ensureChromium, ensureHeadlessShell } from './ensure-chromium.mjs';
import { ensureNginx } from './ensure-nginx.mjs';
import { ensurePgbouncer } from './ensure-pgbouncer.mjs';
import { ensurePostgres } from './ensure-postgres.mjs';
import { hasPreviousRelease } from './previous-release.mjs';
import {
  forgetLeftOut,
  hasTooManySecondTries,
  isOnlyOutOfTime,
  noteFailure,
  noteLeftOut,
  printReport,
} from './report.mjs';
import { printSpent, takeCpuSeconds } from './spent.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';
import { isTimeUp } from './time-left.mjs';

export const RESULTS = 'tests/.results';
const LAST_LINES = 60;
/** For a step's last lines: what it left running may hold its pipe for ever. */
const CLOSE_MS = 10_000;
const NOTED_LINES = 20;

/**
 * Arguments that have a runner write its report where the end of the run reads it.
 * @param {string} name of the report, such as 'vitest-all'
 */
export const vitestReports = (name) => [
  '--reporter=default',
  '--reporter=json',
  '--reporter=./.ci/second-tries-reporter.mjs',
  `--outputFile.json=${RESULTS}/${name}.json`,
];

/**
 * Finds the browser and the servers the tests need, or fetches them. Says what could not be found; ends the process then, where CI
 * is set.
 * @returns {{env: Record<string, string | undefined>, untested: string[]}} environment of the steps, and what the run will not show
 */
export function prepareRun() {
  mkdirSync(RESULTS, { recursive: true });
  forgetLeftOut(RESULTS);
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
    !ensureAge() &&
      'NOT TESTED: A BACKUP OPENED BY AGE AND ZSTD: not here, and they could not be fetched (apt install age zstd).',
    !ensureNginx() && 'NOT TESTED BEHIND NGINX: none here, and none could be fetched (set NGINX_BIN).',
  ].filter(Boolean);
  for (const sentence of untested) console.error(`\n!! ${sentence}`);
  // Nothing to install: whoever cloned without the history knows, and tests that need it are few.
  if (!hasPreviousRelease())
    console.error(
      '\n!! NOT TESTED BESIDE THE PREVIOUS RELEASE: its commit (.ci/previous-release.mjs) is not in this clone (git fetch --unshallow).',
    );
  if (untested.length > 0 && process.env.CI) process.exit(1);
  return { env, untested };
}

/** Runs a step and shows each line it prints under the step's name; gives whether it went well, its last lines and its CPU seconds. */
async function run({ name, command, args, env, isAlone }) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const lines = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    createInterface({ input: from }).on('line', (line) => {
      to.write(isAlone ? `${line}\n` : `${name} │ ${line}\n`);
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
    });
  const closed = once(child, 'close');
  const [status] = await once(child, 'exit');
  const cpu = takeCpuSeconds();
  await Promise.race([closed, setTimeout(CLOSE_MS, null, { ref: false })]);
  return { isGreen: status === 0, lastLines: lines.join('\n'), cpu };
}

/**
 * Runs the steps, each after the one it names in `after`, others side by side. A browser step does not run on a build that failed. A
 * step that may be left out is not begun once the run's time is up; `playwright` names the report of one that ends with that time.
 * @param {readonly {name: string, command: string, args: string[], after?: string, env?: object, playwright?: string,
 * mayBeLeftOut?: boolean}[]} steps
 * @param {{env: object, isAlone?: boolean}} options `isAlone`: lines are shown without the step's name
 * @returns {Promise<{failed: [string, string][], spent: object[], play: (step: object) => Promise<void>}>} names and last lines of
 * the steps that failed; `play` runs one more
 */
export async function runSteps(steps, { env, isAlone = false }) {
  const failed = [];
  const spent = [];
  // The searches for browsers, databases, PgBouncer and nginx are no step.
  takeCpuSeconds();
  async function play(step) {
    const { name, playwright, mayBeLeftOut } = step;
    if (mayBeLeftOut && isTimeUp()) {
      noteLeftOut(RESULTS, [name]);
      return;
    }
    const start = Date.now();
    console.log(`\n── ${name}`);
    const { isGreen, lastLines, cpu } = await run({ ...step, env: { ...env, ...step.env }, isAlone });
    const isOk = isGreen || (playwright !== undefined && isOnlyOutOfTime(RESULTS, playwright));
    const seconds = (Date.now() - start) / 1000;
    console.log(`── ${name}: ${isOk ? 'ok' : 'FAILED'} in ${Math.round(seconds)} s`);
    spent.push({ name, seconds, cpu });
    if (!isOk) failed.push([name, lastLines]);
  }
  const ends = new Map();
  for (const step of steps) {
    const turn = async () => {
      await ends.get(step.after);
      if (step.command === 'vitest' || failed.every(([name]) => name !== 'build')) await play(step);
    };
    ends.set(step.name, turn());
  }
  await Promise.all(ends.values());
  return { failed, spent, play };
}

/**
 * Prints which tests failed, what took longest and what the run cost, the last lines of failed steps, and a verdict. Ends the process.
 * @param {{failed: [string, string][], spent: object[]}} run
 * @param {{begun: number, untested: string[], reports: object | null}} about `reports`: those `printReport` reads; null: only files
 * that were named ran
 */
export function endRun({ failed, spent }, { begun, untested, reports }) {
  let secondTries = [];
  if (reports !== null) {
    secondTries = printReport(RESULTS, reports);
    printSpent(spent, (Date.now() - begun) / 1000);
  }
  // A log is often cut at its beginning: what failed early is said again.
  for (const [name, lastLines] of failed) {
    console.log(`\n── the last lines of: ${name}\n${lastLines}`);
    noteFailure(RESULTS, `── the last lines of: ${name}\n${lastLines.split('\n').slice(-NOTED_LINES).join('\n')}`);
  }
  const names = failed.map(([name]) => name);
  if (hasTooManySecondTries(RESULTS, secondTries)) names.push('second tries');
  console.log(names.length ? `\nFailed: ${names.join(', ')}` : '\nAll green');
  for (const sentence of untested) console.error(`!! ${sentence}`);
  process.exit(names.length ? 1 : 0);
}
