/**
 * What the code relies on of a session. A database, a role or a server may have other defaults, set years ago for somebody else: with
 * `DateStyle = 'SQL, DMY'` every time would be read as nothing. So each session, or each transaction of a pooler's, begins with these (HLF-17).
 */
import { type Kysely, sql } from 'kysely';
import { inTransaction } from './retryTransaction.ts';
import type { Database } from './schema.ts';

/** Settings by name, besides the time limit of statements. Every supported version of PostgreSQL has them, and any role may set them. */
export const SESSION_SETTINGS = {
  // Statements without a name are planned for their values: generic plans ruined tenants of unusual size. Those with one keep their plans.
  plan_cache_mode: 'auto',
  // Compiling a plan or starting helpers takes longer than our queries.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // How values are written, which is how the driver reads them.
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // What a statement means.
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  // A search finds all there is.
  gin_fuzzy_search_limit: '0',
  // Locks are waited for as long as a statement may take; writers of one row take turns.
  lock_timeout: '0',
  default_transaction_isolation: 'read committed',
} as const satisfies Readonly<Record<string, string>>;

/** The isolation of a transaction that asks for no other. A default that is set within it would come too late. */
export const ISOLATION = SESSION_SETTINGS.default_transaction_isolation;

type Pairs = readonly (readonly [string, string])[];

/** As options of a connection. */
export const asOptions = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`).join(' ');

/** As statements for one transaction. */
export const asStatements = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `set local ${name} = '${value}'`).join('; ');

/** What we cannot set: only a superuser may, only some versions have it, or it is the operator's choice. Values that are harmless. */
const FOUND_ONLY: Readonly<Record<string, readonly string[]>> = {
  // Another one runs no triggers: no counter, no mark of a change.
  session_replication_role: ['origin'],
  // Ends connections in the middle of long work.
  transaction_timeout: ['0'],
  // Otherwise a crash of the server takes what fans were told is stored.
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
};

export interface Unsuitable {
  readonly setting: string;
  readonly value: string;
  readonly needed: string;
}

/** Settings that are not as the code needs them although they were asked for, or cannot be asked for: for the log of the start. */
export async function findUnsuitable(db: Kysely<Database>): Promise<Unsuitable[]> {
  const needed: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(Object.entries(SESSION_SETTINGS).map(([name, value]) => [name, [value]])),
    ...FOUND_ONLY,
  };
  const { rows } = await inTransaction(db, (trx) =>
    sql<{ name: string; value: string | null }>`
      select name, current_setting(name, true) as value from unnest(${Object.keys(needed)}::text[]) as name`.execute(
      trx,
    ),
  );
  return rows.flatMap(({ name, value }) => {
    // A date style also has an order of day and month, which ISO does not go by.
    const found = name === 'DateStyle' ? value?.split(',')[0] : value;
    const good = needed[name] ?? [];
    return found == null || good.includes(found) ? [] : [{ setting: name, value: found, needed: good.join(' or ') }];
  });
}
