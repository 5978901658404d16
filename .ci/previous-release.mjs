// The release before this one, which works beside it and after it (HLF-11). Moved on with each release: CONTRIBUTING.md, 'Release'.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** A commit of this project's history. */
export const PREVIOUS_RELEASE = '647d0cb171c71a77c0157f0201ceb1d19ebff5b1';

/** Whether its files can be had: not in a shallow clone, nor without git. */
export function hasPreviousRelease() {
  const cwd = resolve(import.meta.dirname, '..');
  return spawnSync('git', ['cat-file', '-e', `${PREVIOUS_RELEASE}^{tree}`], { cwd, stdio: 'ignore' }).status === 0;
}
