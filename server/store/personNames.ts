import type { Kysely } from 'kysely';
import { searchKey } from '../../src/rules/searchMatch.ts';
import type { Database } from './schema.ts';

/**
 * Names as the tenant's list of persons spells them, whatever their spaces, case and width (SRC-05); a name that is nobody's there
 * stays as it is. No name twice. So one player has one spelling in the index of photos, and every spelling finds it.
 */
export async function spellAsListed(db: Kysely<Database>, tenant: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const listed = db.selectFrom('person').select('name').where('tenant', '=', tenant);
  const exact = new Set((await listed.where('name', 'in', [...names]).execute()).map(({ name }) => name));
  if (names.every((name) => exact.has(name))) return [...new Set(names)];
  const byKey = new Map((await listed.execute()).map(({ name }) => [searchKey(name), name]));
  return [...new Set(names.map((name) => (exact.has(name) ? name : (byKey.get(searchKey(name)) ?? name))))];
}
