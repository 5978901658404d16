/**
 * A restore fills a database at once and takes out afterwards what must not come back: photos that were taken down, sign-ins that were
 * ended. Until that is done a mark stands in the database, by which no server takes it for whole.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** A table among ours: whoever may restore may make it. No backup has it. */
const MARK = 'unfinished_restore';

/** The database is what a restore that broke off has left, or one that still goes on. */
export class RestoreUnfinished extends Error {
  constructor() {
    super(
      'A restore into this database is not finished: photos that were taken down may be in it. If it broke off, drop the database and create it anew, empty the bucket, and restore again.',
    );
    this.name = 'RestoreUnfinished';
  }
}

/** Also over what an earlier one has left, which had no tables yet. */
export async function markRestore(db: Kysely<Database>): Promise<void> {
  await sql`create table if not exists ${sql.table(MARK)}()`.execute(db);
}

export async function endRestore(db: Kysely<Database>): Promise<void> {
  await sql`drop table ${sql.table(MARK)}`.execute(db);
}

/** Throws RestoreUnfinished. */
export async function refuseUnfinished(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${MARK}) is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere) throw new RestoreUnfinished();
}

/** In a list of tables: those that belong to the data. */
export const isNoMark = sql<boolean>`tablename <> ${MARK}`;
