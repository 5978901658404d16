/**
 * Moves exported accounts to a user pool at Amazon (HLF-08). Each keeps its id in the product, so that every photo keeps its author. May
 * break off anywhere and be run again: what is done is not done twice.
 */
import * as v from 'valibot';
import type { AccountToMove, NewPool, PoolAccount } from '../identity/newPool.ts';
import { inParallel } from '../objects/inParallel.ts';
import { type Outcome, Refusal } from '../operations/outcome.ts';
import { type ExportedAccount, readAccounts } from './accountsFile.ts';
import type { Task } from './adminJob.ts';

/** Written down together: so many are looked for again, at the most, after a run that broke off. */
const AT_ONCE = 500;
/** Addresses one answer names. */
const SHOWN = 50;

export interface ImportDeps {
  readonly pool: NewPool;
  readonly perform: (task: Task) => Promise<Outcome>;
  readonly isDryRun: boolean;
}

/** Says in lines what was done, or would be. Throws Refusal where nothing was. */
export async function importAccounts(text: string, { pool, perform, isDryRun }: ImportDeps): Promise<Outcome> {
  const all = readAccounts(text);
  const problems = await pool.problems();
  if (problems.length > 0) throw new Refusal(['Nothing was changed. The pool is not ready:', ...problems].join('\n'));
  const moved = await readMovedBy(perform, all);
  const left = all.filter(({ user_id }) => !moved.has(user_id));
  const found = await findPoolAccounts(pool, left);
  const before = `${moved.size} of ${all.length} accounts had moved before.`;
  if (isDryRun) {
    const lines = ['Dry run: nothing was changed. This would happen:', before, `${left.length} accounts would move.`];
    return outcome(0, [...lines, ...begun(found)]);
  }
  const taken: string[] = [];
  for (let start = 0; start < left.length; start += AT_ONCE) {
    await move({ pool, perform, found, taken }, left.slice(start, start + AT_ONCE));
  }
  const lines = [before, ...begun(found), `${left.length - taken.length} accounts moved now.`];
  if (taken.length === 0) return outcome(0, lines);
  return outcome(1, [...lines, ...conflict('These addresses were taken meanwhile, by others:', taken)]);
}

const outcome = (code: Outcome['code'], lines: readonly string[]): Outcome => {
  const text = lines.map((line) => `${line}\n`).join('');
  return code === 0 ? { code, out: text, err: '' } : { code, out: '', err: text };
};

const begun = ({ size }: ReadonlyMap<string, PoolAccount>): string[] =>
  size === 0 ? [] : [`${size} of them were begun by a run that broke off.`];

const conflict = (sentence: string, emails: readonly string[]): string[] => [
  sentence,
  ...emails.slice(0, SHOWN).map((email) => `  ${email}`),
  ...(emails.length > SHOWN ? [`  and ${emails.length - SHOWN} more`] : []),
];

/** Ids of those that have moved. */
async function readMovedBy(perform: ImportDeps['perform'], all: readonly ExportedAccount[]): Promise<Set<string>> {
  const userIds = all.map(({ user_id }) => user_id);
  const { out } = await perform({ do: 'readMoved', format: 'json', userIds });
  return new Set(v.parse(v.array(v.string()), JSON.parse(out)));
}

/** Those of our accounts that are in the pool already. Throws Refusal when somebody else has the address of one. */
async function findPoolAccounts(pool: NewPool, left: readonly ExportedAccount[]): Promise<Map<string, PoolAccount>> {
  const ours = new Map<string, PoolAccount>();
  const foreign: string[] = [];
  await inParallel(left, async ({ user_id, email }) => {
    const account = await pool.find(email);
    if (account?.userId === user_id) ours.set(user_id, account);
    else if (account) foreign.push(email);
  });
  if (foreign.length === 0) return ours;
  const lines = conflict('The pool has other accounts with these addresses:', foreign.toSorted());
  throw new Refusal(['Nothing was changed.', ...lines].join('\n'));
}

interface Move extends Omit<ImportDeps, 'isDryRun'> {
  readonly found: ReadonlyMap<string, PoolAccount>;
  /** Addresses that somebody else took meanwhile. */
  readonly taken: string[];
}

async function move({ pool, perform, found, taken }: Move, some: readonly AccountToMove[]): Promise<void> {
  const accounts: { user_id: string; sub: string }[] = [];
  try {
    await inParallel(some, async (account) => {
      const known = found.get(account.user_id);
      const sub = known?.sub ?? (await pool.add(account));
      if (sub === null) taken.push(account.email);
      else {
        if (!known?.isConfirmed) await pool.confirm(sub);
        accounts.push({ user_id: account.user_id, sub });
      }
    });
  } finally {
    // Also those that were done before one failed.
    if (accounts.length > 0) await perform({ do: 'addMovedAccounts', accounts });
  }
}
