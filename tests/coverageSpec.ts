/**
 * `npm run coverage:spec`: the clauses, and the known traps of the field (T01–T31), that no passing test of the last `npm test`
 * names in its title. Prints nothing when all are named; else ends with 1. Part of `npm test`.
 */
import { existsSync, readFileSync } from 'node:fs';

interface VitestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}
interface PlaywrightSuite {
  title: string;
  specs?: { title: string; ok: boolean }[];
  suites?: PlaywrightSuite[];
}

const results = new URL('.results/', import.meta.url);
const read = <T>(name: string): T | null => {
  const file = new URL(name, results);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
};
const titlesOf = (suite: PlaywrightSuite): string[] => [
  ...(suite.specs ?? []).filter(({ ok }) => ok).map(({ title }) => `${suite.title} ${title}`),
  ...(suite.suites ?? []).flatMap(titlesOf),
];

const vitest = read<VitestReport>('vitest.json');
const journeys = read<{ suites: PlaywrightSuite[] }>('journeys.json');
if (!vitest || !journeys) {
  console.error('No results of a test run: `npm test` comes first.');
  process.exit(2);
}
const passed = [
  ...vitest.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ fullName }) => fullName),
  ...journeys.suites.flatMap(titlesOf),
].join('\n');

const idsOf = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);
// an id ends where no letter, digit, slash or brace follows: `API-PUT-/user/usepermit` is not `API-PUT-/user/usepermit/x`
const isNamed = (id: string) => new RegExp(`${id.replace(/[/{}]/g, '\\$&')}(?![\\w/{}-])`, 'u').test(passed);
const missing = [...idsOf('spec-clauses.txt'), ...idsOf('pitfalls.txt')].filter((id) => !isNamed(id));
for (const id of missing) console.log(id);
process.exit(missing.length > 0 ? 1 : 0);
