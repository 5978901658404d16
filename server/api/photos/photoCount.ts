import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { Handler } from '../handlers.ts';
import {
  conditionsFrom,
  type Facet,
  filterFrom,
  type PhotoConditions,
  readTallies,
  wantedWords,
} from './photoConditions.ts';
import { keysByTerms } from './photoKeys.ts';

/** Photos of the rarest condition, at most, that are read to be counted; a counter that is kept is as good for more. */
const COUNTED = 6000;

export const getPhotoCount: Handler<'getPhotoCount'> = async ({ db, tenant }, { query }) => {
  const conditions = conditionsFrom(query);
  return { count: conditions === null ? 0 : await countPhotos(db, tenant, conditions) };
};

/** Photos that meet all conditions: by the counter that is kept for one, else by the index of terms. null: too many to be read. */
async function countPhotos(db: Kysely<Database>, tenant: string, conditions: PhotoConditions): Promise<number | null> {
  const { facets = [] } = conditions;
  const words = wantedWords(conditions);
  const wanted: readonly Facet[] = facets.length === 0 ? [['all', '']] : facets;
  const counts = await readTallies(db, tenant, wanted);
  const rarest = Math.min(...counts);
  const isCounter = words.length === 0 && conditions.photographer === undefined && facets.length <= 1;
  if (isCounter || rarest <= 0) return rarest;
  if (rarest > COUNTED) return null;
  const keys = keysByTerms({ tenant, from: null, limit: COUNTED + 1 }, await filterFrom(db, tenant, conditions));
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${keys}) k`.execute(db);
  return rows[0]?.n ?? 0;
}
