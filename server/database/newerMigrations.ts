/** Migrations of a newer server that a database has seen: a server goes on working beside it, or after it (HLF-11, ADR 28). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from './schema.ts';

/** A migration that takes something away names the one by which a server has stopped needing it: `042_no_old_counts_needs_036`. */
const NEEDS = /_needs_(\d{3})$/;

/** Whether a server that knows the migrations `known` works on tables that `name`, which it does not know, has changed. */
export function worksBeside(name: string, known: readonly string[]): boolean {
  const [, needed] = NEEDS.exec(name) ?? [];
  return needed === undefined || known.some((one) => one.startsWith(`${needed}_`));
}

/** Stand-ins for those this server works beside: they have run, and never run here. */
export async function newerMigrations(
  db: Kysely<Database>,
  known: readonly string[],
): Promise<Record<string, Migration>> {
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    db,
  );
  if (!tables[0]?.name) return {};
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const newer = rows.filter(({ name }) => !known.includes(name) && worksBeside(name, known));
  return Object.fromEntries(newer.map(({ name }) => [name, { up: async () => {} }]));
}
