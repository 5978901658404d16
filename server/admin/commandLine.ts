/** The operators' commands: words become a job, the outcome becomes text and an exit code. */
import { Command, CommanderError, Option } from 'commander';
import { findTenant, tenants } from '../../tenants/index.ts';
import { SettingsError } from '../config/settings.ts';
import type { NewPool } from '../identity/newPool.ts';
import { type Outcome, Refusal, Unreachable } from '../operations/outcome.ts';
import { type Kind, kinds } from '../operations/records/kinds.ts';
import { decodeFile, type Format } from '../operations/records/readRows.ts';
import type { AdminJob, Task } from './adminJob.ts';
import { addBackup, type BackupTask } from './backup/backupCommands.ts';
import { type RunTask, reading, type SharedOptions, writing } from './commandParts.ts';
import { addEvents } from './eventCommands.ts';
import { importAccounts } from './importAccounts.ts';
import { addModeration } from './moderationCommands.ts';
import { type Ask, addOwnerOption, addReservedNames, askForOwners } from './nameCommands.ts';

const EXIT = { done: 0, refused: 1, usage: 2, environment: 3 } as const;

/** The world around a command. */
export interface Surroundings {
  /** Who is written down where the words name nobody. */
  readonly operator: string;
  readonly perform: (job: AdminJob) => Promise<Outcome>;
  /** The user pool at Amazon the environment names; null: it names none. Throws SettingsError. */
  readonly openPool: () => Promise<NewPool | null>;
  readonly backup: (task: BackupTask) => Promise<Outcome>;
  /** `-`: standard input. Rejects for a file that is not there. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly writeFile: (path: string, text: string) => Promise<void>;
  /** Asks whoever sits at the terminal; left out: nobody does, and what would be asked is refused with a sentence. */
  readonly ask?: Ask;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const EXIT_CODES = `
Exit codes:
  0  done (also: nothing to do)
  1  the input is refused; nothing was changed
  2  wrong usage
  3  the data cannot be reached, such as a folder another process holds`;

const ABOUT = `Manages a tenant's data. Works on DATABASE_URL, else on DATA_DIR (default .data), also while the server runs on it.`;

/** A file, option or tenant that the words name wrongly. */
class UsageError extends Error {}

/** Runs one command and returns its exit code. Words as after the program's name. */
export async function runCommandLine(words: readonly string[], around: Surroundings): Promise<number> {
  let code: number = EXIT.done;
  const perform = (shared: SharedOptions, task: Task) => {
    const { tenant, dryRun = false, reason = null, as = around.operator } = shared;
    if (!findTenant(tenant))
      throw new UsageError(`There is no tenant ${tenant}. Tenants: ${tenants.map(({ id }) => id).join(', ')}.`);
    return around.perform({ tenant, isDryRun: dryRun, operator: as, reason, task });
  };
  const run: RunTask = async (shared, task, output) => tell(await perform(shared, task), output);
  const tell = async (outcome: Outcome, output?: string) => {
    code = outcome.code;
    if (output !== undefined && outcome.code === 0) await around.writeFile(output, outcome.out);
    else around.out(outcome.out);
    around.err(outcome.err);
  };
  const program = createProgram({ run, tell, perform }, around);
  addBackup(program, async (task) => tell(await around.backup(task)));
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return isHelp(error) ? EXIT.done : EXIT.usage;
    const known: readonly (readonly [new (...given: never[]) => Error, number])[] = [
      [Refusal, EXIT.refused],
      [UsageError, EXIT.usage],
      [SettingsError, EXIT.usage],
      [Unreachable, EXIT.environment],
    ];
    const exit = known.find(([type]) => error instanceof type)?.[1];
    around.err(`${exit === undefined || !(error instanceof Error) ? `The command failed. ${error}` : error.message}\n`);
    return exit ?? EXIT.environment;
  }
}

const isHelp = (error: CommanderError) => error.code === 'commander.helpDisplayed' || error.exitCode === 0;

type Tell = (outcome: Outcome, output?: string) => Promise<void>;

interface Ways {
  readonly run: RunTask;
  readonly tell: Tell;
  /** As `run`, for what is not to be told. */
  readonly perform: (shared: SharedOptions, task: Task) => Promise<Outcome>;
}

function createProgram({ run, tell, perform }: Ways, around: Surroundings): Command {
  const program = new Command('npm run -s admin --')
    .description(ABOUT)
    .exitOverride()
    .configureOutput({ writeOut: around.out, writeErr: around.err })
    .configureHelp({ helpWidth: 110, showGlobalOptions: false })
    .showHelpAfterError('(add --help for what there is)')
    .addHelpText('after', EXIT_CODES);
  addImport(program, { run, perform }, around);
  addExport(program, run);
  addRemove(program, run);
  addReservedNames(program, run);
  addEvents(program, run);
  addMoves(program, tell, around);
  addObjects(program, run);
  addKeys(program, run);
  addModeration(program, run, (file) => readText(around, file));
  return program;
}

const formatOption = () => new Option('-f, --format <format>', 'of the file').choices(['csv', 'json']);

