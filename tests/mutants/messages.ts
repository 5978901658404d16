/** What the test runner of Stryker and its worker process tell each other, beside vitest's own messages. */
import type { MutantCoverage } from '@stryker-mutator/api/core';

/** A run of test files that the worker is asked for. */
export interface MutantOrder {
  readonly mutants: 'order';
  readonly number: number;
  /** Absolute paths, in the order they are to run; the first one that fails is the last. */
  readonly files: readonly string[];
  /** Ids of the tests that are to run; left out: all. */
  readonly wanted?: readonly string[];
  /** Switched on while the files are loaded and run; left out: none, and every test runs for what it reaches. */
  readonly mutant?: string;
  readonly hitLimit?: number;
  /** Of the modules of the run before only the test file is loaded again. */
  readonly isWarm: boolean;
}

/** No more orders. */
export interface MutantsEnd {
  readonly mutants: 'end';
}

export interface RanTest {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly milliseconds: number;
  readonly message?: string;
}

export interface MutantAnswer {
  readonly mutants: 'answer';
  readonly number: number;
  readonly tests: readonly RanTest[];
  /** What went wrong outside of a test: a file that cannot be loaded, an error nobody caught. */
  readonly errors: readonly string[];
  readonly isEndless: boolean;
  /** Of each file, where no mutant was on. */
  readonly coverage: Readonly<Record<string, MutantCoverage>>;
}

/** What the worker and the set-up file of the tests share, in one process. */
export interface MutantRun {
  readonly wanted?: ReadonlySet<string>;
  readonly isTrial: boolean;
  hasFailed: boolean;
}

/** What instrumented code reads and writes. */
export interface StrykerGlobals {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: MutantCoverage | undefined;
  run?: MutantRun;
}

/** Stryker's name for them. */
export const globalsOf = (): StrykerGlobals => {
  const holder = globalThis as { __stryker__?: StrykerGlobals };
  holder.__stryker__ ??= {};
  return holder.__stryker__;
};

interface Named {
  readonly name: string;
  readonly suite?: Named | undefined;
}

/** Stands for what is done before and after the tests of a file. */
export const aroundTestsOf = (file: string): string => `${file}#`;

const namesOf = ({ name, suite }: Named): string[] => [...(suite ? namesOf(suite) : []), name];

/** A test's id, the same in each run. */
export const testIdOf = (file: string, test: Named): string => `${file}#${namesOf(test).join(' > ')}`;
