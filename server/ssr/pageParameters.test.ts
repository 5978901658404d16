/** Which parameters make another page (HLF-15b). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PAGE_DRAWINGS } from '../../src/contract/loadLimits.ts';
import { PAGE_PARAMETERS } from '../../src/contract/pageParameters.ts';
import { knownParameters } from './pageParameters.ts';

const query = (text: string) => knownParameters(new URLSearchParams(text))?.toString();

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
