/** Seeds nobody has tried. */
import { execFileSync } from 'node:child_process';

/** Apart from the fixed ones, which begin at 1; with room for as many days as anybody waits for. */
const FIRST = 1_000_000;
const ROOM = 2 ** 31;

/** Another one with each commit and the same for it on every machine; where there is no commit, by the clock. */
export function seedOfCommit(): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return FIRST + (Number.parseInt(hash.slice(0, 12), 16) % ROOM);
  } catch {
    return seedOfClock();
  }
}

export const seedOfClock = (): number => FIRST + (Date.now() % ROOM);
