/** What holds for the source of every bench. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nonEmpty } from '../../nonEmpty.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

test('BEN-01a every bench has a judge, by its own name, and ends with its verdict', () => {
  const files = Object.entries(scripts).flatMap(([name, command]) => {
    const [, bench] = /^bench:(?!tables)(.+)$/.exec(name) ?? [];
    const [, file] = /^node (\S+\.ts)$/.exec(command) ?? [];
    return bench && file ? [{ bench, text: read(file) }] : [];
  });
  for (const { bench, text } of nonEmpty(files)) {
    expect([bench, text.includes(`createVerdict('${bench}'`)]).toEqual([bench, true]);
    expect([bench, text.includes('verdict.end()')]).toEqual([bench, true]);
  }
  expect(files.length).toBeGreaterThan(10);
});

test('OPS-14a every rehearsal has a judge by its own name, and stands in the guide with its date', () => {
  const guide = read('docs/operations.md');
  const rehearsals = Object.entries(scripts).filter(([name]) => name.startsWith('rehearse:'));
  for (const [name, command] of nonEmpty(rehearsals)) {
    const [, rehearsal = ''] = name.split(':');
    const text = read(command.replace('node ', ''));
    for (const needed of [`createVerdict('${rehearsal}', { kind: 'rehearse'`, 'verdict.end()'])
      expect([name, needed, text.includes(needed)]).toEqual([name, needed, true]);
    const row = guide.split('\n').find((line) => line.startsWith('|') && line.includes(`npm run ${name}`)) ?? '';
    expect([name, /\b20\d\d-\d\d-\d\d\b/.test(row)]).toEqual([name, true]);
  }
});

test('BEN-02a BEN-02c sides take their turns by turns.ts, and no bench slows a main thread alone', () => {
  const others = globSync('tests/bench/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !/support\/(?:turns|slowDown)\.ts$/.test(file),
  );
  for (const file of nonEmpty(others))
    for (const own of ['setCPUThrottlingRate', 'Math.random() - 0.5'])
      expect([file, own, read(file).includes(own)]).toEqual([file, own, false]);
});
