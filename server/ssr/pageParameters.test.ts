/** Which parameters make another page (HLF-15b). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PAGE_DRAWINGS } from '../../src/contract/loadLimits.ts';
import { knownParameters, PAGE_PARAMETERS } from './pageParameters.ts';

const query = (text: string) => knownParameters(new URLSearchParams(text))?.toString();

const root = resolve(import.meta.dirname, '../..');
const textsOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

test('HLF-15b known parameters, each once, in one order; unknown ones make no other page', () => {
  expect(query('utm_source=x&q=b&e=a&q=c&fbclid=1')).toBe('e=a&q=b');
  expect(query('n=1')).toBe('');
  expect(query('list=')).toBe('list=');
  expect(query(`text=${'a'.repeat(PAGE_DRAWINGS.valueMax)}`)).toHaveLength(5 + PAGE_DRAWINGS.valueMax);
  expect(query(`text=${'a'.repeat(PAGE_DRAWINGS.valueMax + 1)}`)).toBeUndefined();
});

test('HLF-15b the edge knows the same parameters', () => {
  const nginx = readFileSync(resolve(import.meta.dirname, '../deploy/nginx.conf'), 'utf8');
  const together = nginx.split('\n').find((line) => line.includes('$edge_args {'));
  for (const name of PAGE_PARAMETERS) {
    expect(nginx).toContain(`(${name}=[^&]*)`);
    expect(together).toMatch(new RegExp(`\\$edge_${name}[$"]`));
  }
});

test('HLF-15b every parameter the client reads of an address is known', () => {
  const read = ['src/app', 'src/features', 'src/navigation'].flatMap((folder) => textsOf(folder));
  const names = read.flatMap((text) =>
    [...text.matchAll(/(?:[pP]arams|search(?:Params)?)\.get\('(\w+)'\)/g)].map(([, name]) => name),
  );
  expect(names).toContain('gender');
  expect(names.filter((name) => !PAGE_PARAMETERS.some((one) => one === name))).toEqual([]);
});
