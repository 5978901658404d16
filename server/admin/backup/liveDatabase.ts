/** The database while fans use it, as a backup asks it. */
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../../database/schema.ts';
import { isNoMark } from '../../database/unfinishedRestore.ts';
import { readUnreferenced } from '../../objects/orphanChecks.ts';
import { Refusal } from '../../operations/outcome.ts';

/** How many rows each table has, by its name. */
export const RowCounts = v.record(v.string(), v.number());
export type RowCounts = v.InferOutput<typeof RowCounts>;

/** The moment a copy is of, and what PostgreSQL wants beside the copied files to get there. */
export const CopiedMoment = v.object({
  /** ISO. */
  at: v.string(),
  counts: RowCounts,
  label: v.string(),
  /** Files of the write-ahead log from the copy's beginning to its end. */
  firstLog: v.string(),
  lastLog: v.string(),
  /** How long everybody else waited, in milliseconds. */
  waitedMs: v.number(),
});
export type CopiedMoment = v.InferOutput<typeof CopiedMoment>;

/** The embedded database, whoever has it open. Between `begin` and `end` its files may be copied while it goes on writing. */
export interface LiveDatabase {
  /** Rejects when a copy is being made already. */
  begin(): Promise<void>;
  end(): Promise<CopiedMoment>;
  /** Keys of photos and pictures whose rows went since then (ISO). */
  deletedSince(at: string): Promise<readonly string[]>;
  /** Gives up what was begun and not ended. */
  close(): Promise<void>;
}

/** All tables of ours with their rows; in a transaction, at its moment. */
export async function countAllRows(db: Kysely<Database>): Promise<RowCounts> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and ${isNoMark} order by 1`.execute(db);
  if (tables.rows.length === 0) return {};
  const counts = tables.rows.map(
    ({ name }) => sql`select ${name}::text as name, count(*) as n from ${sql.table(name)}`,
  );
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** Keys of rows that went: triggers note them for the clean-up, for an hour at least. */
export async function readDeletedSince(db: Kysely<Database>, at: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orphan_check')
    .select('place')
    .where('marked_at', '>=', new Date(at))
    .where('place', 'not like', '%/')
    .execute();
  // An event that shows another photo now leaves a key, too, of which the photo is still there.
  return readUnreferenced(
    db,
    rows.map(({ place }) => place),
  );
}

/** SQLSTATE of what a session refuses in its state, such as a second copy at once. */
const IS_COPIED_ALREADY = '55000';

/** PostgreSQL's own online backup on the embedded database's one connection. */
export function createLiveDatabase(db: Kysely<Database>): LiveDatabase {
  let isBegun = false;
  let waitedMs = 0;
  return {
    async begin() {
      const started = performance.now();
      await sql`select pg_backup_start('backup', true)`.execute(db).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === IS_COPIED_ALREADY)
          throw new Refusal('Another backup of this server is being made. Nothing was done.');
        throw error;
      });
      isBegun = true;
      waitedMs = performance.now() - started;
    },
    async end() {
      const moment = await db.connection().execute(async (one) => {
        const started = performance.now();
        const counts = await countAllRows(one);
        const { rows } = await sql<{ at: Date; label: string; lastLog: string }>`
          select clock_timestamp() as at, labelfile as label, pg_walfile_name(lsn - 1) as "lastLog"
          from pg_backup_stop(false)`.execute(one);
        isBegun = false;
        return { ...rows[0], counts, waitedMs: Math.round(waitedMs + performance.now() - started) };
      });
      const { label = '', at, lastLog = '' } = moment;
      const firstLog = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1] ?? '';
      return { ...moment, label, lastLog, firstLog, at: (at ?? new Date(0)).toISOString() };
    },
    deletedSince: (at) => readDeletedSince(db, at),
    async close() {
      if (!isBegun) return;
      isBegun = false;
      await sql`select pg_backup_stop(false)`.execute(db);
    },
  };
}
