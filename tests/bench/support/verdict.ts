/** The judge of a bench: its bounds, what breaks them, and a file of it all for `npm run bench:tables`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

/** Where each bench leaves what it measured last; not in the repository. */
export const RESULTS_FOLDER = resolve(import.meta.dirname, '../../.results/benches');
/** The same of rehearsals, of which no table is made. */
const REHEARSED_FOLDER = resolve(import.meta.dirname, '../../.results/rehearsals');

export interface Bound {
  /** What is bounded, with its unit, such as 'p95 of a read, ms'. */
  readonly what: string;
  /** Of which page, list or file; '': there is one only. */
  readonly of: string;
  readonly value: number;
  readonly limit: number;
  readonly side: 'most' | 'least';
}

export interface BenchTable {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface BenchResult {
  readonly bench: string;
  /** Day and minute, UTC. */
  readonly at: string;
  /** '+': with changes that are in no commit. */
  readonly commit: string;
  /** With the settings it was given. */
  readonly command: string;
  /** Nothing was left out or made shorter by a setting. */
  readonly isWhole: boolean;
  readonly cores: number;
  readonly bounds: readonly Bound[];
  /** What broke beside the bounds, in sentences. */
  readonly faults: readonly string[];
  readonly tables: readonly BenchTable[];
}

/** A value that is no number keeps no bound: nothing was measured. */
export const isKept = ({ value, limit, side }: Pick<Bound, 'value' | 'limit' | 'side'>): boolean =>
  Number.isFinite(value) && (side === 'most' ? value <= limit : value >= limit);

/** Two digits behind the point, fewer of what is larger than ten; below a tenth two that say something. */
export const shortNumber = (value: number): string => {
  if (!Number.isFinite(value)) return 'not measured';
  const size = Math.abs(value);
  if (Number.isInteger(value)) return String(value);
  if (size < 0.1) return String(Number(value.toPrecision(2)));
  return value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
};

const tellBound = ({ what, of, value, limit, side }: Bound): string =>
  `${of === '' ? '' : `${of}: `}${what} ${shortNumber(value)} (at ${side} ${shortNumber(limit)})`;

export interface Verdict {
  /** Broken where the value is larger than the limit, or no number. */
  most(what: string, value: number, limit: number, of?: string): void;
  least(what: string, value: number, limit: number, of?: string): void;
  /** Something that may not be, in a sentence. */
  fault(sentence: string): void;
  table(name: string, head: readonly string[], rows: readonly (readonly string[])[]): void;
  /** Tells what is broken, leaves the results, and sets the exit code: 1 where a bound is broken, or none was judged. */
  end(): void;
}

interface Given {
  /** The word before its name in the command. */
  readonly kind?: 'bench' | 'rehearse';
  /** Names of the bench's settings in the environment: a run with one of them is told by its command, and is no whole run. */
  readonly settings?: readonly string[];
  /** Words after the command. */
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  readonly say?: (line: string) => void;
}

/**
 * @param bench its name behind `bench:`, or behind `rehearse:`.
 * BOUNDS_TIMES=0.01 in the environment makes every bound a hundred times stricter, 0 of something no longer allowed: whoever
 * doubts that a bench notices sees it name each of them.
 */
export function createVerdict(bench: string, given: Given = {}): Verdict {
  const { kind = 'bench', settings = [], words = [], env = process.env, say = console.log } = given;
  const { folder = kind === 'bench' ? RESULTS_FOLDER : REHEARSED_FOLDER } = given;
  const times = Number(env.BOUNDS_TIMES ?? 1);
  const strict = times < 1 ? Number.EPSILON : 0;
  const bounds: Bound[] = [];
  const faults: string[] = [];
  const tables: BenchTable[] = [];
  return {
    most: (what, value, limit, of = '') =>
      void bounds.push({ what, of, value, limit: limit * times - strict, side: 'most' }),
    least: (what, value, limit, of = '') =>
      void bounds.push({ what, of, value, limit: limit / times + strict, side: 'least' }),
    fault: (sentence) => void faults.push(sentence),
    table: (name, head, rows) => void tables.push({ name, head, rows }),
    end() {
      const broken = [...bounds.filter((bound) => !isKept(bound)).map(tellBound), ...faults];
      if (bounds.length === 0 && faults.length === 0) broken.push('nothing was judged');
      const set = [...settings, 'BOUNDS_TIMES'].filter((name) => env[name] !== undefined);
      const command = [
        ...set.map((name) => `${name}=${env[name]}`),
        `npm run ${kind}:${bench}`,
        ...(words.length > 0 ? ['--', ...words] : []),
      ].join(' ');
      const isWhole = set.length === 0 && words.length === 0;
      const about = { bench, at: new Date().toISOString().slice(0, 16), commit: commitNow(), command, isWhole };
      const result: BenchResult = { ...about, cores: availableParallelism(), bounds, faults, tables };
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${bench}.json`), `${JSON.stringify(result, null, 1)}\n`);
      say(
        broken.length === 0
          ? `${bench}: all ${bounds.length} bounds are kept`
          : `${bench}: OUT OF BOUNDS\n${broken.map((line) => `  ${line}`).join('\n')}`,
      );
      if (broken.length > 0) process.exitCode = 1;
    },
  };
}

function commitNow(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: import.meta.dirname });
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
    return `${git('rev-parse', '--short', 'HEAD').trim()}${isChanged ? '+' : ''}`;
  } catch {
    return 'no commit';
  }
}
