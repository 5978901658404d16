/** Photos operators took down for good (OPR-02): their log says which. What bears such a key is not taken again. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** The act of the log that takes a photo down. */
export const REMOVED_PHOTO = 'photo remove';

/** Of these photos those that were taken down, with the time, epoch ms. */
export async function readRemovedPhotos(
  db: Kysely<Database>,
  mediaUrls: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (mediaUrls.length === 0) return new Map();
  // The act stands in the text: the index is of such rows.
  const { rows } = await sql<{ what: string; at: Date }>`
    select what, min(at) as at from operator_log where act = 'photo remove' and what = any(${[...mediaUrls]}::text[])
    group by what`.execute(db);
  return new Map(rows.map(({ what, at }) => [what, at.getTime()]));
}
