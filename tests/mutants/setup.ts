/** Set-up file of every test file under mutation: runs what is wanted alone, and says which test reaches which mutant. */
import { relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { aroundTestsOf, globalsOf, testIdOf } from './messages.ts';

const stryker = globalsOf();
const around = aroundTestsOf(relative(process.cwd(), expect.getState().testPath ?? ''));

// Else Stryker takes what a file's set-up reaches for something that happens while modules load.
beforeAll(() => {
  if (stryker.run && !stryker.run.isTrial) stryker.currentTestId = around;
});

beforeEach(({ task, skip }) => {
  const { run } = stryker;
  const id = testIdOf(relative(process.cwd(), task.file.filepath), task);
  if (run?.wanted?.has(id) === false) skip('not reached by the mutant');
  if (run?.isTrial && run.hasFailed) skip('the mutant is noticed');
  if (run && !run.isTrial) stryker.currentTestId = id;
});

afterEach(({ task }) => {
  if (stryker.run && !stryker.run.isTrial) stryker.currentTestId = around;
  if (stryker.run && task.result?.state === 'fail') stryker.run.hasFailed = true;
});

// The next run has the same globals.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.restoreAllMocks();