function fieldsHelp({ key, fields }: Kind): string {
  const width = Math.max(...fields.map(({ name }) => name.length));
  const lines = fields.map(({ name, about, isRequired }) => {
    const need = name === key ? ' (tells rows apart)' : isRequired ? ' (required in new rows)' : '';
    return `  ${name.padEnd(width)}  ${about}${need}`;
  });
  return ['', 'Fields:', ...lines].join('\n');
}

const FILES = `
CSV: UTF-8 with or without BOM, a header line with the names of the fields. JSON: a list of objects with them.
Fields the file does not have stay as they are. A file is taken as a whole or not at all; a second time it changes nothing.`;

function addImport(program: Command, { run, perform }: Pick<Ways, 'run' | 'perform'>, around: Surroundings): void {
  const command = program
    .command('import')
    .description('take records from a CSV or JSON file')
    .addHelpText('after', FILES);
  for (const kind of kinds) {
    const importing = writing(command.command(kind.name));
    const isOfNames = kind.name === 'reserved-names';
    if (isOfNames) addOwnerOption(importing);
    importing
      .description(`${kind.canAdd ? 'add or change' : 'set'} ${kind.about}`)
      .argument('<file>', 'the file; - for standard input')
      .addOption(formatOption())
      .addHelpText('after', `${fieldsHelp(kind)}\n${FILES}`)
      .action(async (file: string, options: SharedOptions & { format?: Format }) => {
        const format = options.format ?? formatOf(file);
        const text = await readText(around, file);
        const asking = { options, file: { text, format }, perform, ask: around.ask ?? null, say: around.err };
        const owners = isOfNames ? { owners: await askForOwners(asking) } : {};
        await run(options, { do: 'import', kind: kind.name, format, text, ...owners });
      });
  }
}

function addExport(program: Command, run: RunTask): void {
  const command = program.command('export').description('write records to a CSV or JSON file, or to standard output');
  for (const kind of kinds) {
    reading(command.command(kind.name))
      .description(kind.about)
      .addOption(formatOption())
      .option('-o, --output <file>', 'the file to write')
      .addHelpText('after', fieldsHelp(kind))
      .action(async (options: SharedOptions & { format?: Format; output?: string }) => {
        const { format = options.output === undefined ? 'csv' : formatOf(options.output), output } = options;
        await run(options, { do: 'export', kind: kind.name, format }, output);
      });
  }
}

function addRemove(program: Command, run: RunTask): void {
  const command = program.command('remove').description('remove records that nothing belongs to');
  for (const { name, about, key, canAdd } of kinds) {
    if (key === null || !canAdd) continue;
    writing(command.command(name))
      .description(about)
      .argument(`<${key}...>`, 'which')
      .action((keys: string[], options: SharedOptions) => run(options, { do: 'remove', kind: name, keys }));
  }
}

function addMoves(program: Command, tell: Tell, around: Surroundings): void {
  const perform = (task: Task) =>
    around.perform({ tenant: '', isDryRun: false, operator: around.operator, reason: null, task });
  const accounts = program
    .command('accounts')
    .description('the embedded accounts, of all tenants: their move to Amazon');
  accounts
    .command('export')
    .description('write them to a JSON file, or to standard output; without passwords, with addresses and names')
    .option('-o, --output <file>', 'the file to write')
    .action(async ({ output }: { output?: string }) => {
      const task = { do: 'exportAccounts', format: 'json' } as const;
      await tell(await perform(task), output);
    });
  accounts
    .command('import')
    .description('make them in the user pool of COGNITO_USER_POOL_ID, under the ids they have; may be run again')
    .argument('<file>', 'what export wrote; - for standard input')
    .option('-n, --dry-run', 'show what would happen, change nothing')
    .action(async (file: string, { dryRun = false }: { dryRun?: boolean }) => {
      const text = await readText(around, file);
      const pool = await around.openPool();
      if (!pool) throw new UsageError('Set COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID: they name the pool.');
      await tell(await importAccounts(text, { pool, perform, isDryRun: dryRun }));
    });
}

function addObjects(program: Command, run: RunTask): void {
  const objects = program.command('objects').description('stored pictures');
  writing(objects.command('check'))
    .description('have the server look through all of the tenant, and remove what nothing names and is 15 days old')
    .action((options: SharedOptions) => run(options, { do: 'lookThrough', what: 'objects' }));
  reading(objects.command('status'))
    .description('what the server has still to look through')
    .action((options: SharedOptions) => run(options, { do: 'lookThrough', what: 'status' }));
}

function addKeys(program: Command, run: RunTask): void {
  const keys = program.command('keys').description('key and secret of the embedded accounts, of all tenants');
  writing(keys.command('renew'))
    .description(
      'the first of two times: make the next key; the second: let it sign. Between them every server starts again',
    )
    .action((options: SharedOptions) => run(options, { do: 'renewKeys' }));
  writing(keys.command('drop-secret'))
    .description('let the next start make a new secret behind mailed codes, handshakes and storage credentials')
    .action((options: SharedOptions) => run(options, { do: 'dropSecret' }));
}

function formatOf(file: string): Format {
  const ending = /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === undefined) throw new UsageError(`Is ${file} CSV or JSON? Say --format csv or --format json.`);
  return ending as Format;
}

async function readText({ readFile }: Surroundings, file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`Cannot read ${file}: ${error instanceof Error ? error.message : error}`);
  });
  return decodeFile(bytes);
}
