/** What the end of a run's time cut off is named and fails nothing; what failed before it does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isOnlyOutOfTime, printReport } from '../.ci/report.mjs';

const RAN = {
  projectName: 'WebKit',
  status: 'expected',
  annotations: [],
  results: [{ status: 'passed', duration: 1 }],
};
const CUT = { projectName: 'WebKit', status: 'skipped', annotations: [], results: [] };
const SKIPPED = { ...CUT, annotations: [{ type: 'skip' }], results: [{ status: 'skipped', duration: 0 }] };
const OVER = { message: '\u001b[31mTimed out waiting 2400s for the test suite to run\u001b[39m' };
const OTHER = { message: 'Error: no such file' };

function folderWith(errors: { message: string }[], unexpected = 0): string {
  const folder = mkdtempSync(join(tmpdir(), 'left-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const specs = [
    { title: 'one', file: 'a.spec.ts', tests: [RAN] },
    { title: 'two', file: 'a.spec.ts', tests: [CUT] },
    { title: 'three', file: 'a.spec.ts', tests: [SKIPPED] },
  ];
  writeFileSync(join(folder, 'engines.json'), JSON.stringify({ suites: [{ specs }], stats: { unexpected }, errors }));
  return folder;
}

test('a run that its time cut short is no failure, unless a test failed or something else went wrong', () => {
  expect(isOnlyOutOfTime(folderWith([OVER]), 'engines.json')).toBe(true);
  expect(isOnlyOutOfTime(folderWith([OVER], 1), 'engines.json')).toBe(false);
  expect(isOnlyOutOfTime(folderWith([OVER, OTHER]), 'engines.json')).toBe(false);
  expect(isOnlyOutOfTime(folderWith([]), 'engines.json')).toBe(false);
  expect(isOnlyOutOfTime(folderWith([OVER]), 'missing.json')).toBe(false);
});

test('what was left out is named, a skipped test is not among it', () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const folder = folderWith([OVER]);
  expect(printReport(folder, { playwright: 'engines.json' })).toEqual([]);
  expect(readFileSync(join(folder, 'left-out.txt'), 'utf8').trim()).toBe('WebKit: a.spec.ts › two');
});
