// The end of a test run: which tests failed and with what words, which passed at a second try only, which were skipped, and what
// took longest; so that the last lines of a log are enough.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { beyondList } from './second-tries.mjs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const firstLines = (text = '') => text.split('\n').slice(0, 12).join('\n    ');
const seconds = (ms) => `${Math.round(ms / 1000)} s`;

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
const failure = (name, text) => console.log(`\n✗ ${name}\n    ${firstLines(text)}`);

/** Names and counts what hides easily: tests that passed at their second try, and tests that did not run. */
function printHidden(secondTries, skipped, unexplained) {
  console.log(`\nPassed at a second try: ${secondTries.length}`);
  for (const [name, message] of secondTries) {
    const isTolerated = !unexplained.includes(name);
    console.log(`  ${name}${isTolerated ? ' (on the list of second-tries.mjs)' : ''}\n    ${firstLines(message)}`);
  }
  console.log(`Skipped: ${skipped.length}`);
  for (const name of skipped) console.log(`  ${name}`);
}

/** Prints the failures of vitest's JSON report; returns the files and how long each took, in ms. */
function printVitest(report) {
  if (!report) console.log('\nNo report of the unit, API and chaos tests.');
  return (report?.testResults ?? []).map(({ name, message, startTime, endTime, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // a file that does not even load has a message and no tests
    if (message && failed.length === 0) failure(file, message);
    for (const { fullName, failureMessages } of failed) failure(`${file} › ${fullName}`, failureMessages[0]);
    return [endTime - startTime, file];
  });
}

/** Every run of every test in a report of Playwright, whatever its project. */
function runsOf(report) {
  const specs = (report?.suites ?? []).flatMap(specsOf);
  return specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `${projectName || 'journeys'}: ${file} › ${title}`,
      status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      firstError: results.find(({ error }) => error)?.error?.message ?? '',
      lastError: results.at(-1)?.error?.message,
    })),
  );
}

/**
 * @param {string} results folder of the JSON reports; the name of a missing one is told
 * @param {{vitest?: boolean, playwright: string}} parts whether vitest ran, and the report of Playwright's
 * @returns {string[]} tests that needed a second try and are not on the list of second-tries.mjs
 */
export function printReport(results, { vitest = false, playwright }) {
  const slow = vitest ? printVitest(read(`${results}/vitest.json`)) : [];
  const hidden = vitest ? read(`${results}/vitest-second-tries.json`) : null;
  const nameOf = ({ file, title, project }) => `${project}: ${file} › ${title}`;
  const secondTries = (hidden?.secondTries ?? []).map((test) => [nameOf(test), test.message]);
  const skipped = (hidden?.skipped ?? []).map(nameOf);

  const journeys = read(`${results}/${playwright}`);
  if (!journeys) console.log(`\nNo report ${playwright}.`);
  for (const { name, status, ms, firstError, lastError } of runsOf(journeys)) {
    slow.push([ms, name.slice(0, 110)]);
    if (status === 'unexpected') failure(name, lastError);
    if (status === 'flaky') secondTries.push([name, firstError]);
    if (status === 'skipped') skipped.push(name);
  }
  console.log('\nSlowest:');
  for (const [ms, name] of slow.sort(([a], [b]) => b - a).slice(0, 12)) console.log(`  ${seconds(ms)}  ${name}`);
  if (vitest) {
    const { assertions } = read(`${results}/journeys-assertions.json`) ?? { assertions: 0 };
    console.log(`\nAssertions: ${hidden?.assertions ?? 0} in unit, API and chaos tests, ${assertions} in journeys`);
  }
  const unexplained = beyondList(secondTries.map(([name]) => name));
  printHidden(secondTries, skipped, unexplained);
  return unexplained;
}
