// A vitest reporter beside its JSON one, which does not tell them: tests that passed at a second try, tests that were
// skipped, and how many assertions were made.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

// The run's part: `npm run test:all` adds to what `npm test` has left.
const FILE = `tests/.results/vitest${process.env.TEST_PART ?? ''}-second-tries.json`;

export default class SecondTriesReporter {
  #secondTries = [];
  #skipped = [];
  #assertions = 0;

  onTestCaseResult(test) {
    const told = { file: relative('.', test.module.moduleId), title: test.fullName, project: test.project.name };
    const { state, errors } = test.result();
    this.#assertions += test.meta().assertions ?? 0;
    if (state === 'skipped') this.#skipped.push(told);
    if (test.diagnostic()?.flaky) this.#secondTries.push({ ...told, message: errors?.[0]?.message ?? '' });
  }

  onTestRunEnd() {
    mkdirSync(dirname(FILE), { recursive: true });
    const told = { secondTries: this.#secondTries, skipped: this.#skipped, assertions: this.#assertions };
    writeFileSync(FILE, JSON.stringify(told));
  }
}
