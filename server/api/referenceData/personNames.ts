import type { Kysely } from 'kysely';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import type { Database } from '../../database/schema.ts';
import { readPersonNames } from './repository.ts';

/**
 * Names as the tenant's list of persons spells them, whatever their spaces, case and width (SRC-05); a name that is nobody's there
 * stays as it is. No name twice in a list. So events and seasons name a player once.
 */
export async function spellAsListed(
  db: Kysely<Database>,
  tenant: string,
  lists: readonly (readonly string[])[],
): Promise<string[][]> {
  const names = lists.flat();
  if (names.length === 0) return lists.map(() => []);
  const exact = new Set(await readPersonNames(db, tenant, names));
  const isListed = names.every((name) => exact.has(name));
  const listed = isListed ? [] : await readPersonNames(db, tenant);
  const byKey = new Map(listed.map((name) => [searchKey(name), name]));
  const spell = (name: string) => (exact.has(name) ? name : (byKey.get(searchKey(name)) ?? name));
  return lists.map((list) => [...new Set(list.map(spell))]);
}
