/** Which stored pictures are of photos that are hidden: their addresses answer nobody (OPR-02g). */
import { type Kysely, sql } from 'kysely';
import { originalOf } from '../../../src/rules/objectKeys.ts';
import { createBatchLoader } from '../../database/batchLoader.ts';
import type { Database } from '../../database/schema.ts';

/**
 * Returns whether a key is a picture, of any size, of a photo that is hidden now. Readers of the same moment ask the database together.
 * Rejects where the database cannot be asked.
 */
export function createHiddenCheck(db: Kysely<Database>): (key: string) => Promise<boolean> {
  const find = createBatchLoader(async (keys) => {
    const rows = await db
      .selectFrom('photo')
      .select('media_url')
      .where('media_url', '=', sql<string>`any(${[...keys]}::text[])`)
      .where('hidden_at', 'is not', null)
      .execute();
    return new Map(rows.map(({ media_url }) => [media_url, true]));
  });
  return async (key) => key.startsWith('ugc/') && (await find(originalOf(key))) === true;
}
