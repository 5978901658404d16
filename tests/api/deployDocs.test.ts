/** The settings of docs/operations.md are those the server reads. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingsTable, variablesSet } from '../../server/config/environment.ts';

const operations = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');

test('every setting the server reads is in the table of docs/operations.md, and none that it does not read', () => {
  const [table = ''] = /\| setting \| what it does \|\n(?:\|.*\n)+/.exec(operations) ?? [];
  expect(table.trimEnd(), 'npm run docs:settings writes it').toBe(settingsTable());
  expect(table.split('\n').length).toBeGreaterThan(35);
});

test('a variable that is empty or blank is not set', () => {
  expect(variablesSet({ HOST: ' ::1 ', DATA_DIR: ' ', PORT: '', OTHER: 'x' })).toEqual({ HOST: '::1' });
});
