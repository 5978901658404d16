// The end of a test run: which tests failed and with what words, which passed at a second try only, which were skipped, and what
// took longest; so that the last lines of a log are enough.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

/** So many tests may pass at their second try before a run is red. */
const MOST_SECOND_TRIES = 3;
/** What the parts of a run note of their second tries; the last lines of `.ci/run` show it. */
const NOTED = 'second-tries.txt';
/** What the parts of a run note of what failed; the last lines of `.ci/run` show it. */
const FAILURES = 'failures.txt';
/** What the parts of a run note of what the time did not suffice for; the last lines of `.ci/run` show it. */
const LEFT_OUT = 'left-out.txt';
/** How Playwright says that its `globalTimeout` is over. */
const OUT_OF_TIME = /Timed out waiting [\d.]+s for the (?:teardown for )?test suite/;

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const firstLines = (text = '') => text.split('\n').slice(0, 12).join('\n    ');
const seconds = (ms) => `${Math.round(ms / 1000)} s`;

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/**
 * Notes what failed for the end of `.ci/run`, where a log that is cut at its beginning still has it.
 * @param {string} results folder of the reports
 * @param {string} text lines that say what failed
 */
export const noteFailure = (results, text) => appendFileSync(`${results}/${FAILURES}`, `${text}\n`);

function failure(results, name, text) {
  const lines = `✗ ${name}\n    ${firstLines(text)}`;
  console.log(`\n${lines}`);
  noteFailure(results, lines);
}

/**
 * Notes what was not begun, or not ended, because the run's time was up.
 * @param {string} results folder of the reports
 * @param {readonly string[]} names of tests or steps
 */
export function noteLeftOut(results, names) {
  if (names.length === 0) return;
  console.log(`\nLeft out, the time was up: ${names.length}`);
  for (const name of names) console.log(`  ${name}`);
  appendFileSync(`${results}/${LEFT_OUT}`, names.map((name) => `  ${name}\n`).join(''));
}

/** Forgets what an earlier run left out. */
export const forgetLeftOut = (results) => rmSync(`${results}/${LEFT_OUT}`, { force: true });

/** Whether something was noted as left out. */
export const hasLeftOut = (results) => existsSync(`${results}/${LEFT_OUT}`);

/**
 * Whether the end of the run's time is all that a run of Playwright complains of.
 * @param {string} results folder of the JSON reports
 * @param {string} playwright name of the report
 */
export function isOnlyOutOfTime(results, playwright) {
  const report = read(`${results}/${playwright}`);
  if (!report || report.stats.unexpected > 0 || report.errors.length === 0) return false;
  return report.errors.every(({ message }) => OUT_OF_TIME.test(message));
}

/** Prints the tests that passed at their second try, with the first error of each, and the tests that did not run. */
function printHidden(secondTries, skipped) {
  console.log(`\nPassed at a second try: ${secondTries.length}`);
  for (const [name, message] of secondTries) console.log(`  ${name}\n    ${firstLines(message)}`);
  console.log(`Skipped: ${skipped.length}`);
  for (const name of skipped) console.log(`  ${name}`);
}

/**
 * Prints the tests that passed at a second try; call it last, so that a log that is cut still names them.
 * @param {string} results folder of the reports, where the names are also noted for the end of `.ci/run`
 * @param {readonly string[]} names of the tests
 * @returns {boolean} true if there are more of them than a run may have
 */
export function hasTooManySecondTries(results, names) {
  if (names.length === 0) return false;
  const list = names.map((name) => `  ${name}`).join('\n');
  console.log(
    `\nPassed at a second try (${names.length}, a run may have ${MOST_SECOND_TRIES}); look into each:\n${list}`,
  );
  appendFileSync(`${results}/${NOTED}`, `${list}\n`);
  return names.length > MOST_SECOND_TRIES;
}

/** Prints the failures of vitest's JSON report; returns the files and how long each took, in ms. */
function printVitest(results, report) {
  if (!report) console.log('\nNo report of the unit, API and chaos tests.');
  return (report?.testResults ?? []).map(({ name, message, startTime, endTime, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // a file that does not even load has a message and no tests
    if (message && failed.length === 0) failure(results, file, message);
    for (const { fullName, failureMessages } of failed) failure(results, `${file} › ${fullName}`, failureMessages[0]);
    return [endTime - startTime, file];
  });
}

/** Every run of every test in a report of Playwright, whatever its project. */
function runsOf(report) {
  const specs = (report?.suites ?? []).flatMap(specsOf);
  return specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results, annotations }) => ({
      name: `${projectName || 'journeys'}: ${file} › ${title}`,
      // A test that the end of the run's time kept from running says nothing of why it was skipped.
      status: status === 'skipped' && !annotations.some(({ type }) => type === 'skip') ? 'left out' : status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      firstError: results.find(({ error }) => error)?.error?.message ?? '',
      lastError: results.at(-1)?.error?.message,
    })),
  );
}

/**
 * @param {string} results folder of the JSON reports; the name of a missing one is told
 * @param {{vitest?: string, playwright: string}} parts name of vitest's reports where it ran, and the report of Playwright's
 * @returns {string[]} names of the tests that passed at their second try, for `hasTooManySecondTries`
 */
export function printReport(results, { vitest, playwright }) {
  const slow = vitest ? printVitest(results, read(`${results}/${vitest}.json`)) : [];
  const hidden = vitest ? read(`${results}/${vitest}-second-tries.json`) : null;
  const nameOf = ({ file, title, project }) => `${project}: ${file} › ${title}`;
  const secondTries = (hidden?.secondTries ?? []).map((test) => [nameOf(test), test.message]);
  const skipped = (hidden?.skipped ?? []).map(nameOf);

  const leftOut = [];
  const journeys = read(`${results}/${playwright}`);
  if (!journeys) console.log(`\nNo report ${playwright}.`);
  for (const { name, status, ms, firstError, lastError } of runsOf(journeys)) {
    slow.push([ms, name.slice(0, 110)]);
    if (status === 'unexpected') failure(results, name, lastError);
    if (status === 'flaky') secondTries.push([name, firstError]);
    if (status === 'skipped') skipped.push(name);
    if (status === 'left out') leftOut.push(name);
  }
  console.log('\nSlowest:');
  for (const [ms, name] of slow.sort(([a], [b]) => b - a).slice(0, 12)) console.log(`  ${seconds(ms)}  ${name}`);
  if (vitest) {
    const { assertions } = read(`${results}/${playwright.replace('.json', '')}-assertions.json`) ?? { assertions: 0 };
    console.log(`\nAssertions: ${hidden?.assertions ?? 0} in unit, API and chaos tests, ${assertions} in journeys`);
  }
  printHidden(secondTries, skipped);
  noteLeftOut(results, leftOut);
  return secondTries.map(([name]) => name);
}
