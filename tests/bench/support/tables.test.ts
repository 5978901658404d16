import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nonEmpty } from '../../nonEmpty.ts';
import { boundsTable, mergeResults, renderTables } from './tables.ts';
import type { BenchResult } from './verdict.ts';

const root = resolve(import.meta.dirname, '../../..');
const kept = JSON.parse(readFileSync(join(root, 'docs/benches.json'), 'utf8')) as BenchResult[];

const result = (bench: string, more: Partial<BenchResult> = {}): BenchResult => ({
  bench,
  at: '2026-01-02T03:04',
  commit: 'abc',
  command: `npm run bench:${bench}`,
  isWhole: true,
  cores: 2,
  bounds: [],
  faults: [],
  tables: [],
  ...more,
});

for (const name of ['README.md', 'docs/benches.md'])
  test(`BEN-04 the tables of ${name} are what the command makes of docs/benches.json`, () => {
    const text = readFileSync(join(root, name), 'utf8');
    nonEmpty(text.match(/<!-- bench: /g) ?? []);
    expect(renderTables(text, kept)).toBe(text);
  });

test('BEN-04 no figure of a bench stands in these documents outside of the marks', () => {
  const text = readFileSync(join(root, 'docs/benches.md'), 'utf8').replaceAll(
    /<!-- bench: [\s\S]*?<!-- \/bench -->/g,
    '',
  );
  expect(text.match(/^\|(?:[^|]*\|)*? *-?\d+\.\d+ *\|/gm) ?? []).toEqual([]);
});

test('BEN-04 every bench of package.json has its line in docs/benches.md, and no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const benches = Object.keys(scripts).filter((name) => name.startsWith('bench:') && name !== 'bench:tables');
  const told = readFileSync(join(root, 'docs/benches.md'), 'utf8').matchAll(/^\| `npm run (bench:[\w-]+)` \|/gm);
  expect([...told].map(([, name]) => name).sort()).toEqual(nonEmpty(benches).toSorted());
});

test('BEN-04 bounds of one name are one row with the worst of them; what is broken is told', () => {
  const bound = { what: 'p95, ms', limit: 50, side: 'most' } as const;
  const table = boundsTable([
    result('load', {
      bounds: [
        { ...bound, of: 'newest', value: 12 },
        { ...bound, of: 'a|b', value: 61.23 },
        { what: 'rate', of: '', value: 0.7, limit: 0.5, side: 'least' },
      ],
      faults: ['it fell'],
    }),
  ]);
  expect(table.split('\n')).toEqual([
    '| bench | what | measured | bound |',
    '|---|---|---|---|',
    '| load | p95, ms; worst of 2: a\\|b | **61.2, broken** | at most 50 |',
    '| load | rate | 0.70 | at least 0.50 |',
    '| load | it fell | **broken** |  |',
  ]);
});

test('BEN-04 a table of a bench stands between its marks, with its day and command; the rest stays', () => {
  const tables = [{ name: 'own', head: ['a', 'b'], rows: [['1', '2']] }];
  const text = 'before\n<!-- bench: own -->\nold\n<!-- /bench -->\nafter\n<!-- bench: other -->\n<!-- /bench -->';
  expect(renderTables(text, [result('x', { tables })])).toBe(
    [
      'before',
      ...['<!-- bench: own -->', '', '2026-01-02, abc, `npm run bench:x`:', '', '| a | b |', '|---|---|', '| 1 | 2 |'],
      ...['', '<!-- /bench -->', 'after'],
      ...['<!-- bench: other -->', '', 'Not run yet: `npm run bench:other`.', '', '<!-- /bench -->'],
    ].join('\n'),
  );
  expect(() => renderTables('<!-- bench: own -->\n', [])).toThrow('no end');
});

test('BEN-04 what was run again takes the place of what was kept, others stay', () => {
  const merged = mergeResults([result('b', { commit: 'old' }), result('a')], [result('b', { commit: 'new' })]);
  expect(merged.map(({ bench, commit }) => `${bench} ${commit}`)).toEqual(['a abc', 'b new']);
});
