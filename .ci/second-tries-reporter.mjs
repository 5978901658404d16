// A vitest reporter beside its JSON one, which does not tell them: tests that passed at a second try, and tests that were skipped.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const FILE = 'tests/.results/vitest-second-tries.json';

export default class SecondTriesReporter {
  #secondTries = [];
  #skipped = [];

  onTestCaseResult(test) {
    const told = { file: relative('.', test.module.moduleId), title: test.fullName, project: test.project.name };
    const { state, errors } = test.result();
    if (state === 'skipped') this.#skipped.push(told);
    if (test.diagnostic()?.flaky) this.#secondTries.push({ ...told, message: errors?.[0]?.message ?? '' });
  }

  onTestRunEnd() {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify({ secondTries: this.#secondTries, skipped: this.#skipped }));
  }
}
