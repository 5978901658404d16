/** Titles of tests name parts of clauses, at most two, and every part is named: seen in the source, without a run of the tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '../src/contract/endpoints.ts';
import { staffEndpoints } from '../src/contract/staffEndpoints.ts';
import { createTitleReader, passedTitles, readClauses, TITLE_LENGTH, titlesInSource } from './clauses.ts';

const root = resolve(import.meta.dirname, '..');
const clauses = readClauses(readFileSync(join(root, 'docs/requirements.md'), 'utf8'));
const reader = createTitleReader(clauses);
const titles = ['src', 'sw', 'server', 'build', 'demo', 'tenants', 'tests']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => /\.(?:test|spec)\.tsx?$|^tests\/journeys\/support\//.test(file) && file !== 'tests/clauses.test.ts')
  .flatMap((file) => titlesInSource(readFileSync(join(root, file), 'utf8')).map((titles) => ({ file, ...titles })));

test('titles of tests and steps name at most two ids, parts instead of whole clauses, and nothing that does not exist', () => {
  const wrong = titles.flatMap(({ file, fullTitle }) =>
    reader.faultsOf(fullTitle).map((fault) => `${file}: ${fault}: ${fullTitle}`),
  );
  expect(wrong).toEqual([]);
});

test('titles of tests and steps are one line of a list', () => {
  const wrong = titles.filter(({ title }) => title.length > TITLE_LENGTH);
  expect(wrong.map(({ file, title }) => `${file}: ${title.length} characters: ${title}`)).toEqual([]);
});

test('every part of every clause is named by a title; the calls by the table of contract.test.ts', () => {
  // The tests in other engines and with peers are runs of their own, which coverage:spec does not see.
  const counted = titles.filter(({ file }) => !/^tests\/(?:engines|peers)\//.test(file));
  const named = new Set(counted.flatMap(({ title }) => reader.idsIn(title)));
  const missing = [...clauses.required].filter(([id]) => !id.startsWith('API-') && !named.has(id));
  expect(missing.map(([id, text]) => `${id} ${text}`)).toEqual([]);
});

test('every call of the contract is a clause', () => {
  const all = [...Object.values(endpoints), ...Object.values(staffEndpoints)];
  const calls = all.map(({ method, path }) => `API-${method}-${path}`);
  expect([...clauses.required.keys()].filter((id) => id.startsWith('API-')).sort()).toEqual(calls.sort());
});

test('a clause with parts is named by its parts only', () => {
  const { idsIn, faultsOf } = createTitleReader(
    readClauses(
      '- **PHO-01a** One.\n- **PHO-01b** Two.\n- **PHO-02** Three.\n- **T03** Four.\n## Planned\n- **IMG-01** Later.',
    ),
  );
  expect(faultsOf('PHO-01a T03 as it should be, CRC-32 and UTF-16 are none')).toEqual([]);
  expect(faultsOf('IMG-01 what is planned may be named')).toEqual([]);
  expect(faultsOf('PHO-01 as a whole')).toEqual(['names PHO-01, which has parts']);
  expect(faultsOf('PHO-01c PHO-03')).toEqual([
    'names PHO-01c, which does not exist',
    'names PHO-03, which does not exist',
  ]);
  expect(faultsOf('PHO-01a PHO-01b PHO-02 a row of them')).toEqual(['names 3 ids, 2 are the most']);
  expect(idsIn('PHO-02 twice PHO-02')).toEqual(['PHO-02']);
  expect(() => readClauses('- **PHO-01** One.\n- **PHO-01** Again.')).toThrow('PHO-01 stands twice');
});

test('a call’s id ends where its path ends', () => {
  const { faultsOf } = createTitleReader(readClauses('- **API-PUT-/user/permit** One.'));
  expect(faultsOf('API-PUT-/user/permit: sets it')).toEqual([]);
  expect(faultsOf('API-PUT-/user/permit/x sets it')).toEqual(['names API-PUT-/user/permit/x, which does not exist']);
});

test('steps count where they were reached in a test that passed', () => {
  const run = (status: string) => ({ results: [{ status, steps: [{ title: 'outer', steps: [{ title: 'inner' }] }] }] });
  const suite = {
    title: 'x.spec.ts',
    specs: [
      { title: 'passed', tests: [run('passed')] },
      { title: 'failed', tests: [run('failed')] },
      { title: 'skipped', tests: [{ results: [] }] },
    ],
    suites: [
      {
        title: 'group',
        specs: [
          {
            title: 'retried',
            tests: [
              {
                results: [
                  { status: 'failed', steps: [{ title: 'not reached again' }] },
                  { status: 'passed', steps: [{ title: 'caught', error: {} }] },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
  expect(passedTitles(suite)).toEqual(['passed', 'outer', 'inner', 'group retried']);
});

test('titles are found in every way a test is written, with the suites around them', () => {
  const source = `
test('one', async () => {});
test.skipIf(!x)("two", () => {});
test.each([['a', 1]])('three %s', () => {});
it(
  'four', () => {});
describe(\`five \${club}\`, () => {
  test('six', async () => {
    await test.step('seven', async () => {});
  });
  describe.each([
    ['a', 1],
  ])('eight %s', () => {
    test('nine', () => {});
  });
  test('ten', () => {});
});
test('eleven', () => {
  expect(text('no title')).toBe('x');
});
`;
  const found = titlesInSource(source);
  const own = ['one', 'two', 'three %s', 'four', `five \${club}`, 'six', 'seven', 'eight %s', 'nine', 'ten', 'eleven'];
  expect(found.map(({ title }) => title)).toEqual(own);
  const five = `five \${club}`;
  const inSuites = own.with(5, `${five} six`).with(7, `${five} eight %s`).with(8, `${five} eight %s nine`);
  expect(found.map(({ fullTitle }) => fullTitle)).toEqual(inSuites.with(9, `${five} ten`));
});
