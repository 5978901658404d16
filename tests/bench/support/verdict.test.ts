import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type BenchResult, createVerdict, isKept, shortNumber } from './verdict.ts';

const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
});

function judge(env: Record<string, string> = {}, settings: readonly string[] = ['ROUNDS']) {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-'));
  const lines: string[] = [];
  const verdict = createVerdict('try', { settings, env, folder, say: (line) => lines.push(line) });
  const end = () => {
    process.exitCode = 0;
    verdict.end();
    const result = JSON.parse(readFileSync(join(folder, 'try.json'), 'utf8')) as BenchResult;
    return { said: lines.join('\n'), code: process.exitCode, result };
  };
  return { verdict, end };
}

test('BEN-01a a bench whose bounds are kept ends with zero and leaves what it measured', () => {
  const { verdict, end } = judge();
  verdict.most('ratio', 1.1, 1.15, 'home');
  verdict.least('score', 96, 95);
  const { said, code, result } = end();
  expect(code).toBe(0);
  expect(said).toBe('try: all 2 bounds are kept');
  expect(result).toMatchObject({ bench: 'try', command: 'npm run bench:try', isWhole: true });
  expect(result.bounds).toHaveLength(2);
});

test('BEN-01a each broken bound is named with its place and value, and the bench ends with one', () => {
  const { verdict, end } = judge();
  verdict.most('ratio', 1.2, 1.15, 'home');
  verdict.most('ratio', 1.0, 1.15, 'gallery');
  verdict.least('score', 94, 95);
  verdict.fault('a step was not reached');
  const { said, code } = end();
  expect(code).toBe(1);
  expect(said.split('\n')).toEqual([
    'try: OUT OF BOUNDS',
    '  home: ratio 1.20 (at most 1.15)',
    '  score 94 (at least 95)',
    '  a step was not reached',
  ]);
});

test('BEN-01a a value that is no number breaks its bound, and so does a bench that judged nothing', () => {
  const { verdict, end } = judge();
  verdict.most('ratio', Number.NaN, 1.15);
  expect(end()).toMatchObject({ code: 1, said: expect.stringContaining('ratio not measured') });
  expect(judge().end()).toMatchObject({ code: 1, said: expect.stringContaining('nothing was judged') });
  // As it is read from a file again.
  expect(isKept({ ...JSON.parse(JSON.stringify({ value: Number.NaN })), limit: 5, side: 'most' })).toBe(false);
});

test('BEN-01b with BOUNDS_TIMES what is not kept a hundred times over is broken, a bound of nothing too', () => {
  const { verdict, end } = judge({ BOUNDS_TIMES: '0.01' });
  verdict.most('ratio', 1.0, 1.15);
  verdict.most('lost', 0, 0);
  verdict.least('score', 100, 95);
  const { said, code, result } = end();
  expect(code).toBe(1);
  expect(said.split('\n').slice(1)).toHaveLength(3);
  expect(result.isWhole).toBe(false);
});

test('BEN-04 a run with a setting is no whole run and tells its command', () => {
  const { verdict, end } = judge({ ROUNDS: '1', OTHER: '2' });
  verdict.most('ratio', 1, 2);
  expect(end().result).toMatchObject({ command: 'ROUNDS=1 npm run bench:try', isWhole: false });
});

test('numbers are told as short as they say something', () => {
  expect([1.2345, 12.345, 123.45, 0.0123, 1200, 0, -0.05].map(shortNumber)).toEqual([
    ...['1.23', '12.3', '123', '0.012', '1200', '0', '-0.05'],
  ]);
});
