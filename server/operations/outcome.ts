import type { Fault } from './records/faults.ts';

/** What a command did. `code`: 0 done, 1 the input is refused and nothing has changed, 3 done but for what could not be reached. */
export interface Outcome {
  readonly code: 0 | 1 | 3;
  /** Text for standard output, or for the output file. */
  readonly out: string;
  /** Text for people, on standard error. */
  readonly err: string;
}

/** What is wrong with one place of a file. `field` empty: the row as a whole. */
export interface Problem extends Fault {
  readonly line: number;
  readonly field: string;
}

/** The data cannot be reached as things are: not the operator's input is at fault. */
export class Unreachable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unreachable';
  }
}

/** The input is refused; nothing may have changed. */
export class Refusal extends Error {
  /** Each thing that is wrong; empty: the message says it all. */
  readonly problems: readonly Problem[];
  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.problems = problems;
    this.name = 'Refusal';
  }
}

/** Most problems one run names: the rest is more of the same. */
const SHOWN = 50;

/** A file is refused because of these. */
export function refuseRows(problems: readonly Problem[]): Refusal {
  const sorted = [...problems].sort((a, b) => a.line - b.line);
  const lines = sorted
    .slice(0, SHOWN)
    .map(({ line, field, message }) => `  line ${line}${field === '' ? '' : `, ${field}`}: ${message}`);
  const more = sorted.length > SHOWN ? [`  and ${sorted.length - SHOWN} more`] : [];
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new Refusal([`Nothing was changed: ${count}.`, ...lines, ...more].join('\n'), sorted);
}
