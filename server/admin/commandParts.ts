/** What the operators' commands have in common: their options, and how they are run. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isWithin } from '../../src/contract/characters.ts';
import { OPERATOR_LOG } from '../../src/contract/limits.ts';
import { parseWireDate } from '../../src/rules/dates.ts';
import { isBlank } from '../../src/rules/visibleText.ts';
import { plainText } from '../api/storedText.ts';
import { onOneLine } from '../operations/terminalText.ts';
import type { Task } from './adminJob.ts';

/** Options many commands take. */
export interface SharedOptions {
  readonly tenant: string;
  readonly dryRun?: boolean;
  readonly reason?: string;
  readonly as?: string;
}

/** Does a task; with `output` what it says goes to that file. */
export type RunTask = (shared: SharedOptions, task: Task, output?: string) => Promise<void>;

/** One line of plain text, 1 to `max` characters; what else is given is wrong usage. */
const lineOf = (max: number) => (text: string) => {
  const line = onOneLine(plainText(text)).trim();
  if (isBlank(line) || !isWithin(line, max)) throw new InvalidArgumentError(`1 to ${max} characters.`);
  return line;
};

/** Midnight in Tokyo of a day such as 2026-12-31, epoch ms. */
export function tokyoDay(text: string): number {
  const day = text.length === 10 ? parseWireDate(text) : null;
  if (day === null) throw new InvalidArgumentError('A day is written 2026-12-31.');
  return day;
}

export const reasonOption = (about = 'why, for the operators’ log (see: log)') =>
  new Option('-r, --reason <text>', about).argParser(lineOf(OPERATOR_LOG.reason));

/** A command that changes nothing. */
export const reading = (command: Command) =>
  command.addOption(new Option('-t, --tenant <id>', 'the tenant').makeOptionMandatory());

/** A command that changes something, and is written down. */
export const writing = (command: Command, reason: Option = reasonOption()) =>
  reading(command)
    .option('-n, --dry-run', 'show what would happen, change nothing')
    .addOption(reason)
    .addOption(
      new Option('--as <name>', 'who does it; left out: OPERATOR, else the user of this machine').argParser(
        lineOf(OPERATOR_LOG.name),
      ),
    );
