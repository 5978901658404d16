/** Runs named tests of one file in a copy of the project, and reads what became of each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { ensureChromium, ensureHeadlessShell } from '../../.ci/ensure-chromium.mjs';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { onBothDatabases, postgresOnly } from '../api/databases.ts';
import { type Break, isJourney } from './break.ts';

export interface TestResult {
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** First line of the failure; '' if there is none. */
  readonly message: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}
interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly { readonly status: string; readonly error?: { readonly message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** Longer than any test with its set-up. */
const LONGEST_RUN_MS = 8 * 60_000;
const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
const firstLine = (text = '') =>
  text
    .replace(COLOURS, '')
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? '';

/** The project of `vite.config.ts` a test file belongs to, on its first database. */
function projectOf({ test: [file], project }: Break): string {
  if (project !== undefined) return project;
  if (file.startsWith('tests/chaos/')) return 'chaos';
  if (file.startsWith('tests/model/')) return 'model';
  if (file.startsWith('tests/operations/alone/')) return 'alone';
  if (file.startsWith('tests/operations/'))
    return file.endsWith('.postgres.test.ts') ? 'operations-postgres' : 'operations';
  if (!file.startsWith('tests/api/')) return 'unit';
  const isOnPostgres =
    file.endsWith('.postgres.test.ts') || [...postgresOnly, ...onBothDatabases].some((glob) => matchesGlob(file, glob));
  return isOnPostgres && findPostgres() !== null ? 'api-postgres' : 'api';
}

/** Runs a program of the copy to its end. Gives its last output; rejects when it takes too long. */
async function run(folder: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(join(folder, 'node_modules/.bin', command), args, {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', CI: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000);
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, LONGEST_RUN_MS);
  const [status] = await once(child, 'close');
  clearTimeout(timer);
  if (isLate) throw new Error(`${command} was not through after ${LONGEST_RUN_MS / 60_000} minutes\n${output}`);
  return { status, output };
}

/** `npm run build` in the copy. Rejects when it fails. */
export async function build(folder: string): Promise<void> {
  const { status, output } = await run(folder, 'node', ['server/build.ts']);
  if (status !== 0) throw new Error(`the build failed\n${output}`);
}

/**
 * Results of the tests whose full title contains one of `titles`; `like`: a break that names their file.
 * Rejects when no test ran at all: a module that does not load shows nothing about a requirement.
 */
export async function runTests(folder: string, like: Break, titles: readonly string[]): Promise<readonly TestResult[]> {
  const [file] = like.test;
  const report = join(folder, 'tests/.results/breaks-run.json');
  rmSync(report, { force: true });
  const pattern = titles.map(escapePattern).join('|');
  const { output } = isJourney(file)
    ? await run(
        folder,
        'playwright',
        ['test', '-c', join(dirname(file), 'playwright.config.ts'), file, '-g', pattern, '--reporter=json'],
        {
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          CHROMIUM_PATH: ensureChromium(),
          HEADLESS_SHELL_PATH: ensureHeadlessShell(),
        },
      )
    : await run(folder, 'vitest', [
        ...['run', '--project', projectOf(like), file, '-t', pattern],
        ...['--reporter=json', `--outputFile=${report}`],
      ]);
  if (!existsSync(report)) throw new Error(`no report of ${file}\n${output}`);
  const read: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const all = isJourney(file) ? journeyResults(read as PlaywrightSuite) : vitestResults(read as VitestReport);
  const results = all.filter(({ title }) => titles.some((part) => title.includes(part)));
  if (results.every(({ outcome }) => outcome === 'skipped')) throw new Error(`no test of ${file} ran\n${output}`);
  return results;
}

const outcomeOf = (status: string): TestResult['outcome'] =>
  status === 'passed' || status === 'failed' ? status : 'skipped';

const vitestResults = ({ testResults }: VitestReport): readonly TestResult[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status, failureMessages }) => ({
      title: fullName,
      outcome: outcomeOf(status),
      message: firstLine(failureMessages?.[0]),
    }));

function journeyResults({ specs = [], suites = [] }: PlaywrightSuite): readonly TestResult[] {
  const own = specs.map(({ title, tests }) => {
    const last = tests[0]?.results.at(-1);
    const status = last?.status === 'timedOut' ? 'failed' : (last?.status ?? 'skipped');
    return { title, outcome: outcomeOf(status), message: firstLine(last?.error?.message) };
  });
  return [...own, ...suites.flatMap(journeyResults)];
}
