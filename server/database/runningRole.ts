/**
 * The role servers run as, where another one makes the tables (DATABASE_MIGRATE_URL): it gets its rights on all that a migration or a
 * restore has made, by the role that made it.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { sqlState } from './databaseFailure.ts';
import { parseDatabaseAddress } from './databaseHosts.ts';
import type { Database } from './schema.ts';
import { ServerConnections } from './serverConnections.ts';
import { SERVER_LIMITS } from './serverPool.ts';

/** insufficient_privilege */
const NOT_ALLOWED = '42501';

/** The role of DATABASE_URL cannot do its work, and cannot be given its rights here. */
export class RightsMissing extends Error {
  constructor(role: string, why: string, statements: readonly string[]) {
    super(
      `The role ${role} of DATABASE_URL has not the rights it needs, and they cannot be given to it: ${why}. Run as the owner of the tables, then try again:\n${statements.map((one) => `${one};`).join('\n')}`,
    );
    this.name = 'RightsMissing';
  }
}

/** The role of this address: what the server says, else the name in the address. Throws as the driver does where neither tells. */
export async function readRole(databaseUrl: string): Promise<string> {
  const address = parseDatabaseAddress(databaseUrl);
  const { connectMs, statementMs } = SERVER_LIMITS;
  const pool = new ServerConnections(address, { connections: 1, connectMs, statementMs });
  try {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ role: string }>('select current_user as role');
      return rows[0]?.role ?? '';
    } finally {
      client.release();
    }
  } catch (error) {
    // Such as a pooler that is led to the new database after the restore.
    const named = decodeURIComponent(new URL(address.hosts[0].url).username);
    if (named === '') throw error;
    return named;
  } finally {
    await pool.end();
  }
}

interface Missing {
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'sequence' | 'migrations';
}

/** Gives the role what it lacks on the schema and on all of ours in it. Throws RightsMissing. */
export async function grantRights(db: Kysely<Database>, role: string): Promise<void> {
  await requireRole(db, role);
  const missing = await missingGrants(db, role);
  if (missing.length === 0) return;
  const refused = (statements: readonly RawBuilder<unknown>[], why: string) =>
    new RightsMissing(
      role,
      why,
      statements.map((one) => one.compile(db).sql),
    );
  for (const statement of missing)
    await statement.execute(db).catch((error: unknown) => {
      throw sqlState(error) === NOT_ALLOWED ? refused(missing, error instanceof Error ? error.message : '') : error;
    });
  // Who may use something and may not give that right on is warned only.
  const left = await missingGrants(db, role);
  if (left.length > 0) throw refused(left, 'the role of DATABASE_MIGRATE_URL may not give them');
}

async function missingGrants(db: Kysely<Database>, role: string): Promise<RawBuilder<unknown>[]> {
  return [...(await schemaStatements(db, role)), ...statementsFor(await readMissing(db, role), role)];
}

/** Throws RightsMissing for a role this server does not have. */
export async function requireRole(db: Kysely<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select current_schema() as schema where not exists (select from pg_roles where rolname = ${role})`.execute(db);
  const [none] = rows;
  if (!none) return;
  const [schema, to] = [sql.id(none.schema), sql.id('ROLE')];
  const statements = [
    sql`grant usage on schema ${schema} to ${to}`,
    sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`,
    sql`grant usage on all sequences in schema ${schema} to ${to}`,
  ];
  throw new RightsMissing(
    role,
    'there is no role of this name where DATABASE_MIGRATE_URL leads',
    statements.map((one) => one.compile(db).sql),
  );
}

async function schemaStatements(db: Kysely<Database>, role: string): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ schema: string }>`
    select current_schema() as schema where not has_schema_privilege(${role}::name, current_schema(), 'usage')`.execute(
    db,
  );
  return rows.map(({ schema }) => sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`);
}

/** Tables and sequences this role may give rights on and the other one lacks some on. What migrations have run is for reading. */
async function readMissing(db: Kysely<Database>, role: string): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    select schema, name, kind from (
      select c.oid, n.nspname as schema, c.relname as name,
        case when c.relkind = 'S' then 'sequence' when c.relname like 'kysely\\_%' then 'migrations' else 'table' end as kind
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as ours
    where case kind
      when 'sequence' then not has_sequence_privilege(${role}::name, oid, 'usage')
      when 'migrations' then not has_table_privilege(${role}::name, oid, 'select')
      else exists (select from unnest(array['select', 'insert', 'update', 'delete']) as needed
        where not has_table_privilege(${role}::name, oid, needed)) end
    order by name`.execute(db);
  return rows;
}

function statementsFor(missing: readonly Missing[], role: string): RawBuilder<unknown>[] {
  const rights = {
    table: sql`select, insert, update, delete on table`,
    migrations: sql`select on table`,
    sequence: sql`usage on sequence`,
  };
  return (['table', 'migrations', 'sequence'] as const).flatMap((kind) => {
    const names = missing.filter((one) => one.kind === kind).map(({ schema, name }) => sql.id(schema, name));
    return names.length === 0 ? [] : [sql`grant ${rights[kind]} ${sql.join(names)} to ${sql.id(role)}`];
  });
}
