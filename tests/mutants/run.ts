/**
 * Mutation testing: changes the code in small ways, one at a time, and asks whether a test notices (StrykerJS).
 *
 *   npm run test:mutants                         (areas `rules` and `outbox`)
 *   npm run test:mutants -- access sw            (areas of `areas.ts`; `--all`: all of them, hours)
 *   npm run test:mutants -- identity --sample 20 (a fifth of the area's changes, drawn by `--seed`, for the areas that take hours)
 *   npm run test:mutants -- src/rules/dates.ts:20-40   (a file or lines of it, for looking)
 *   npm run test:mutants -- --changed            (lines of the quick areas the last commit changed; `--since COMMIT`: another one)
 *
 * Areas that take hours are tried a few files at a time: a run that was ended goes on after the last files it ended.
 * What was found before is kept in `.cache/mutants`, and tried again where code or tests changed, but for what is read while modules
 * load: Stryker does not know its tests; `--fresh` tries all. A page with every change stands there as well. Of a sample neither is
 * kept: its score is printed with the seed that draws it again, and with how far the whole may lie from it. `--processes N` tries N
 * changes side by side: tests that ask a database wait more than they compute.
 *
 * Ends non-zero where the score, of the whole or of a sample, is below the area's bound, or where a change nobody notices is not listed
 * in `survivors.ts`.
 */
import { globSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { areaNamed, areaOfFile, type MutantArea, mutantAreas, partsOf, QUICK_AREAS } from './areas.ts';
import { bounded, changedSince } from './changedLines.ts';
import { withDatabases } from './databases.ts';
import { faultsOf, foundMutants, judge, resultsOf } from './outcome.ts';
import { announceSample, isDrawn, margin, type Sample } from './sample.ts';
import { survivors } from './survivors.ts';

/** Of `--changed`: about a minute of them. */
const MOST_LINES = 80;

/** What no test of an area reads: Stryker copies the tree. */
const UNUSED = [
  'dist',
  '.cache',
  '.data',
  'tests/.results',
  'tests/{journeys,screenshots,bench,engines,peers}',
  'demo/pictures',
];
/** The same, where no test starts a server or imports a file of it. */
const OF_SERVERS = [
  '.ci',
  'build',
  'demo',
  'docs',
  'public',
  'server',
  'tests/{api,breaks,model}',
  'src/{app,features,ui,styles}',
];

/** Stryker's levels are constants that exist for its own compiler alone. */
const [QUIET, SILENT] = ['warn', 'off'] as string[] as [LogLevel, LogLevel];

const root = resolve(import.meta.dirname, '../..');
const kept = join(root, '.cache/mutants');
const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    processes: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});

/** What of an area is changed: all of it, or `file:first-last`. */
interface Task {
  readonly area: MutantArea;
  readonly parts: readonly string[] | null;
}

const sample: Sample | null =
  values.sample === undefined ? null : { percent: Number(values.sample), seed: values.seed };
if (sample && !(sample.percent > 0 && sample.percent <= 100)) throw new Error('--sample takes a percentage.');
announceSample(sample);

const folderOf = ({ files: [pattern = ''] }: MutantArea) => pattern.replace(/\*.*$/, '');
/** Of a file, or of `file:first-last`. */
const areaOf = (part: string) => areaOfFile(part.replace(/:.*$/, ''));

function changedTasks(): Task[] {
  const commit = values.since ?? 'HEAD~1';
  const ranges = changedSince(commit, mutantAreas.map(folderOf))?.filter(({ file }) => areaOf(file));
  if (ranges === undefined) {
    console.log(`!! NO MUTATION TESTING: ${commit} is not in this clone.`);
    return [];
  }
  const quick = ranges.filter(({ file }) => QUICK_AREAS.includes(areaOf(file)?.name ?? ''));
  const { taken, left } = bounded(quick, MOST_LINES);
  for (const { file, first, last } of [...left, ...ranges.filter((range) => !quick.includes(range))])
    console.log(
      `!! changed, but not tried here: ${file}:${first}-${last} (npm run test:mutants -- ${areaOf(file)?.name})`,
    );
  if (taken.length === 0)
    console.log(`No mutation testing: nothing of ${QUICK_AREAS.join(', ')} to try since ${commit}.`);
  return tasksOf(taken.map(({ file, first, last }) => `${file}:${first}-${last}`));
}

