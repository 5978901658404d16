/** What tables and indexes take on the disk. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  /** Bytes, as the other figures. */
  readonly heap: number;
  /** Long values and the maps of free and visible space. */
  readonly toast: number;
  readonly indexes: number;
}
export interface IndexSize {
  readonly name: string;
  readonly table: string;
  readonly bytes: number;
}
export interface Sizes {
  readonly tables: readonly TableSize[];
  readonly indexes: readonly IndexSize[];
}

/** Of the schema, the largest first. After VACUUM ANALYZE: rows are counted by it. Partitions count as the table they belong to. */
export async function readSizes(db: Kysely<Database>, schema = 'public'): Promise<Sizes> {
  const ofSchema = sql`c.relnamespace = ${schema}::regnamespace`;
  const { rows: tables } = await sql<TableSize>`
    select coalesce(pg_partition_root(c.oid)::regclass::oid, c.oid)::regclass::text as name, sum(greatest(c.reltuples, 0))::int8 as rows,
      sum(pg_relation_size(c.oid))::int8 as heap,
      sum(pg_table_size(c.oid) - pg_relation_size(c.oid))::int8 as toast,
      sum(pg_indexes_size(c.oid))::int8 as indexes
    from pg_class c where ${ofSchema} and c.relkind = 'r'
    group by 1 having sum(pg_total_relation_size(c.oid)) > 0 order by sum(pg_total_relation_size(c.oid)) desc`.execute(
    db,
  );
  const { rows: indexes } = await sql<IndexSize>`
    select coalesce(pg_partition_root(c.oid)::regclass::oid, c.oid)::regclass::text as name,
      coalesce(pg_partition_root(i.indrelid)::regclass::oid, i.indrelid)::regclass::text as table, sum(pg_relation_size(c.oid))::int8 as bytes
    from pg_class c join pg_index i on i.indexrelid = c.oid where ${ofSchema} and c.relkind = 'i'
    group by 1, 2 order by bytes desc`.execute(db);
  return { tables, indexes };
}

export const bytesOf = ({ tables }: Sizes): number =>
  tables.reduce((sum, { heap, toast, indexes }) => sum + heap + toast + indexes, 0);

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
/** A hundredth of a byte a photo is nothing to plan by. */
const isWorthALine = (bytes: number, photos: number) => bytes / photos >= 0.5;

/** Both tables, as Markdown. */
export function tellSizes(sizes: Sizes, photos: number): void {
  const each = (bytes: number) => count(bytes / photos);
  console.log(
    '\n| table | rows | heap MB | toast and maps MB | indexes MB | bytes a row | bytes a photo |\n|---|---|---|---|---|---|---|',
  );
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  for (const { name, rows, heap, toast, indexes } of sizes.tables) {
    const all = heap + toast + indexes;
    if (rows === 0 || !isWorthALine(all, photos)) continue;
    console.log(
      `| ${name} | ${count(rows)} | ${mb(heap)} | ${mb(toast)} | ${mb(indexes)} | ${count(all / rows)} | ${each(all)} |`,
    );
  }
  const all = bytesOf(sizes);
  console.log(`| all | | | | | | ${each(all)} |\n\n| index | of | MB | bytes a photo |\n|---|---|---|---|`);
  for (const { name, table, bytes } of sizes.indexes)
    if (isWorthALine(bytes, photos)) console.log(`| ${name} | ${table} | ${mb(bytes)} | ${each(bytes)} |`);
  console.log(`\n${(all / 1e9).toFixed(2)} GB, ${each(all)} bytes a photo`);
}
