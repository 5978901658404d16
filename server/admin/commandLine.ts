/** The operators' commands: words become a job, the outcome becomes text and an exit code. */
import { Command, CommanderError, Option } from 'commander';
import { findTenant, tenants } from '../../tenants/index.ts';
import type { AdminJob, Task } from './adminJob.ts';
import { addBackup, type BackupTask } from './backup/backupCommands.ts';
import { type Kind, kinds } from './kinds.ts';
import { Unreachable } from './openData.ts';
import { type Outcome, Refusal } from './outcome.ts';
import { decodeFile, type Format } from './readRows.ts';

export const EXIT = { done: 0, refused: 1, usage: 2, environment: 3 } as const;

/** The world around a command. */
export interface Surroundings {
  readonly perform: (job: AdminJob) => Promise<Outcome>;
  readonly backup: (task: BackupTask) => Promise<Outcome>;
  /** `-`: standard input. Rejects for a file that is not there. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly writeFile: (path: string, text: string) => Promise<void>;
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

interface Shared {
  readonly tenant: string;
  readonly dryRun?: boolean;
}

/** Runs one command and returns its exit code. Words as after the program's name. */
export async function runCommandLine(words: readonly string[], around: Surroundings): Promise<number> {
  let code: number = EXIT.done;
  const run = async ({ tenant, dryRun = false }: Shared, task: Task, output?: string) => {
    if (!findTenant(tenant))
      throw new UsageError(`There is no tenant ${tenant}. Tenants: ${tenants.map(({ id }) => id).join(', ')}.`);
    const outcome = await around.perform({ tenant, isDryRun: dryRun, task });
    code = outcome.code;
    if (output !== undefined && outcome.code === 0) await around.writeFile(output, outcome.out);
    else around.out(outcome.out);
    around.err(outcome.err);
  };
  const program = createProgram(run, around);
  addBackup(program, async (task) => {
    const outcome = await around.backup(task);
    code = outcome.code;
    around.out(outcome.out);
    around.err(outcome.err);
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return isHelp(error) ? EXIT.done : EXIT.usage;
    const known: readonly (readonly [new (message: string) => Error, number])[] = [
      [Refusal, EXIT.refused],
      [UsageError, EXIT.usage],
      [Unreachable, EXIT.environment],
    ];
    const exit = known.find(([type]) => error instanceof type)?.[1];
    around.err(`${exit === undefined || !(error instanceof Error) ? `The command failed. ${error}` : error.message}\n`);
    return exit ?? EXIT.environment;
  }
}

const isHelp = (error: CommanderError) => error.code === 'commander.helpDisplayed' || error.exitCode === 0;

type Run = (shared: Shared, task: Task, output?: string) => Promise<void>;

function createProgram(run: Run, around: Surroundings): Command {
  const program = new Command('npm run -s admin --')
    .description(ABOUT)
    .exitOverride()
    .configureOutput({ writeOut: around.out, writeErr: around.err })
    .configureHelp({ helpWidth: 110, showGlobalOptions: false })
    .showHelpAfterError('(add --help for what there is)')
    .addHelpText('after', EXIT_CODES);
  addImport(program, run, around);
  addExport(program, run);
  addRemove(program, run);
  addAccounts(program, run);
  addObjects(program, run);
  addKeys(program, run);
  addReports(program, run);
  addContacts(program, run);
  addPhotos(program, run, around);
  addComments(program, run);
  return program;
}

const tenantOption = () => new Option('-t, --tenant <id>', 'the tenant').makeOptionMandatory();
const reading = (command: Command) => command.addOption(tenantOption());
const writing = (command: Command) =>
  reading(command).option('-n, --dry-run', 'show what would happen, change nothing');
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

function addImport(program: Command, run: Run, around: Surroundings): void {
  const command = program
    .command('import')
    .description('take records from a CSV or JSON file')
    .addHelpText('after', FILES);
  for (const kind of kinds) {
    writing(command.command(kind.name))
      .description(`${kind.canAdd ? 'add or change' : 'set'} ${kind.about}`)
      .argument('<file>', 'the file; - for standard input')
      .addOption(formatOption())
      .addHelpText('after', `${fieldsHelp(kind)}\n${FILES}`)
      .action(async (file: string, options: Shared & { format?: Format }) => {
        const format = options.format ?? formatOf(file);
        const text = await readText(around, file);
        await run(options, { do: 'import', kind: kind.name, format, text });
      });
  }
}

function addExport(program: Command, run: Run): void {
  const command = program.command('export').description('write records to a CSV or JSON file, or to standard output');
  for (const kind of kinds) {
    reading(command.command(kind.name))
      .description(kind.about)
      .addOption(formatOption())
      .option('-o, --output <file>', 'the file to write')
      .addHelpText('after', fieldsHelp(kind))
      .action(async (options: Shared & { format?: Format; output?: string }) => {
        const { format = options.output === undefined ? 'csv' : formatOf(options.output), output } = options;
        await run(options, { do: 'export', kind: kind.name, format }, output);
      });
  }
}

function addRemove(program: Command, run: Run): void {
  const command = program.command('remove').description('remove records that nothing belongs to');
  for (const { name, about, key, canAdd } of kinds) {
    if (key === null || !canAdd) continue;
    writing(command.command(name))
      .description(about)
      .argument(`<${key}...>`, 'which')
      .action((keys: string[], options: Shared) => run(options, { do: 'remove', kind: name, keys }));
  }
}

function addAccounts(program: Command, run: Run): void {
  const official = program.command('official').description("the tenant's official user");
  reading(official.command('show'))
    .description('say who it is')
    .action((options: Shared) => run(options, { do: 'showOfficial' }));
  writing(official.command('set'))
    .description('make an account the official user')
    .argument('<user_id>', 'the account (see: users find)')
    .action((userId: string, options: Shared) => run(options, { do: 'setOfficial', userId }));
  const users = program.command('users').description('accounts');
  reading(users.command('find'))
    .description('ids of members whose name contains a text')
    .argument('<text>')
    .action((text: string, options: Shared) => run(options, { do: 'findUsers', text }));
  writing(users.command('sign-out'))
    .description('end all sign-ins of a member (of the embedded accounts; a pool at Amazon has a command of its own)')
    .argument('<user_id>', 'the account (see: users find)')
    .action((userId: string, options: Shared) => run(options, { do: 'signOutUser', userId }));
  writing(users.command('check'))
    .description(
      'have the server ask the pool for every member: some may have left unnoticed (not for embedded accounts)',
    )
    .action((options: Shared) => run(options, { do: 'lookThrough', what: 'accounts' }));
}

function addObjects(program: Command, run: Run): void {
  const objects = program.command('objects').description('stored pictures');
  writing(objects.command('check'))
    .description('have the server look through all of the tenant, and remove what nothing names and is 15 days old')
    .action((options: Shared) => run(options, { do: 'lookThrough', what: 'objects' }));
  reading(objects.command('status'))
    .description('what the server has still to look through')
    .action((options: Shared) => run(options, { do: 'lookThrough', what: 'status' }));
}

function addKeys(program: Command, run: Run): void {
  const keys = program.command('keys').description('key and secret of the embedded accounts, of all tenants');
  writing(keys.command('renew'))
    .description(
      'the first of two times: make the next key; the second: let it sign. Between them every server starts again',
    )
    .action((options: Shared) => run(options, { do: 'renewKeys' }));
  writing(keys.command('drop-secret'))
    .description('let the next start make a new secret behind mailed codes, handshakes and storage credentials')
    .action((options: Shared) => run(options, { do: 'dropSecret' }));
}

function addReports(program: Command, run: Run): void {
  const reports = program.command('reports').description('comments fans have reported');
  reading(reports.command('list'))
    .description('reported comments, the latest first')
    .option('-a, --all', 'closed ones too')
    .option('-j, --json', 'as JSON')
    .action((options: Shared & { all?: true; json?: true }) =>
      run(options, { do: 'listReports', isAll: options.all ?? false, format: options.json ? 'json' : 'text' }),
    );
  reading(reports.command('read'))
    .description('everything about one')
    .argument('<comment_id>')
    .action((commentId: string, options: Shared) => run(options, { do: 'readReport', commentId }));
  writing(reports.command('close'))
    .description('close all reports of a comment')
    .argument('<comment_id>')
    .option('--hide', 'hide the comment, too')
    .action((commentId: string, options: Shared & { hide?: true }) =>
      run(options, { do: 'closeReports', commentId, hide: options.hide ?? false }),
    );
}

function addContacts(program: Command, run: Run): void {
  const contacts = program.command('contacts').description('messages to the operator, from the contact form');
  reading(contacts.command('list'))
    .description('messages, the latest first')
    .option('-a, --all', 'closed ones too')
    .option('-j, --json', 'as JSON')
    .action((options: Shared & { all?: true; json?: true }) =>
      run(options, { do: 'listContacts', isAll: options.all ?? false, format: options.json ? 'json' : 'text' }),
    );
  reading(contacts.command('read'))
    .description('everything about one, with the address to answer to')
    .argument('<contact_id>')
    .action((id: string, options: Shared) => run(options, { do: 'readContact', id }));
  writing(contacts.command('close'))
    .description('say that it was dealt with')
    .argument('<contact_id>')
    .action((id: string, options: Shared) => run(options, { do: 'closeContact', id }));
}

function addPhotos(program: Command, run: Run, around: Surroundings): void {
  const photo = program.command('photo').description('one photo: its key, its short code, or the address of its page');
  reading(photo.command('show'))
    .description('what is known of it, with its comments and their ids')
    .argument('<photo>')
    .action((ref: string, options: Shared) => run(options, { do: 'showPhoto', photo: ref }));
  for (const [word, isHidden, about] of [
    ['hide', true, 'take it out of every list, search and counter; nothing is deleted'],
    ['unhide', false, 'show it again, at its old place'],
  ] as const) {
    writing(photo.command(word))
      .description(about)
      .argument('<photo>')
      .action((ref: string, options: Shared) => run(options, { do: 'hidePhoto', photo: ref, isHidden }));
  }
  writing(photo.command('best-shot'))
    .description('give it a best-shot mark')
    .argument('<photo>')
    .option('-m, --mark <text>', 'the mark', 'best')
    .option('-c, --clear', 'take the mark away')
    .action((ref: string, options: Shared & { mark: string; clear?: true }) =>
      run(options, { do: 'markPhoto', photo: ref, option: options.clear ? null : options.mark }),
    );
  writing(photo.command('faces'))
    .description('say whose faces it shows, in place of what was known')
    .argument('<photo>')
    .argument('<file>', 'JSON list of {name, BoundingBox: {Left, Top, Width, Height}}, fractions; - for standard input')
    .action(async (ref: string, file: string, options: Shared) =>
      run(options, { do: 'nameFaces', photo: ref, text: await readText(around, file) }),
    );
}

function addComments(program: Command, run: Run): void {
  const comment = program.command('comment').description('one comment, by its id (see: photo show, reports list)');
  for (const [word, isHidden, about] of [
    ['hide', true, 'take it out of its photo and the counter; nothing is deleted'],
    ['unhide', false, 'show it again'],
  ] as const) {
    writing(comment.command(word))
      .description(about)
      .argument('<comment_id>')
      .action((commentId: string, options: Shared) => run(options, { do: 'hideComment', commentId, isHidden }));
  }
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
