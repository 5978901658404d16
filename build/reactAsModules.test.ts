import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findReactFile, REACT_FILES, toModule } from './reactAsModules.ts';

const require = createRequire(import.meta.url);
const fileOf = (name: string) => `${name.replace('/', '-')}.mjs`;

test('RTE-01a React as ES modules has all the names it has as CommonJS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'react-'));
  try {
    for (const [name, file] of Object.entries(REACT_FILES)) {
      const code = toModule(readFileSync(findReactFile(file), 'utf8'));
      const linked = code.replaceAll(
        /^(import .* from) '(.*)';/gm,
        (_, words, from) => `${words} './${fileOf(from)}';`,
      );
      writeFileSync(join(folder, fileOf(name)), linked);
    }
    for (const [name, file] of Object.entries(REACT_FILES)) {
      const asModule = (await import(pathToFileURL(join(folder, fileOf(name))).href)) as object;
      const asCommonJs = require(findReactFile(file)) as object;
      expect(Object.keys(asModule).sort(), name).toEqual(Object.keys(asCommonJs).sort());
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('RTE-01a a React that is written in another way ends the build', () => {
  expect(() => toModule('module.exports = 1;')).toThrow('build/reactAsModules.ts');
  expect(() => toModule('exports.a = 1; const other = require("other-package/inside");')).toThrow();
});
