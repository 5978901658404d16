import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nonEmpty } from '../tests/nonEmpty.ts';
import { namedPaths } from './chunkGroups.ts';

const files = readdirSync(new URL('../src', import.meta.url), { recursive: true, encoding: 'utf8' }).map((file) =>
  file.replaceAll('\\', '/'),
);

/** Each name a pattern stands for: 'a/(b|c)' gives a/b and a/c, 'a/(?!b)' gives a/b: what is left out has to be there, too. */
function namesIn(pattern: string): string[] {
  const [, before = '', inside, after = ''] = /^(.*?)\((?:\?!)?([^()]*)\)(.*)$/.exec(pattern) ?? [];
  return inside === undefined
    ? [pattern.replace('\\.', '.')]
    : inside.split('|').flatMap((one) => namesIn(before + one + after));
}

test('RTE-02a every file a chunk is made for is there: a renamed one would come in another chunk', () => {
  const names = nonEmpty(namedPaths.flatMap(namesIn));
  expect(names.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});
