/** Lines that were changed since a commit, as `file:first-last` of Stryker. */
import { execFileSync } from 'node:child_process';

export interface LineRange {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** Reads `git diff --unified=0`: what was added or changed, as it stands now. */
export function rangesOf(diff: string): LineRange[] {
  let file = '';
  return diff.split('\n').flatMap((line) => {
    const [, path] = /^\+\+\+ b\/(.+)$/.exec(line) ?? [];
    if (path !== undefined) file = path;
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === undefined || count === '0') return [];
    return [{ file, first: Number(first), last: Number(first) + Number(count) - 1 }];
  });
}

/** Takes ranges until `most` lines are together; the rest is left over, a range that does not fit whole. */
export function bounded(ranges: readonly LineRange[], most: number): { taken: LineRange[]; left: LineRange[] } {
  const taken: LineRange[] = [];
  const left: LineRange[] = [];
  let lines = 0;
  for (const range of ranges) {
    const own = range.last - range.first + 1;
    if (lines + own > most) left.push(range);
    else {
      lines += own;
      taken.push(range);
    }
  }
  return { taken, left };
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Null where the commit is not in this clone. */
export function changedSince(commit: string, folders: readonly string[]): LineRange[] | null {
  try {
    git('rev-parse', '--verify', `${commit}^{commit}`);
  } catch {
    return null;
  }
  return rangesOf(git('diff', '--unified=0', '--no-color', '--no-ext-diff', commit, '--', ...folders));
}
