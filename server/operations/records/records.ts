/** Rows of a kind in the database. Kinds are tables of names, so what is written here is not known to the compiler. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { type Field, fromColumn, toColumn } from './fields.ts';
import type { Kind, Reference, Values } from './kinds.ts';

export const keyField = (kind: Kind): Field | undefined => kind.fields.find((field) => field.name === kind.key);
/** What tells the row from others; '' where a tenant has one only. */
export const keyOf = (kind: Kind, values: Values): string => (kind.key === null ? '' : String(values[kind.key]));

/** Returns the rows that the desk shows, by the names of the fields: without those that fans made, dated ones the latest first. */
export async function selectDeskRecords(
  db: Kysely<Database>,
  kind: Kind,
  tenant: string,
  limit: number,
): Promise<Values[]> {
  const own = kind.madeBy
    ? sql`and (${sql.ref(kind.madeBy)} is null
        or ${sql.ref(kind.madeBy)} in (select o.user_id from official_user o where o.tenant = ${tenant}))`
    : sql``;
  const direction = kind.madeBy ? sql`desc` : sql`asc`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columnsOf(kind))} from ${sql.table(kind.table)} where tenant = ${tenant} ${own}
    order by ${sql.join(kind.order.map((column) => sql`${sql.ref(column)} ${direction}`))} limit ${limit}`.execute(db);
  return rows.map((row) => valuesOf(kind, row));
}

const columnsOf = (kind: Kind) => kind.fields.map((field) => sql`${sql.ref(field.column)} as ${sql.id(field.name)}`);

const valuesOf = (kind: Kind, row: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(kind.fields.map((field) => [field.name, fromColumn(field, row[field.name])]));

/** Stored rows, by the names of the fields; `keys` undefined: all. Locked where they are going to change. */
export async function selectRecords(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  keys?: readonly string[],
): Promise<Values[]> {
  const key = keyField(kind);
  const wanted: RawBuilder<unknown>[] = [sql`tenant = ${tenant}`];
  if (keys && key) wanted.push(sql`${sql.ref(key.column)} = any(${[...keys]}::text[])`);
  if (kind.onlyWithout) wanted.push(sql`${sql.ref(kind.onlyWithout)} is null`);
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columnsOf(kind))} from ${sql.table(kind.table)} where ${sql.join(wanted, sql` and `)}
    order by ${sql.join(kind.order.map((column) => sql.ref(column)))} ${keys ? sql`for update` : sql``}`.execute(trx);
  return rows.map((row) => valuesOf(kind, row));
}

/** Most rows of one statement: the wire knows 65,535 parameters. */
const AT_ONCE = 500;

/** Adds rows that say the same fields each or fewer; what a row does not say has the table's default. */
export async function insertRecords(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  rows: readonly Values[],
): Promise<void> {
  const written = rows.map((row) => ({ tenant, ...toColumns(kind, row) }));
  for (let from = 0; from < written.length; from += AT_ONCE) {
    await trx
      .insertInto(kind.table)
      .values(written.slice(from, from + AT_ONCE) as never)
      .execute();
  }
}

export async function updateRecord(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  key: string,
  changes: Values,
): Promise<void> {
  const set = Object.entries(toColumns(kind, changes)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(kind.table)} set ${sql.join(set)} where ${isRow(kind, tenant, key)}`.execute(trx);
}

export const deleteRecord = (trx: Transaction<Database>, kind: Kind, tenant: string, key: string) =>
  sql`delete from ${sql.table(kind.table)} where ${isRow(kind, tenant, key)}`.execute(trx);

function isRow(kind: Kind, tenant: string, key: string) {
  const field = keyField(kind);
  return field ? sql`tenant = ${tenant} and ${sql.ref(field.column)} = ${key}` : sql`tenant = ${tenant}`;
}

const toColumns = (kind: Kind, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    kind.fields.flatMap((field) =>
      values[field.name] === undefined ? [] : [[field.column, toColumn(field, values[field.name])]],
    ),
  );

/** Those of `values` that no row of the table has. Accounts are common to all tenants. */
export async function findMissing(
  trx: Transaction<Database>,
  { table, column }: Pick<Reference, 'table' | 'column'>,
  tenant: string,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const own = table === 'profile' ? sql`` : sql`tenant = ${tenant} and`;
  const { rows } = await sql<{ value: string }>`
    select distinct ${sql.ref(column)} as value from ${sql.table(table)}
    where ${own} ${sql.ref(column)} = any(${[...values]}::text[])`.execute(trx);
  const found = new Set(rows.map((row) => row.value));
  return new Set(values.filter((value) => !found.has(value)));
}

export async function countRows(
  trx: Transaction<Database>,
  { table, column, isList }: Pick<Reference, 'table' | 'column' | 'isList'>,
  tenant: string,
  value: string,
): Promise<number> {
  const found = isList ? sql`${value} = any(${sql.ref(column)})` : sql`${sql.ref(column)} = ${value}`;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)}
    where tenant = ${tenant} and ${found}`.execute(trx);
  return rows[0]?.n ?? 0;
}
