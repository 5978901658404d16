/** Set-up file of every test file under mutation: runs what is wanted alone, and says which test reaches which mutant. */
import { relative } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { globalsOf, testIdOf } from './messages.ts';

const stryker = globalsOf();

beforeEach(({ task, skip }) => {
  const { run } = stryker;
  const id = testIdOf(relative(process.cwd(), task.file.filepath), task);
  if (run?.wanted?.has(id) === false) skip('not reached by the mutant');
  if (run?.isTrial && run.hasFailed) skip('the mutant is noticed');
  if (run && !run.isTrial) stryker.currentTestId = id;
});

afterEach(({ task }) => {
  stryker.currentTestId = undefined;
  if (stryker.run && task.result?.state === 'fail') stryker.run.hasFailed = true;
});

// The next run has the same globals.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.restoreAllMocks();
