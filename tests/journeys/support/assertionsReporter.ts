import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

const FILE = join(import.meta.dirname, `../../.results/journeys${process.env.TEST_PART ?? ''}-assertions.json`);

/** Counts the assertions of a run, for the sum at the end of `npm test`. */
export default class AssertionsReporter implements Reporter {
  private count = 0;

  printsToStdio(): boolean {
    return false;
  }

  onStepEnd(_test: TestCase, _result: TestResult, { category }: TestStep): void {
    if (category === 'expect') this.count += 1;
  }

  onEnd(): void {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify({ assertions: this.count }));
  }
}
