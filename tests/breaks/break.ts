/**
 * Deliberate breaks: for each row of a checklist (tests/asvs.md) that is marked met, a change of one place that makes the row untrue
 * and the test that must then fail. `npm run test:breaks` applies them one by one to a copy of the tree.
 */
export interface Break {
  /** Ids of the rows it is for, as in tests/asvs.md. */
  readonly rows: readonly string[];
  /** The file that is changed, from the project's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What must fail: a test file, and a part of the title (one test or more) as the runner's filter takes it. */
  readonly test: readonly [file: string, title: string];
  /** Project of vitest; left out: by the file's place. */
  readonly project?: 'unit' | 'api' | 'api-postgres' | 'chaos';
}
