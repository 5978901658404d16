/** The tables of requirements name tests that exist, and answer every row. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { editsOf } from './breaks/break.ts';
import { breaks } from './breaks/index.ts';
import { layerBreaks } from './breaks/layers.ts';
import { nonEmpty } from './nonEmpty.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** `path` "part of a title or of the file"; the part may be left out. */
const NAMED = /`([\w./-]+\.(?:tsx?|mjs|css|yaml|md))`(?: "([^"]+)")?/g;

function rowsOf(file: string): string[][] {
  return read(file)
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test.each([
  ['tests/asvs.md', 2],
  ['tests/wcag.md', 3],
] as const)('%s names files that are there and titles they have', (file, howAt) => {
  const missing: string[] = [];
  for (const row of rowsOf(file))
    for (const [, path = '', part] of row.slice(howAt).join(' ').matchAll(NAMED)) {
      let text = '';
      try {
        text = read(path);
      } catch {
        missing.push(`${row[0]} ${path}`);
        continue;
      }
      if (part !== undefined && !text.includes(part)) missing.push(`${row[0]} ${path} "${part}"`);
    }
  expect(missing).toEqual([]);
});

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0. */
const ASVS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('ASVS 5.0 level 2: every requirement has one answer, and what is not met is told at the end too', () => {
  const rows = rowsOf('tests/asvs.md');
  const counts = ASVS.map((_, chapter) => rows.filter(([id]) => id?.startsWith(`${chapter + 1}.`)).length);
  expect(counts).toEqual(ASVS);
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
  const summary = read('tests/asvs.md').split('## Not met, or partly')[1] ?? '';
  for (const [id = '', answer = '', how = ''] of nonEmpty(rows)) {
    expect([id, answer]).toEqual([id, expect.stringMatching(/^(?:met|by construction|partly|not met|n\/a|operator)$/)]);
    expect([id, how]).toEqual([id, expect.stringMatching(/\S{2}/)]);
    const isTold = new RegExp(`(?<![\\d.])${id.replaceAll('.', '\\.')}(?!\\d|\\.\\d)`).test(summary);
    expect([id, isTold]).toEqual([id, answer === 'partly' || answer === 'not met']);
  }
});

test('every deliberate break changes a text that stands once, and names rows and a test that are there', () => {
  const ids = new Set(rowsOf('tests/asvs.md').map(([id]) => id));
  const wrong: string[] = [];
  for (const one of [...breaks, ...layerBreaks]) {
    const name = `${one.rows.join(' ')} ${one.file}`;
    for (const { file, find, replace } of editsOf(one)) {
      const times = read(file).split(find).length - 1;
      if (times !== 1 || find === replace) wrong.push(`${name}: "${find}" stands ${times} times in ${file}`);
    }
    const [testFile, title] = one.test;
    if (!read(testFile).includes(title)) wrong.push(`${name}: no test "${title}" in ${testFile}`);
    const isListed = layerBreaks.includes(one) || one.rows.every((id) => ids.has(id));
    if (one.rows.length === 0 || !isListed) wrong.push(`${name}: no such row`);
  }
  expect(wrong).toEqual([]);
});

test('ASVS: a row is met only where a deliberate break shows it; it names the file and the test', () => {
  const wrong: string[] = [];
  for (const [id = '', answer, , tested = '', broken = ''] of rowsOf('tests/asvs.md')) {
    const own = breaks.filter(({ rows }) => rows.includes(id));
    if (answer === 'met' && own.length === 0) wrong.push(`${id} is met, and nothing was broken to see it`);
    if (answer === 'by construction' && own.length > 0) wrong.push(`${id} can be broken: it is met`);
    for (const { file, test } of own) {
      if (!broken.includes(`\`${file}\``)) wrong.push(`${id} does not say that ${file} was broken`);
      const parts = [...tested.matchAll(NAMED)].filter(([, path]) => path === test[0]).map(([, , part]) => part ?? '');
      if (!parts.some((part) => test[1].includes(part) || part.includes(test[1])))
        wrong.push(`${id} does not name ${test[0]} "${test[1]}"`);
    }
  }
  expect(wrong).toEqual([]);
});

test('WCAG 2.2 AA: 55 criteria, each answered', () => {
  const rows = rowsOf('tests/wcag.md');
  expect(new Set(rows.map(([id]) => id)).size).toBe(55);
  for (const [id, , answer, how] of nonEmpty(rows)) {
    expect([id, answer]).toEqual([id, expect.stringMatching(/^(?:met|partly|not met|n\/a)$/)]);
    expect([id, how]).toEqual([id, expect.stringMatching(/\S/)]);
  }
});
