// The end of `npm test`: which tests failed and with what words, so that the last lines of a log are enough; and what took longest.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const firstLines = (text = '') => text.split('\n').slice(0, 12).join('\n    ');
const seconds = (ms) => `${Math.round(ms / 1000)} s`;

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** @param {string} results folder of the two JSON reports; the name of a missing one is told. */
export function printReport(results) {
  const vitest = read(`${results}/vitest.json`);
  const journeys = read(`${results}/journeys.json`);
  const slow = [];
  if (!vitest) console.log('\nNo report of the unit, API and chaos tests.');
  for (const { name, message, startTime, endTime, assertionResults } of vitest?.testResults ?? []) {
    slow.push([endTime - startTime, relative('.', name)]);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // a file that does not even load has a message and no tests
    if (message && failed.length === 0) console.log(`\n✗ ${relative('.', name)}\n    ${firstLines(message)}`);
    for (const { fullName, failureMessages } of failed)
      console.log(`\n✗ ${relative('.', name)} › ${fullName}\n    ${firstLines(failureMessages[0])}`);
  }
  if (!journeys) console.log('\nNo report of the journeys.');
  for (const { title, file, ok, tests } of (journeys?.suites ?? []).flatMap(specsOf)) {
    const runs = tests.flatMap(({ results: all }) => all);
    slow.push([runs.reduce((sum, { duration }) => sum + duration, 0), `${file} › ${title.slice(0, 80)}`]);
    if (!ok) console.log(`\n✗ ${file} › ${title}\n    ${firstLines(runs.at(-1)?.error?.message)}`);
  }
  console.log('\nSlowest:');
  for (const [ms, name] of slow.sort(([a], [b]) => b - a).slice(0, 12)) console.log(`  ${seconds(ms)}  ${name}`);
}
