/** The edits of a new field (`npm run test:field`), held to the sources by reading them alone. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { FIELD_EDITS, MOST_FILES } from './breaks/field.ts';
import { nonEmpty } from './nonEmpty.ts';

const root = resolve(import.meta.dirname, '..');

test('FLD-01a a new field of a photo takes edits in at most 12 product files, and each finds its place', () => {
  const product = nonEmpty(FIELD_EDITS).filter(({ file }) => !file.startsWith('tests/'));
  expect(new Set(product.map(({ file }) => file)).size).toBeLessThanOrEqual(MOST_FILES);
  const lost = FIELD_EDITS.flatMap(({ file, change }) =>
    typeof change === 'string'
      ? []
      : change
          .filter(({ find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2)
          .map(({ find }) => `${file}: ${find}`),
  );
  expect(lost).toEqual([]);
});
