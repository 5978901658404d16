/**
 * `npm run test:breaks [-- WORD …]`: applies each deliberate break (`index.ts`) to a copy of the tree, one at a time, and demands that
 * the test it names fails; the same test must pass on the unbroken copy first. A WORD is a row (`6.4.3`), the beginning of rows (`6.`)
 * or a part of the broken file's path. Ends with 1 when a break survives, or when a break or its test cannot be found.
 * Browser tests build the product anew for each break (about a minute): name those rows sparingly.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Break } from './break.ts';
import { breaks } from './index.ts';

const root = resolve(import.meta.dirname, '../..');
/** A break that makes a test wait for ever is noticed too, by this time-out. */
const MOST_MS = 5 * 60_000;

/** What is tracked or new and not ignored, with the installed packages linked and the build copied. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'breaks-'));
  const listed = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.stdout.split('\0').filter(Boolean))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  if (existsSync(join(root, 'dist'))) cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  return copy;
}

function projectOf({ test: [file], project }: Break): string {
  if (project) return project;
  if (/^tests\/api\/((attacks|contract|properties|roles)\.test|.*\.postgres\.test)/.test(file)) return 'api-postgres';
  if (file.startsWith('tests/api/')) return 'api';
  return file.startsWith('tests/chaos/') ? 'chaos' : 'unit';
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

function runTest(copy: string, one: Break): Outcome {
  const [file, title] = one.test;
  const env: NodeJS.ProcessEnv = { ...process.env, CI: '', NODE_OPTIONS: '' };
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { cwd: copy, env, encoding: 'utf8', timeout: MOST_MS, maxBuffer: 64e6 });
  const report = join(copy, 'tests/.results/break.json');
  rmSync(report, { force: true });
  const read = () => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null);
  if (file.endsWith('.spec.ts')) {
    const built = run('npm', ['run', '-s', 'build']);
    if (built.status !== 0) return { passed: 0, failed: 0, output: `${built.stdout}${built.stderr}` };
    const folder = file.startsWith('tests/engines/') ? 'tests/engines' : 'tests/journeys';
    const args = ['test', '-c', `${folder}/playwright.config.ts`, file, '-g', title, '--retries=0', '--reporter=json'];
    env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
    const ended = run('playwright', args);
    const stats = read()?.stats ?? { expected: 0, unexpected: 0 };
    return { passed: stats.expected, failed: stats.unexpected, output: `${ended.stdout}${ended.stderr}` };
  }
  const args = ['run', '--project', projectOf(one), file, '--reporter=json', `--outputFile=${report}`, '--retry=0'];
  const ended = run('vitest', title === '' ? args : [...args, '-t', title]);
  const told = read() ?? { numPassedTests: 0, numFailedTests: 0 };
  // A test that hangs until it is killed has noticed something, too.
  const hung = ended.error && 'code' in ended.error && ended.error.code === 'ETIMEDOUT' ? 1 : 0;
  return {
    passed: told.numPassedTests,
    failed: told.numFailedTests + hung,
    output: `${ended.stdout}${ended.stderr}`,
  };
}

/** What is wrong with this break, or null: it was noticed. `green` remembers which tests passed unbroken. */
function problemOf(copy: string, one: Break, green: Map<string, boolean>): string | null {
  const path = join(copy, one.file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split(one.find).length !== 2) return `"${one.find}" is not there exactly once`;
  const key = one.test.join(' ');
  if (!green.has(key)) {
    const { passed, failed } = runTest(copy, one);
    green.set(key, passed > 0 && failed === 0);
  }
  if (!green.get(key)) return 'its test does not pass without the break';
  writeFileSync(
    path,
    text.replace(one.find, () => one.replace),
  );
  try {
    const { failed, passed, output } = runTest(copy, one);
    if (failed > 0) return null;
    return passed > 0 ? 'SURVIVED' : `no test ran: ${output.slice(-600)}`;
  } finally {
    writeFileSync(path, text);
  }
}

const words = process.argv.slice(2);
const isWanted = ({ rows, file }: Break) =>
  words.length === 0 ||
  words.some((word) => file.includes(word) || rows.some((row) => row === word || row.startsWith(word)));
const wanted = breaks.filter(isWanted);
if (wanted.length === 0) {
  console.error('No break is named so.');
  process.exit(2);
}
const copy = copyTree();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const green = new Map<string, boolean>();
let survivors = 0;
for (const one of wanted) {
  const problem = problemOf(copy, one, green);
  if (problem) survivors += 1;
  console.log(
    `${problem ? '✗' : '✓'} ${one.rows.join(' ')}  ${one.file}  ← ${one.test.join(' › ')}${problem ? `\n    ${problem}` : ''}`,
  );
}
console.log(`\n${wanted.length - survivors} passed, ${survivors} failed`);
process.exit(survivors > 0 ? 1 : 0);
