/** Tables of the docs, made of what the benches left: between two marks each, everything else stays as it is written. */
import { type BenchResult, type Bound, isKept, shortNumber } from './verdict.ts';

const lineOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** A table as Markdown. */
const markdownOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [lineOf(head), `|${'---|'.repeat(head.length)}`, ...rows.map(lineOf)].join('\n');

/** How far a value is from its limit; the largest is the worst. */
const strain = (bound: Bound): number =>
  !Number.isFinite(bound.value)
    ? Number.POSITIVE_INFINITY
    : bound.side === 'most'
      ? bound.value - bound.limit
      : bound.limit - bound.value;

interface Group {
  readonly worst: Bound;
  readonly count: number;
  readonly broken: number;
}

/** Bounds of one name are one row: the worst of them. */
function groupsOf({ bounds }: BenchResult): Group[] {
  const groups = Map.groupBy(bounds, ({ what, side }) => `${side} ${what}`);
  return [...groups.values()].map((all) => ({
    worst: all.toSorted((a, b) => strain(b) - strain(a))[0] as Bound,
    count: all.length,
    broken: all.filter((bound) => !isKept(bound)).length,
  }));
}

const valueCell = ({ worst, broken }: Group): string =>
  broken > 0 ? `**${shortNumber(worst.value)}, broken**` : shortNumber(worst.value);
const limitCell = ({ worst: { side, limit } }: Group): string => `at ${side} ${shortNumber(limit)}`;
const nameCell = ({ worst: { what, of }, count }: Group): string =>
  count > 1 ? `${what}; worst of ${count}: ${of}` : of === '' ? what : `${what}: ${of}`;

const BOUNDS_HEAD = ['bench', 'what', 'measured', 'bound'];

/** Every bench's bounds with what was measured last. */
export const boundsTable = (results: readonly BenchResult[]): string =>
  markdownOf(
    BOUNDS_HEAD,
    results.flatMap((result) => [
      ...groupsOf(result).map((group) => [result.bench, nameCell(group), valueCell(group), limitCell(group)]),
      ...result.faults.map((fault) => [result.bench, fault, '**broken**', '']),
    ]),
  );

/** When and of what each bench was run. */
const runsTable = (results: readonly BenchResult[]): string =>
  markdownOf(
    ['bench', 'run on', 'commit', 'cores', 'command'],
    results.map(({ bench, at, commit, cores, command }) => [
      bench,
      at.slice(0, 10),
      commit,
      cores > 0 ? String(cores) : '',
      `\`${command}\``,
    ]),
  );

/** What the README shows: one bound of a bench each. */
const README_ROWS: readonly (readonly [bench: string, what: string])[] = [
  ['first-photos', 'drawn ÷ static page of the same files'],
  ['first-screen', 'bytes of photos in view ÷ with JPEGs'],
  ['offline-start', 'offline start ÷ static page under a worker'],
  ['open-photo', 'longest answer to a tap, ms'],
  ['lighthouse', 'performance'],
  ['upload', "public after, ÷ the originals' time on the line"],
  ['durability', 'photos lost'],
  ['durability', 'photos doubled'],
  ['load', 'p95 of a read, ms'],
  ['halftime', 'knee, photos a second'],
];

const readmeTable = (results: readonly BenchResult[]): string =>
  markdownOf(
    BOUNDS_HEAD,
    README_ROWS.flatMap(([bench, what]) => {
      const result = results.find((one) => one.bench === bench);
      const group = result && groupsOf(result).find(({ worst }) => worst.what === what);
      return group ? [[bench, nameCell(group), valueCell(group), limitCell(group)]] : [];
    }),
  );

const ownTable = (results: readonly BenchResult[], name: string): string => {
  const result = results.find(({ tables }) => tables.some((table) => table.name === name));
  const table = result?.tables.find((one) => one.name === name);
  if (!result || !table) return `Not run yet: \`npm run bench:${name}\`.`;
  const { at, command, commit } = result;
  return `${at.slice(0, 10)}, ${commit}, \`${command}\`:\n\n${markdownOf(table.head, table.rows)}`;
};

const MARK = /(<!-- bench: ([\w-]+) -->\n)[\s\S]*?(<!-- \/bench -->)/g;

/** A document with its tables made anew. @throws Error where a mark has no end */
export function renderTables(text: string, results: readonly BenchResult[]): string {
  if ((text.match(/<!-- bench: /g) ?? []).length !== (text.match(MARK) ?? []).length)
    throw new Error('A mark of a table has no end');
  return text.replaceAll(MARK, (_, begin: string, name: string, end: string) => {
    const made: Record<string, (all: readonly BenchResult[]) => string> = {
      bounds: boundsTable,
      runs: runsTable,
      readme: readmeTable,
    };
    return `${begin}\n${made[name]?.(results) ?? ownTable(results, name)}\n\n${end}`;
  });
}

/** The newer of each bench, by name. */
export function mergeResults(kept: readonly BenchResult[], taken: readonly BenchResult[]): BenchResult[] {
  const all = new Map([...kept, ...taken].map((result) => [result.bench, result]));
  return [...all.values()].sort((a, b) => (a.bench < b.bench ? -1 : 1));
}
