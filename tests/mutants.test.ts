/** What decides over mutation testing (tests/mutants): which lines are tried, and when a run is red. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { expect, test } from 'vitest';
import { areaOfFile, type MutantArea, mutantAreas, partsOf, QUICK_AREAS } from './mutants/areas.ts';
import { bounded, rangesOf } from './mutants/changedLines.ts';
import { type FoundMutant, faultsOf, judge, resultsOf, shortened } from './mutants/outcome.ts';
import { filesOfLoaded } from './mutants/reached.ts';
import { isDrawn, margin } from './mutants/sample.ts';
import { survivors } from './mutants/survivors.ts';
import { nonEmpty } from './nonEmpty.ts';

const root = resolve(import.meta.dirname, '..');
const area: MutantArea = { name: 'a', files: ['a/*.ts'], tests: [], leastNoticed: 92, hasList: true };
const mutant = (status: FoundMutant['status'], to = '1'): FoundMutant => ({
  file: 'a/b.ts',
  line: 3,
  from: '0',
  to,
  status,
});
const many = (count: number, status: FoundMutant['status']) =>
  Array.from({ length: count }, (_, at) => mutant(status, `${status}${at}`));
const listed = [{ file: 'a/b.ts', from: '0', to: 'Survived0', because: 'the same', places: 1 }];

test('changed lines are those of the new text; what only went is none', () => {
  const diff = [
    ...['diff --git a/x.ts b/x.ts', '--- a/x.ts', '+++ b/x.ts', '@@ -3 +3,2 @@ function a() {', '-old', '+new', '+new'],
    ...['@@ -9,4 +10,0 @@', '-gone', '@@ -20 +17 @@', '-old', '+new'],
    ...['--- a/gone.ts', '+++ /dev/null', '@@ -1,9 +0,0 @@', '--- /dev/null', '+++ b/y.ts', '@@ -0,0 +1,3 @@'],
  ].join('\n');
  expect(rangesOf(diff)).toEqual([
    { file: 'x.ts', first: 3, last: 4 },
    { file: 'x.ts', first: 17, last: 17 },
    { file: 'y.ts', first: 1, last: 3 },
  ]);
});

test('as many lines as fit are tried, the rest is left over and named', () => {
  const ranges = [
    { file: 'x.ts', first: 1, last: 6 },
    { file: 'x.ts', first: 20, last: 29 },
    { file: 'y.ts', first: 1, last: 4 },
  ];
  expect(bounded(ranges, 10)).toEqual({ taken: [ranges[0], ranges[2]], left: [ranges[1]] });
  expect(bounded(ranges, 20)).toEqual({ taken: ranges, left: [] });
});

test('a run is red below the bound, which is never reached by rounding', () => {
  const outcome = judge([...many(919, 'Killed'), ...many(1, 'Timeout'), ...many(81, 'Survived')], [], 'whole');
  expect([outcome.noticed, outcome.score]).toEqual([920, 91.9]);
  const relaxed = { ...area, hasList: false };
  expect(faultsOf(relaxed, outcome, 'whole')).toEqual([expect.stringContaining('91.9 %')]);
  expect(faultsOf({ ...relaxed, leastNoticed: 91.9 }, outcome, 'whole')).toEqual([]);
  // A few lines say nothing of the whole.
  expect(faultsOf(relaxed, outcome, 'part')).toEqual([]);
});

test('a sample is held against the bound, and lists say nothing of what it did not draw', () => {
  const outcome = judge([...many(7, 'Killed'), ...many(3, 'Survived')], listed, 'sample');
  expect(outcome.outdated).toEqual([]);
  expect(faultsOf({ ...area, hasList: false, leastNoticed: 80 }, outcome, 'sample')).toEqual([
    expect.stringContaining('70 %'),
  ]);
});

test('a part tells of its own files alone, not of those it had before a new file came', () => {
  const place = { line: 1, column: 1 };
  const result = (file: string): MutantResult => ({
    ...{ id: file, fileName: join(root, file), mutatorName: 'BooleanLiteral', replacement: 'true' },
    status: 'Survived',
    location: { start: place, end: place },
  });
  expect(resultsOf(['a/b.ts'], [result('a/b.ts'), result('a/c.ts')], root).map(({ id }) => id)).toEqual(['a/b.ts']);
});

test('a seed draws the same changes again, about as many as were asked for, and another seed others', () => {
  const ids = Array.from({ length: 4000 }, (_, at) => String(at));
  const drawn = (seed: string, percent: number) => ids.filter((id) => isDrawn({ seed, percent }, id));
  expect(drawn('1', 25)).toEqual(drawn('1', 25));
  expect(drawn('1', 25)).not.toEqual(drawn('2', 25));
  expect(Math.abs(drawn('1', 25).length - 1000)).toBeLessThan(100);
  expect(drawn('1', 100)).toEqual(ids);
  expect([margin(80, 400), margin(100, 400), margin(0, 0)]).toEqual([4, 0, 100]);
});

test('no module of an area that starts servers keeps anything: its tests run again without loading it', () => {
  const files = globSync('server/{identity,api/*}/*.ts', { cwd: root }).filter((file) => areaOfFile(file)?.isApi);
  const keeping = nonEmpty(files).filter((file) =>
    /^(export )?(let |const \w+ = (new (Weak)?(Map|Set)\(\)|\[\]|create\w+\())/m.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(keeping).toEqual([]);
});

test('what nobody notices and nobody lists is red, also where no test comes by', () => {
  for (const status of ['Survived', 'NoCoverage'] as const) {
    const outcome = judge([...many(50, 'Killed'), ...many(1, status)], [], 'whole');
    expect(faultsOf(area, outcome, 'part')).toEqual([expect.stringContaining(`a/b.ts:3 no test notices`)]);
  }
  expect(faultsOf(area, judge([...many(50, 'Killed'), ...many(1, 'Survived')], listed, 'whole'), 'whole')).toEqual([]);
});

test('a list of what is noticed by now is red, but not while only a part is tried', () => {
  const noticed = judge([...many(50, 'Killed')], listed, 'whole');
  expect(faultsOf(area, noticed, 'whole')).toEqual([expect.stringContaining('lists what is noticed')]);
  expect(faultsOf(area, judge([...many(50, 'Killed')], listed, 'part'), 'part')).toEqual([]);
});

test('what is listed stands for as many places as it says', () => {
  const [one] = listed;
  const twice = one ? [{ ...one, places: 2 }] : [];
  const survived = (count: number) => Array.from({ length: count }, () => mutant('Survived', 'Survived0'));
  const sums = (places: typeof listed, count: number) => {
    const { unlisted, outdated } = judge(survived(count), places, 'whole');
    return [unlisted.length, outdated.length];
  };
  expect(judge([mutant('Timeout', 'Survived0')], listed, 'whole')).toMatchObject({ unlisted: [], outdated: [] });
  expect([sums(listed, 1), sums(listed, 2), sums(twice, 1), sums(twice, 2)].join(' ')).toBe('0,0 2,0 0,1 0,0');
});

test('a change that one file reads while it loads is tried by all files that reach it', () => {
  const coverage = {
    'a.test.ts': { static: { 1: 1 }, perTest: { 'a#one': { 2: 1 } } },
    'b.test.ts': { static: {}, perTest: { 'b#one': {}, 'b#two': { 1: 4, 2: 1 } } },
    'c.test.ts': { static: {}, perTest: { 'c#one': { 2: 1 } } },
  };
  expect(filesOfLoaded(coverage)).toEqual({ 1: ['a.test.ts', 'b.test.ts'] });
});

test('a long text is told by its beginning and its end, on one line', () => {
  expect(shortened(' a\n   b ')).toBe('a b');
  expect(shortened(`${'a'.repeat(90)}${'b'.repeat(90)}`)).toBe(`${'a'.repeat(50)} … ${'b'.repeat(50)}`);
});

test('a file is changed in one area, a test in none', () => {
  const names = [
    'src/rules/dates.ts',
    'sw/main.ts',
    'server/api/access/repository.ts',
    'server/api/events/repository.ts',
  ];
  expect(names.map((file) => areaOfFile(file)?.name)).toEqual(['rules', 'sw', 'access', 'repositories']);
  for (const none of ['src/rules/dates.test.ts', 'server/api/events/handlers.ts', 'src/app/x.ts', 'gone/y.ts'])
    expect([none, areaOfFile(none)]).toEqual([none, undefined]);
});

test('every area has files and tests, quick ones are areas, listed survivors stand in their files', () => {
  for (const { name, files, tests } of mutantAreas) {
    expect([name, globSync([...files], { cwd: root }).length > 0]).toEqual([name, true]);
    for (const pattern of nonEmpty([...tests]))
      expect([pattern, globSync(pattern, { cwd: root }).length > 0]).toEqual([pattern, true]);
  }
  const names = mutantAreas.map(({ name }) => name);
  expect(nonEmpty([...QUICK_AREAS]).filter((name) => !names.includes(name))).toEqual([]);
  const missing = survivors.filter(({ file, from }) => {
    const [begin = '', end = ''] = from.split(' … ');
    const text = readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');
    return !text.includes(begin) || !text.includes(end);
  });
  expect(missing).toEqual([]);
});

test('an area that takes hours is tried a few files at a time, every file once', () => {
  const all = globSync('{src,sw,server}/**/*.ts', { cwd: root });
  for (const one of mutantAreas) {
    const parts = partsOf(one, all);
    const own = all.filter((file) => areaOfFile(file) === one);
    expect(parts.flat().toSorted()).toEqual(own.toSorted());
    expect(Math.max(...parts.map((files) => files.length))).toBeLessThanOrEqual(one.filesAtATime ?? own.length);
    expect(parts.length > 1).toBe(one.filesAtATime !== undefined);
  }
});
