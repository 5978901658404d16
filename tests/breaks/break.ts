/**
 * Deliberate breaks (mutants made by hand): for each row of a checklist (tests/asvs.md) that is marked met, a change of the product
 * that makes the row untrue, and the test that must then fail. `npm run test:breaks` applies them one by one to a copy of the tree.
 * `layers.ts` has a short list of the same kind over all layers.
 */
export interface Edit {
  /** The file that is changed, from the project's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

export interface Break extends Edit {
  /** Ids of the rows it is for, as in tests/asvs.md; in `layers.ts` the layer. */
  readonly rows: readonly string[];
  /** Where two lines of defence stand behind one another: the others that have to go, too. */
  readonly also?: readonly Edit[];
  /** What must fail: a test file, and a part of the test's full title, as plain text. */
  readonly test: readonly [file: string, title: string];
  /** Project of vitest; left out: by the file's place. */
  readonly project?: 'unit' | 'api' | 'api-embedded' | 'api-postgres' | 'chaos' | 'model';
  /** The test looks at the built pages: a build comes before it, as before every journey. */
  readonly needsBuild?: true;
}

/** All changes of a break. */
export const editsOf = ({ file, find, replace, also = [] }: Break): readonly Edit[] => [
  { file, find, replace },
  ...also,
];

/** A browser test: it runs on the built product. */
export const isJourney = (file: string): boolean => file.endsWith('.spec.ts');
