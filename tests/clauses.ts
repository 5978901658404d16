/** The clauses of docs/requirements.md, and what the titles of tests and steps say about them. */

/** Ids a title carries at most: a title with a row of them says of none what is shown. */
const IDS_PER_TITLE = 2;
/** Characters of a title at most, as it is written: it is read in lists, one a line. */
export const TITLE_LENGTH = 100;

export interface Clauses {
  /** Text of every clause and part that a passing test must name, by its id. */
  required: Map<string, string>;
  /** Ids that are not built yet (section "Planned"): may be named, need not be. */
  planned: Set<string>;
}

const LINE = /^- \*\*([^*]+)\*\* (.+)$/;
const NUMBERED = /^([A-Z]{3})-\d\d[a-z]?$/;

/** Reads `- **ID** text` lines; those below "## Planned" are not required. */
export function readClauses(markdown: string): Clauses {
  const required = new Map<string, string>();
  const planned = new Set<string>();
  let isPlanned = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) isPlanned = line === '## Planned';
    const [, id, text = ''] = LINE.exec(line) ?? [];
    if (id === undefined) continue;
    if (required.has(id) || planned.has(id)) throw new Error(`${id} stands twice in the requirements`);
    if (isPlanned) planned.add(id);
    else required.set(id, text);
  }
  return { required, planned };
}

export interface TitleReader {
  /** Ids in a title, each once, those that do not exist included. */
  idsIn(title: string): string[];
  /** What is wrong with a title, in sentences. */
  faultsOf(title: string): string[];
}

export function createTitleReader({ required, planned }: Clauses): TitleReader {
  const ids = [...required.keys(), ...planned];
  const groups = new Set(ids.map((id) => NUMBERED.exec(id)?.[1]).filter((group) => group !== undefined));
  const pattern = new RegExp(
    `(?<![\\w-])(?:(?:${[...groups].join('|')})-\\d\\d[a-z]?|T\\d\\d)(?!\\w)|API-[A-Z]+-/[\\w/{}-]*`,
    'g',
  );
  const split = new Set(ids.filter((id) => /\d[a-z]$/.test(id)).map((id) => id.slice(0, -1)));
  const idsIn = (title: string) => [...new Set(title.match(pattern) ?? [])];
  return {
    idsIn,
    faultsOf: (title) => {
      const named = idsIn(title);
      const faults = named
        .filter((id) => !required.has(id) && !planned.has(id))
        .map((id) => (split.has(id) ? `names ${id}, which has parts` : `names ${id}, which does not exist`));
      if (named.length > IDS_PER_TITLE) faults.push(`names ${named.length} ids, ${IDS_PER_TITLE} are the most`);
      return faults;
    },
  };
}

interface Step {
  title: string;
  error?: unknown;
  steps?: Step[];
}
interface Suite {
  title: string;
  specs?: { title: string; tests: { results: { status: string; steps?: Step[] }[] }[] }[];
  suites?: Suite[];
}

const stepTitles = (steps: Step[] = []): string[] =>
  steps.filter(({ error }) => error === undefined).flatMap(({ title, steps: inner }) => [title, ...stepTitles(inner)]);

/** Titles of a report of Playwright: of the tests that passed, with those of the suites around them, and of the steps they reached. */
export function passedTitles(suite: Suite, around = ''): string[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) => {
    const passed = tests.flatMap(({ results }) => results).filter(({ status }) => status === 'passed');
    return passed.length > 0 ? [`${around}${title}`, ...new Set(passed.flatMap(({ steps }) => stepTitles(steps)))] : [];
  });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => passedTitles(inner, `${around}${inner.title} `))];
}

export interface SourceTitle {
  /** As it is written. */
  title: string;
  /** With the titles of the suites around it, as a report has it. */
  fullTitle: string;
}

const CALL =
  /(\b(?:test|it|describe|step)(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)\s*,/g;

/**
 * Titles in the source of tests: the first argument of `test`, `it`, `describe` and `step`, of their variants and of what
 * `test.each(…)` returns. Made-up parts of a title (`%s`, `${club}`) stay as they stand. A suite ends where a line closes it at its
 * own indentation, as the formatter writes it.
 */
export function titlesInSource(source: string): SourceTitle[] {
  const open: { title: string; end: number }[] = [];
  return [...source.matchAll(CALL)].map(({ 1: call, 2: single, 3: double, 4: template, index }) => {
    while ((open.at(-1)?.end ?? index) < index) open.pop();
    const title = single ?? double ?? template ?? '';
    // A step is reported by itself.
    const around = /\bstep$/.test(String(call)) ? [] : open.map((suite) => suite.title);
    if (isSuite(source, index)) open.push({ title, end: endOf(source, index) });
    return { title, fullTitle: [...around, title].join(' ') };
  });
}

const lineOf = (source: string, index: number): string => {
  const start = source.lastIndexOf('\n', index) + 1;
  return source.slice(start, source.indexOf('\n', start));
};
const indentOf = (source: string, index: number): string => /^ */.exec(lineOf(source, index))?.[0] ?? '';
/** `describe.each(…)(` may stand on a line of its own, its title after a closing bracket. */
const isSuite = (source: string, index: number): boolean =>
  /\bdescribe\b/.test(lineOf(source, index)) ||
  (/^[\]})]/.test(lineOf(source, index).trim()) && /^ *(?:test\.)?describe\b/.test(openingLine(source, index)));
/** The line that began what the line at `index` closes. */
function openingLine(source: string, index: number): string {
  const indent = indentOf(source, index);
  const before = source.slice(0, source.lastIndexOf('\n', index)).split('\n');
  return before.findLast((line) => line.startsWith(indent) && /^\S/.test(line.slice(indent.length))) ?? '';
}
function endOf(source: string, index: number): number {
  const end = source.indexOf(`\n${indentOf(source, index)}});`, index);
  return end < 0 ? source.length : end;
}
