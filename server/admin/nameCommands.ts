/** The commands about reserved names: an import that asks whose they are, and their list (ROL-04e). */
import { type Command, InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { type Outcome, Refusal } from '../operations/outcome.ts';
import { NOBODY } from '../operations/records/fields.ts';
import type { Format } from '../operations/records/readRows.ts';
import { describeBearer, type OpenName } from '../operations/records/reservedOwners.ts';
import { onOneLine } from '../operations/terminalText.ts';
import type { Task } from './adminJob.ts';
import { type RunTask, reading, type SharedOptions } from './commandParts.ts';

type Owners = Readonly<Record<string, string>>;

/** Asks the operator; null: there is no more answer. */
export type Ask = (question: string) => Promise<string | null>;

const OpenNames = v.array(
  v.object({
    name: v.string(),
    bearers: v.array(
      v.object({ user_id: v.string(), nickname: v.string(), isMember: v.boolean(), photos: v.number() }),
    ),
  }),
);

/** `--owner NAME=ID`, as often as there are names. The id is after the last sign. */
export function addOwnerOption(command: Command): Command {
  const collect = (given: string, before: Owners = {}): Owners => {
    const at = given.lastIndexOf('=');
    if (at < 1 || at === given.length - 1) throw new InvalidArgumentError('Write it as NAME=ID or NAME=none.');
    return { ...before, [given.slice(0, at)]: given.slice(at + 1) };
  };
  return command.option(
    '--owner <name=id>',
    `account a name belongs to, or ${NOBODY}; may be given several times`,
    collect,
  );
}

interface Asking {
  readonly options: SharedOptions & { readonly owner?: Owners };
  readonly file: { readonly text: string; readonly format: Format };
  readonly perform: (shared: SharedOptions, task: Task) => Promise<Outcome>;
  /** null: nobody is there to answer. */
  readonly ask: Ask | null;
  readonly say: (text: string) => void;
}

/** Owners by the names: those of the options, and those an operator at a terminal tells. Throws Refusal. */
export async function askForOwners({ options, file, perform, ask, say }: Asking): Promise<Owners> {
  const owners: Record<string, string> = { ...options.owner };
  if (!ask) return owners;
  const found = await perform(options, {
    do: 'findOpenNames',
    format: 'json',
    fileFormat: file.format,
    text: file.text,
  });
  // What is wrong with the file the import itself says.
  if (found.code !== 0) return owners;
  for (const open of v.parse(OpenNames, JSON.parse(found.out))) {
    if (owners[open.name] !== undefined) continue;
    owners[open.name] = await askForOwner(open, { tenant: options.tenant, ask, say });
  }
  return owners;
}

async function askForOwner(
  { name, bearers }: OpenName,
  { tenant, ask, say }: { readonly tenant: string } & Pick<Asking, 'say'> & { readonly ask: Ask },
): Promise<string> {
  const lines = bearers.map((one, i) => `  ${i + 1}  ${onOneLine(describeBearer(tenant, one))}`);
  say(`These accounts bear "${name}":\n${lines.join('\n')}\n`);
  for (;;) {
    const answer = (await ask(`Whose is "${name}"? A number of the list, or ${NOBODY}: `))?.trim();
    if (answer === undefined) throw new Refusal(`Nothing was changed: nobody said whose "${name}" is.`);
    const chosen = bearers.find((one, i) => answer === String(i + 1) || answer === one.user_id);
    if (chosen) return chosen.user_id;
    if (answer === NOBODY) return NOBODY;
    say(`Answer a number from 1 to ${bearers.length}, or ${NOBODY}.\n`);
  }
}

export function addReservedNames(program: Command, run: RunTask): void {
  const names = program.command('reserved-names').description('names only their owners may bear');
  reading(names.command('show'))
    .description('say whose they are; where nobody has decided yet, who bears them')
    .action((options: SharedOptions) => run(options, { do: 'showReservedNames' }));
  reading(names.command('bearers'))
    .description('list accounts whose name is reserved for others by now')
    .action((options: SharedOptions) => run(options, { do: 'showBearersOfReserved' }));
}
