/** Which test files a change concerns that is read while modules load. */
import type { MutantCoverage } from '@stryker-mutator/api/core';

/**
 * Mutant that some file reads while it loads → all files that reach it. Stryker names no tests for such a mutant. Files whose tests alone
 * reach it belong to it as well: a function that one file calls to make a table of rows may be tested in another one.
 */
export function filesOfLoaded(coverage: Readonly<Record<string, MutantCoverage>>): Record<string, string[]> {
  const files = Object.entries(coverage).map(([file, covered]) => ({
    file,
    loading: Object.keys(covered.static),
    reached: new Set([covered.static, ...Object.values(covered.perTest)].flatMap((hits) => Object.keys(hits))),
  }));
  const ids = new Set(files.flatMap(({ loading }) => loading));
  return Object.fromEntries(
    [...ids].map((id) => [id, files.filter(({ reached }) => reached.has(id)).map(({ file }) => file)]),
  );
}
