/** Popular search words, as an operator sees them (SRC-08c). */
import type { Kysely, Transaction } from 'kysely';
import { searchKey } from '../../src/rules/searchMatch.ts';
import { readPopularWords } from '../api/referenceData/repository.ts';
import type { Database } from '../database/schema.ts';
import { Refusal } from './outcome.ts';
import { onOneLine } from './terminalText.ts';

type Trx = Transaction<Database>;

/** Returns the tenant's hidden words in their order. */
export async function listHiddenWords(db: Kysely<Database>, tenant: string, limit: number | null): Promise<string[]> {
  const rows = await db
    .selectFrom('hidden_word')
    .select('word')
    .where('tenant', '=', tenant)
    .orderBy('word')
    .$if(limit !== null, (query) => query.limit(limit as number))
    .execute();
  return rows.map(({ word }) => word);
}

/** The tenant's popular words with their counts, the most wanted first, then the hidden ones. */
export async function listWords(trx: Trx, tenant: string): Promise<string[]> {
  const popular = await readPopularWords(trx, tenant);
  const hidden = await listHiddenWords(trx, tenant, null);
  if (popular.length + hidden.length === 0) return ['There are no popular words, and none is hidden.'];
  return [
    ...popular.map(({ word, tagtype, count }) => `${String(count).padStart(6)}  ${tagtype}  ${onOneLine(word)}`),
    ...hidden.map((word) => `hidden  ${onOneLine(word)}`),
  ];
}

/**
 * Hides a word in all its spellings and of every kind, also one nobody has chosen yet.
 * @param hiddenAt null: shows it again
 * @throws Refusal for a word without letters
 */
export async function setWordHidden(trx: Trx, tenant: string, given: string, hiddenAt: Date | null): Promise<string[]> {
  const key = searchKey(given);
  const word = onOneLine(given).trim();
  if (key === '') throw new Refusal('Nothing was changed: this is no word.');
  if (hiddenAt === null) {
    const shown = await trx
      .deleteFrom('hidden_word')
      .where('tenant', '=', tenant)
      .where('key', '=', key)
      .returning('key')
      .execute();
    return [
      shown.length > 0 ? `The word ${word} is shown again.` : `The word ${word} was not hidden: all is as it was.`,
    ];
  }
  const hidden = await trx
    .insertInto('hidden_word')
    .values({ tenant, key, word, hidden_at: hiddenAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  return [hidden.length > 0 ? `The word ${word} is hidden.` : `The word ${word} is hidden already: all is as it was.`];
}
