/** The words of `admin backup`: they concern all tenants, and name none. */
import { type Command, InvalidArgumentError, Option } from 'commander';

/** `dir` null: that of BACKUP_DIR. */
export type BackupTask =
  | { readonly do: 'create'; readonly dir: string | null; readonly keep: number | null }
  | { readonly do: 'key'; readonly dir: string }
  | { readonly do: 'prune'; readonly dir: string | null; readonly keep: number }
  | { readonly do: 'list'; readonly dir: string | null; readonly format: 'text' | 'json' }
  | { readonly do: 'verify'; readonly dir: string | null; readonly id: string; readonly acceptsUnencrypted?: boolean }
  | {
      readonly do: 'repair';
      readonly dir: string | null;
      /** None: those the server's check has found. */
      readonly keys: readonly string[];
      /** Those that rows name and the store does not have. */
      readonly isOfMissing?: boolean;
      readonly acceptsUnencrypted?: boolean;
    }
  | {
      readonly do: 'restore';
      readonly dir: string | null;
      readonly id: string;
      readonly keepsSignIns: boolean;
      readonly acceptsUnencrypted?: boolean;
    };

const ABOUT = `
Works on what the server works on: DATABASE_URL, else DATA_DIR, and S3_* as the server has them; BACKUP_DIR and BACKUP_KEY_FILE
say where the backups are and which key encrypts them. docs/operations.md (Backups) tells the rest.`;

interface From {
  readonly from?: string;
}
interface Plain {
  readonly unencrypted?: boolean;
}

/** Without it a backup that anybody could have written is not taken where all are encrypted (OPS-01j). */
const plainOption = () =>
  new Option('--unencrypted', 'take a backup that is not encrypted, although BACKUP_KEY_FILE is set');

const fromOption = () => new Option('-f, --from <dir>', 'folder of the backups (else BACKUP_DIR)');

/** Adds the commands; `run` does what they say. */
export function addBackup(program: Command, run: (task: BackupTask) => Promise<void>): void {
  const backup = program
    .command('backup')
    .description('backups of everything, of all tenants')
    .addHelpText('after', ABOUT);
  backup
    .command('create')
    .description('make one, also while the server runs; the second copies new objects only')
    .option('--to <dir>', 'folder of the backups (else BACKUP_DIR); made when missing')
    .option(
      '-k, --keep <n>',
      'whole backups to leave; when it is whole, older ones go, with objects no other has',
      countOf,
    )
    .action(({ to, keep }: { to?: string; keep?: number }) =>
      run({ do: 'create', dir: to ?? null, keep: keep ?? null }),
    );
  backup
    .command('list')
    .description('those there are, the oldest first')
    .addOption(fromOption())
    .option('-j, --json', 'as JSON')
    .action(({ from, json }: From & { json?: true }) =>
      run({ do: 'list', dir: from ?? null, format: json ? 'json' : 'text' }),
    );
  backup
    .command('key')
    .description('print the secret key of BACKUP_KEY_FILE as the program age reads it')
    // It reads no folder.
    .action(() => run({ do: 'key', dir: '.' }));
  backup
    .command('prune')
    .description('make room without making one, as on a full disk: what broke off goes, old backups, objects none has')
    .addOption(fromOption())
    .addOption(
      new Option('-k, --keep <n>', 'whole backups to leave, the latest ones').argParser(countOf).makeOptionMandatory(),
    )
    .action(({ from, keep }: From & { keep: number }) => run({ do: 'prune', dir: from ?? null, keep }));
  addReading(backup, run);
}

/** Those that read a backup back. */
function addReading(backup: Command, run: (task: BackupTask) => Promise<void>): void {
  backup
    .command('verify')
    .description('read everything of one back, and open its database in a temporary place')
    .argument('<id>', 'see: backup list; latest: the last whole one')
    .addOption(fromOption())
    .addOption(plainOption())
    .action((id: string, { from, unencrypted = false }: From & Plain) =>
      run({ do: 'verify', dir: from ?? null, id, acceptsUnencrypted: unencrypted }),
    );
  backup
    .command('repair')
    .description(
      'bring damaged pictures of DATA_DIR back, each from the latest backup that has it, also while the server runs',
    )
    .argument('[key...]', 'which; left out: those the server has found (log, objects_damaged in /metrics)')
    .option(
      '--missing',
      'instead all that rows name and DATA_DIR lacks, after a recovery of the server of DATABASE_URL',
    )
    .addOption(fromOption())
    .addOption(plainOption())
    .action((keys: string[], { from, missing = false, unencrypted = false }: From & Plain & { missing?: boolean }) =>
      run({ do: 'repair', dir: from ?? null, keys, isOfMissing: missing, acceptsUnencrypted: unencrypted }),
    );
  backup
    .command('restore')
    .description('bring one into an empty place')
    .argument('<id>', 'see: backup list; latest: the last whole one')
    .addOption(fromOption())
    .addOption(plainOption())
    .option('--keep-sign-ins', 'leave fans of embedded accounts signed in, also by sign-ins that were ended since')
    .action(
      (id: string, { from, keepSignIns = false, unencrypted = false }: From & Plain & { keepSignIns?: boolean }) =>
        run({ do: 'restore', dir: from ?? null, id, keepsSignIns: keepSignIns, acceptsUnencrypted: unencrypted }),
    );
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 9999.');
  return Number(text);
}
