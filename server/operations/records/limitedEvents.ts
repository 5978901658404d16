/** Imported events that are limited to users: the names of a file become accounts, once, and the operator hears of those that do not. */
import type { Transaction } from 'kysely';
import { heldUsers } from '../../api/events/limitedUsers.ts';
import { findLimitedUsers, readLimitedUsers, saveLimitedUsers } from '../../api/events/limitedUsersRepository.ts';
import type { Database } from '../../database/schema.ts';
import type { Problem } from '../outcome.ts';
import { faultOf } from './faults.ts';
import type { Change } from './importChecks.ts';

const FIELD = 'userLimited';
const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Names that are new in a list. */
const addedNames = ({ before, changes }: Change): string[] => {
  const known = namesIn(before?.[FIELD]);
  return namesIn(changes[FIELD]).filter((name) => !known.includes(name));
};

/** Names several members bear: which of them is meant cannot be guessed. */
export async function ambiguousUsers(
  trx: Transaction<Database>,
  tenant: string,
  changed: readonly Change[],
): Promise<Problem[]> {
  const found = await findLimitedUsers(trx, tenant, changed.flatMap(addedNames));
  return changed.flatMap((row) =>
    addedNames(row).flatMap((name) => {
      const count = found.get(name)?.length ?? 0;
      if (count < 2) return [];
      const message = `${count} members are called ${name}: write the account's id instead (see: users find)`;
      return [{ line: row.line, field: FIELD, ...faultOf('ambiguous', name, message) }];
    }),
  );
}

/** Holds the accounts of limits that changed; the rows are written already. Gives a line for each name nobody bears. */
export async function holdLimitedUsers(
  trx: Transaction<Database>,
  tenant: string,
  changed: readonly Change[],
): Promise<string[]> {
  const limited = changed.filter(({ changes }) => changes[FIELD] !== undefined);
  const found = await findLimitedUsers(trx, tenant, limited.flatMap(addedNames));
  const stored = await readLimitedUsers(
    trx,
    tenant,
    limited.map(({ key }) => key),
  );
  const lines: string[] = [];
  for (const { key, before, changes } of limited) {
    const names = namesIn(changes[FIELD]);
    const known = { names: namesIn(before?.[FIELD]), ids: stored.get(key)?.ids ?? [] };
    const ids = heldUsers(names, known, found);
    await saveLimitedUsers(trx, tenant, key, ids);
    for (const name of names.filter((_, i) => ids[i] === ''))
      lines.push(
        `${key}: no member is called ${name}, so nobody may post by this name. Whoever takes it later may not either.`,
      );
  }
  return lines;
}
