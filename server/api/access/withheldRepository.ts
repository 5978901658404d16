/** Which stored pictures nobody is shown: their addresses answer as if they were not there (OPR-02g, SAF-44d). */
import { type Kysely, sql } from 'kysely';
import { originalOf } from '../../../src/rules/objectKeys.ts';
import { createBatchLoader } from '../../database/batchLoader.ts';
import type { Database } from '../../database/schema.ts';

/**
 * Returns whether a key is a picture, of any size, of a photo that is hidden now, or an avatar nobody bears: one that is as its fan
 * stored it, or was replaced. Readers of the same moment ask the database together. Rejects where the database cannot be asked.
 */
export function createWithheldCheck(db: Kysely<Database>): (key: string) => Promise<boolean> {
  const findHidden = createBatchLoader((keys) => readHidden(db, keys));
  const findBorne = createBatchLoader((keys) => readBorne(db, keys));
  return async (key) =>
    key.startsWith('avatar/')
      ? (await findBorne(key)) === undefined
      : key.startsWith('ugc/') && (await findHidden(originalOf(key))) !== undefined;
}

type Found = ReadonlyMap<string, true>;

async function readHidden(db: Kysely<Database>, keys: readonly string[]): Promise<Found> {
  const rows = await db
    .selectFrom('photo')
    .select('media_url')
    .where('media_url', '=', sql<string>`any(${[...keys]}::text[])`)
    .where('hidden_at', 'is not', null)
    .execute();
  return new Map(rows.map(({ media_url }) => [media_url, true]));
}

/** Avatars of fans stand under their ids; an operator may have named one of a team or an ambassador. */
async function readBorne(db: Kysely<Database>, keys: readonly string[]): Promise<Found> {
  const asked = sql`any(${[...keys]}::text[])`;
  const fans = sql`any(${keys.map((key) => key.split('/')[2] ?? '')}::text[])`;
  const { rows } = await sql<{ key: string }>`
    select avatar as key from profile where user_id = ${fans} and avatar = ${asked}
    union all select object_key from team where object_key = ${asked}
    union all select object_key from ambassador where object_key = ${asked}`.execute(db);
  return new Map(rows.map(({ key }) => [key, true]));
}
