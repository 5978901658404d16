/** A test that passes at its second try is named, and makes a run red only where too many do. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasTooManySecondTries } from '../.ci/report.mjs';

test('three tests may pass at a second try, a fourth makes the run red; the end names all', () => {
  const folder = mkdtempSync(join(tmpdir(), 'second-tries-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const names = ['unit: a › one', 'unit: a › two', 'journeys: b › three'];
  expect(hasTooManySecondTries(folder, [])).toBe(false);
  expect(print).not.toHaveBeenCalled();
  expect(hasTooManySecondTries(folder, names)).toBe(false);
  expect(hasTooManySecondTries(folder, [...names, 'journeys: b › four'])).toBe(true);
  for (const name of names) expect(print.mock.calls.flat().join('\n')).toContain(name);
  const noted = readFileSync(join(folder, 'second-tries.txt'), 'utf8').split('\n').filter(Boolean);
  expect(noted.map((line) => line.trim())).toEqual([...names, ...names, 'journeys: b › four']);
});
