/**
 * `npm run test:breaks [-- WORD …]`: applies each deliberate break (`index.ts`) to a copy of the tree, one at a time, and demands that
 * the test it names fails; the same test must pass on the unbroken copy first. A WORD is a row (`6.4.3`), a chapter (`6`) or a part of
 * the path of the broken file or the test's. `--list` only names them. `--resume` leaves out what was seen failing before, with the
 * same text of break, broken file and test. Ends with 1 when a break survives or cannot be tried.
 * `-- layers` as the first word takes the twenty breaks of `layers.ts` instead, `-- queue` those of `queue.ts`; further words choose
 * among them: a layer, a file.
 * Browser tests build the product anew for each break (about a minute): name those rows sparingly.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Break, editsOf, isJourney } from './break.ts';
import { breaks } from './index.ts';
import { layerBreaks } from './layers.ts';
import { queueBreaks } from './queue.ts';
import { build, runTests, type TestResult } from './runTests.ts';
import { copyProject } from './workingCopy.ts';

const root = resolve(import.meta.dirname, '../..');
const noticed = join(root, 'tests/.results/breaks.json');
const { values, positionals } = parseArgs({
  options: { resume: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const apart = new Map([
  ['layers', layerBreaks],
  ['queue', queueBreaks],
]).get(positionals[0] ?? '');
const words = apart ? positionals.slice(1) : positionals;

const testOf = ({ test: [file, title] }: Break) => `${file} "${title}"`;
const isWanted = (one: Break) =>
  words.length === 0 ||
  words.some(
    (word) =>
      one.rows.some((row) => row === word || row.startsWith(`${word}.`)) ||
      (/[a-z]/i.test(word) &&
        [testOf(one), ...editsOf(one).map(({ file }) => file)].some((path) => path.includes(word))),
  );
const wanted = (apart ?? breaks).filter(isWanted);
if (wanted.length === 0) {
  console.error('No break is named so.');
  process.exit(2);
}
if (values.list) {
  for (const one of wanted) console.log(`${one.rows.join(' ')}  ${one.file}  ← ${testOf(one)}`);
  process.exit(0);
}

/** Fingerprint of what decides over a break, so that an interrupted run can go on. */
function printOf(one: Break): string {
  const hash = createHash('sha256').update(JSON.stringify(one));
  for (const file of [one.test[0], ...editsOf(one).map((edit) => edit.file)]) {
    const path = join(root, file);
    hash.update(existsSync(path) ? readFileSync(path) : 'gone');
  }
  return hash.digest('hex');
}
/** How the test failed, by fingerprint. */
const before: Record<string, string> = existsSync(noticed) ? JSON.parse(readFileSync(noticed, 'utf8')) : {};
function remember(one: Break, message: string): void {
  before[printOf(one)] = message;
  mkdirSync(dirname(noticed), { recursive: true });
  writeFileSync(noticed, JSON.stringify(before, null, 1));
}

const needsBuild = (one: Break): boolean => one.needsBuild === true || isJourney(one.test[0]);
const outcomes: { rows: string; file: string; outcome: 'noticed' | 'SURVIVED' | 'ERROR'; how: string }[] = [];
function tell(one: Break, outcome: 'noticed' | 'SURVIVED' | 'ERROR', how: string): void {
  outcomes.push({ rows: one.rows.join(' '), file: one.file, outcome, how });
  console.log(
    `${outcome === 'noticed' ? '✓' : '✗'} ${one.rows.join(' ')}  ${one.file}  ← ${testOf(one)}\n    ${outcome}: ${how}`,
  );
}

const copy = copyProject(root);
process.on('exit', copy.remove);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Tests that do not pass on the product as it is, with the reason: a failure of them would show nothing. */
const unsound = new Map<string, string>();
/** Runs the tests of one file together, unbroken. */
async function runUnbroken(group: readonly Break[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  let found: readonly TestResult[] = [];
  let reason = 'no such test ran';
  try {
    found = await runTests(copy.folder, first, [...new Set(group.map(({ test }) => test[1]))]);
  } catch (error) {
    reason = String(error);
  }
  for (const one of group) {
    const own = found.filter(({ title }) => title.includes(one.test[1]));
    const failed = own.find(({ outcome }) => outcome === 'failed');
    if (failed) unsound.set(testOf(one), `its test fails without the break: ${failed.message}`);
    else if (!own.some(({ outcome }) => outcome === 'passed')) unsound.set(testOf(one), reason);
  }
}

async function tryBreak(one: Break): Promise<void> {
  const wrong = unsound.get(testOf(one));
  if (wrong !== undefined) return tell(one, 'ERROR', wrong);
  try {
    const found = await copy.whileBroken(one, async () => {
      if (needsBuild(one)) await build(copy.folder);
      return runTests(copy.folder, one, [one.test[1]]);
    });
    const failed = found.find(({ outcome }) => outcome === 'failed');
    if (failed) remember(one, failed.message);
    tell(one, failed ? 'noticed' : 'SURVIVED', failed?.message ?? 'the test passes all the same');
  } catch (error) {
    tell(one, 'ERROR', String(error));
  }
}

const [seen, pending] = [true, false].map((isSeen) =>
  wanted.filter((one) => (values.resume && printOf(one) in before) === isSeen),
) as [Break[], Break[]];
for (const one of seen) tell(one, 'noticed', `${before[printOf(one)]} (before)`);
for (const isBuilt of [false, true]) {
  const part = pending.filter((one) => needsBuild(one) === isBuilt);
  if (part.length === 0) continue;
  if (isBuilt) await build(copy.folder);
  for (const group of Map.groupBy(part, ({ test, project }) => `${test[0]} ${project}`).values())
    await runUnbroken(group);
  for (const one of part) await tryBreak(one);
}

const bad = outcomes.filter(({ outcome }) => outcome !== 'noticed');
console.table(outcomes.map(({ how, ...rest }) => ({ ...rest, how: how.slice(0, 80) })));
console.log(`${outcomes.length} breaks, ${outcomes.length - bad.length} noticed`);
process.exit(bad.length === 0 ? 0 : 1);
