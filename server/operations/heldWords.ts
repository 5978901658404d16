/** Words of a tenant that hold photos and comments back (STF-11b). */
import type { Kysely, Transaction } from 'kysely';
import { HELD_WORDS_MAX } from '../../src/contract/staffLimits.ts';
import { searchKey } from '../../src/rules/searchMatch.ts';
import type { Database } from '../database/schema.ts';
import { Refusal } from './outcome.ts';
import { onOneLine } from './terminalText.ts';

/** Returns the tenant's words in their order, HELD_WORDS_MAX at most. */
export async function listHeldWords(db: Kysely<Database>, tenant: string): Promise<string[]> {
  const rows = await db
    .selectFrom('held_word')
    .select('word')
    .where('tenant', '=', tenant)
    .orderBy('word')
    .limit(HELD_WORDS_MAX)
    .execute();
  return rows.map(({ word }) => word);
}

/** Returns the words as texts are compared with them. */
export async function readHeldKeys(db: Kysely<Database>, tenant: string): Promise<string[]> {
  const rows = await db
    .selectFrom('held_word')
    .select('key')
    .where('tenant', '=', tenant)
    .limit(HELD_WORDS_MAX)
    .execute();
  return rows.map(({ key }) => key);
}

/** Whether one of the texts has one of the words, in whatever spelling, also across spaces. */
export const hasHeldWord = (keys: readonly string[], texts: readonly string[]): boolean =>
  keys.length > 0 && texts.map((text) => searchKey(text)).some((text) => keys.some((key) => text.includes(key)));

/**
 * Adds a word, in all its spellings, or removes it. What was said before stays as it is. Returns what was done, for the log.
 * @param addedAt null: removes it
 * @throws Refusal for a word without letters, and for more words than HELD_WORDS_MAX
 */
export async function setWordHeld(
  trx: Transaction<Database>,
  tenant: string,
  given: string,
  addedAt: Date | null,
): Promise<string> {
  const key = searchKey(given);
  const word = onOneLine(given).trim();
  if (key === '') throw new Refusal('Nothing was changed: this is no word.');
  if (addedAt === null) {
    await trx.deleteFrom('held_word').where('tenant', '=', tenant).where('key', '=', key).execute();
    return `The word ${word} holds nothing back any more.`;
  }
  const known = await readHeldKeys(trx, tenant);
  if (known.length >= HELD_WORDS_MAX && !known.includes(key))
    throw new Refusal('Nothing was changed: there are too many words.');
  await trx
    .insertInto('held_word')
    .values({ tenant, key, word, added_at: addedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return `The word ${word} holds photos and comments back.`;
}
