/**
 * `npm run coverage:spec`: what docs/requirements.md has and no passing test of the last `npm test` and `npm run test:all` names in its title, and
 * titles that name a clause which has parts, an id that does not exist, or more ids than a title carries. Prints nothing when all is
 * named; else ends with 1. The end of `npm run test:all`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { hasPreviousRelease } from '../.ci/previous-release.mjs';
import { createTitleReader, passedTitles, readClauses } from './clauses.ts';

interface VitestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

const results = new URL('.results/', import.meta.url);
const read = <T>(name: string): T | null => {
  const file = new URL(name, results);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
};
const vitest = ['vitest.json', 'vitest-all.json', 'adversary.json'].map((name) => read<VitestReport>(name));
const journeys = ['journeys.json', 'journeys-all.json'].map((name) =>
  read<{ suites: Parameters<typeof passedTitles>[0][] }>(name),
);
if ([...vitest, ...journeys].includes(null)) {
  console.error('Results are missing: `npm test` and `npm run test:all` come first, in this order.');
  process.exit(2);
}

const clauses = readClauses(readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8'));
const { idsIn, faultsOf } = createTitleReader(clauses);
const titles = new Set([
  ...vitest
    .flatMap((report) => report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ fullName }) => fullName),
  ...journeys.flatMap((report) => report?.suites ?? []).flatMap((suite) => passedTitles(suite)),
]);
const wrong = [...titles].flatMap((title) => faultsOf(title).map((fault) => `${fault}: ${title}`));
const named = new Set([...titles].flatMap(idsIn));
/** The runs have said that they could not be tried. */
const untried = new Set(hasPreviousRelease() ? [] : ['HLF-11a', 'HLF-11b']);
const missing = [...clauses.required].filter(([id]) => !named.has(id) && !untried.has(id));
for (const line of wrong) console.log(line);
for (const [id, text] of missing) console.log(`${id} is named by no passing test: ${text}`);
process.exit(wrong.length + missing.length > 0 ? 1 : 0);
