/**
 * `npm run coverage:spec`: the clauses, and the known traps of the field (T01–T31), that no passing test of the last `npm test`
 * names in its title. Prints nothing when all are named.
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
for (const id of [...idsOf('spec-clauses.txt'), ...idsOf('pitfalls.txt')]) if (!isNamed(id)) console.log(id);