function tasksOf(parts: readonly string[]): Task[] {
  const byArea = Map.groupBy(parts, (part) => {
    const area = areaOf(part);
    if (area === undefined) throw new Error(`${part} is in no area of tests/mutants/areas.ts.`);
    return area;
  });
  return [...byArea].map(([area, own]) => ({ area, parts: own }));
}

function chosenTasks(): Task[] {
  if (values.changed || values.since !== undefined) return changedTasks();
  const files = positionals.filter((word) => word.includes('/'));
  const named = positionals.filter((word) => !word.includes('/'));
  const standard = files.length === 0 && named.length === 0 ? QUICK_AREAS : named;
  const whole = values.all ? mutantAreas : standard.map(areaNamed);
  return [...whole.map((area) => ({ area, parts: null })), ...tasksOf(files)];
}

/** All files the areas may name. */
const sources = globSync('{src,sw,server}/**/*.ts', { cwd: root });

async function change({ area, parts }: Task): Promise<MutantResult[]> {
  process.env.MUTANT_AREA = area.name;
  if (parts !== null) return tryOut(area, parts, null);
  if (sample || area.filesAtATime === undefined) return tryOut(area, [...area.files, '!**/*.test.ts'], area.name);
  const results: MutantResult[] = [];
  const all = partsOf(area, sources);
  for (const [at, files] of all.entries()) {
    const own = resultsOf(files, await tryOut(area, files, `${area.name}-${at + 1}`), root);
    results.push(...own);
    const { score } = judge(foundMutants(own, root), [], 'part');
    console.log(
      `${area.name}, part ${at + 1} of ${all.length}: ${score} % of ${own.length} changes (${files.join(', ')})`,
    );
  }
  return results;
}

/** `name`: what is kept of it; null: nothing. */
function tryOut(area: MutantArea, mutate: readonly string[], name: string | null): Promise<MutantResult[]> {
  return new Stryker({
    mutate: [...mutate],
    plugins: [join(import.meta.dirname, 'plugin.ts')],
    testRunner: 'staying-vitest',
    coverageAnalysis: 'perTest',
    concurrency: Number(values.processes),
    timeoutMS: area.isApi ? 120_000 : 25_000,
    dryRunTimeoutMinutes: 30,
    disableTypeChecks: false,
    // TypeScript 7 has no API for Stryker's rewriting of a configuration, and vitest needs none.
    tsconfigFile: 'tests/mutants/none.json',
    incremental: name !== null && sample === null,
    incrementalFile: join(kept, `${name}.json`),
    force: values.fresh,
    reporters: ['progress-append-only', ...(sample ? [] : ['html'])],
    htmlReporter: { fileName: join(kept, `${name ?? area.name}.html`) },
    warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
    logLevel: QUIET,
    fileLogLevel: SILENT,
    allowEmpty: true,
    tempDirName: 'tests/.results/mutants',
    cleanTempDir: 'always',
    ignorePatterns: [...UNUSED, ...(area.isApi || area.readsServer ? [] : OF_SERVERS)],
  }).runMutationTest();
}

async function run(task: Task): Promise<string[]> {
  const { area, parts } = task;
  const begun = performance.now();
  const results = area.isApi ? await withDatabases(() => change(task)) : await change(task);
  const found = foundMutants(sample ? results.filter(({ id }) => isDrawn(sample, id)) : results, root);
  const own = survivors.filter(({ file }) => areaOf(file) === area);
  const scope = parts ? 'part' : sample ? 'sample' : 'whole';
  const outcome = judge(found, own, scope);
  for (const { file, line, from, to, status } of outcome.unlisted)
    console.log(`  ${status === 'NoCoverage' ? 'not reached' : 'unnoticed'} ${file}:${line}  ${from}  →  ${to}`);
  const count = outcome.noticed + outcome.unnoticed.length;
  console.log(
    `${area.name}: ${outcome.score} % noticed of ${count} changes, ` +
      `${outcome.unnoticed.length} not (${outcome.unnoticed.length - outcome.unlisted.length} listed with a reason), ` +
      `in ${Math.round((performance.now() - begun) / 1000)} s` +
      (sample
        ? `; drawn by --sample ${sample.percent} --seed ${sample.seed} of ${results.length}: the whole within ± ${margin(outcome.score, count)} points`
        : ''),
  );
  return faultsOf(area, outcome, scope);
}

mkdirSync(kept, { recursive: true });
const faults: string[] = [];
for (const task of chosenTasks()) faults.push(...(await run(task)));
for (const fault of faults) console.error(`✗ ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
