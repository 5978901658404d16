/** Whether the rows made by SQL are those the server makes: the same photos are posted through its own code into a second database. */
import { type Kysely, sql } from 'kysely';
import { insertPost } from '../../../server/api/photos/photoWrites.ts';
import { addUpCounters } from '../../../server/database/counterChanges.ts';
import { inTransaction } from '../../../server/database/retryTransaction.ts';
import type { Database } from '../../../server/database/schema.ts';
import { compareCounters } from '../halftime/counters.ts';

/** Photos of a post. */
const PER_POST = 5;

/** Everything that is derived from a photo. */
const DERIVED: Readonly<Record<string, string>> = {
  photo_search: 'select id, tenant, created_at, search, facets from photo_search',
  photo_tag: 'select * from photo_tag',
  tally: "select * from tally where n <> 0 and kind <> 'bookmark'",
  person_tally: 'select * from person_tally where n <> 0',
  event_poster: 'select * from event_poster where n <> 0',
};

const rowsOf = async (db: Kysely<Database>, query: string): Promise<readonly string[]> => {
  const { rows } = await sql.raw<{ row: string }>(`select q::text as row from (${query}) q`).execute(db);
  return rows.map(({ row }) => row).toSorted();
};

/**
 * Sentences about what differs.
 * @param made filled by SQL; all of it is read
 * @param posted has the tables and nothing in them
 */
export async function compareWithPosted(made: Kysely<Database>, posted: Kysely<Database>): Promise<string[]> {
  const photos = await made.selectFrom('photo').selectAll().orderBy('id').execute();
  for (let i = 0; i < photos.length; i += PER_POST) {
    const rows = photos.slice(i, i + PER_POST).map(({ id: _, exif, face_info, ...photo }) => ({
      ...photo,
      exif: exif === null ? null : JSON.stringify(exif),
      face_info: JSON.stringify(face_info),
    }));
    await inTransaction(posted, (trx) => insertPost(trx, rows, () => []));
  }
  await addUpCounters(posted);
  const wrong = await compareCounters(made);
  for (const [table, query] of Object.entries(DERIVED)) {
    const [ours, theirs] = await Promise.all([rowsOf(made, query), rowsOf(posted, query)]);
    const odd = ours.findIndex((row, at) => row !== theirs[at]);
    if (ours.length !== theirs.length || odd >= 0)
      wrong.push(
        `${table}: ${ours.length} rows by SQL, ${theirs.length} by the server; first that differs: ${ours[odd]} / ${theirs[odd]}`,
      );
  }
  return wrong;
}
