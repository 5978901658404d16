/** The settings of docs/operations.md are those the server reads, no more and no fewer. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names an environment has in the server's source, as it asks for them. */
function settingsRead(): Set<string> {
  const source = ['settings', 'databaseSettings'].map((name) => read(`server/config/${name}.ts`)).join('\n');
  const plain = [...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(([, name = '']) => name);
  // COGNITO_* and S3_* are also listed without their beginning.
  const parts = [...source.matchAll(/const names = \[([^\]]+)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  );
  return new Set(plain.filter((name) => !parts.includes(name) || name === 'DEMO'));
}

/** Names in the first column of the table of settings, and those that stand beside them in the second. */
function settingsTold(): Set<string> {
  const operations = read('docs/operations.md');
  const [, table = ''] = /\n\| setting \| what it does \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(operations) ?? [];
  return new Set([...table.matchAll(/`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name));
}

test('every setting the server reads is in the table of docs/operations.md, and none that it does not read', () => {
  const [told, asked] = [settingsTold(), settingsRead()];
  expect(asked.size).toBeGreaterThan(25);
  expect([...asked].filter((name) => !told.has(name))).toEqual([]);
  expect([...told].filter((name) => !asked.has(name))).toEqual([]);
});
