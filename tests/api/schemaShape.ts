/** What a server leans on in the tables, and what of it a migration took away or made stricter (HLF-11). */
import type { Client } from 'pg';

/** Each thing by its name, with what it is. */
export type Shape = ReadonlyMap<string, string>;

const OURS = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relname not like 'kysely\\_%'`;
const QUERIES = [
  `select 'table ' || relname as name, relkind::text as is from pg_class where ${OURS}`,
  // What a writer who does not know a column writes there.
  `select 'column ' || relname || '.' || attname as name, concat_ws(' ', format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end,
      case when attidentity <> '' then 'identity' when attgenerated <> '' then 'generated' when atthasdef then 'default' end) as is
    from pg_attribute join pg_class c on c.oid = attrelid where attnum > 0 and not attisdropped and ${OURS}`,
  // Checks, keys, and unique indexes, which upserts name.
  `select 'rule ' || relname || ' ' || pg_get_constraintdef(k.oid) as name, '' as is
    from pg_constraint k join pg_class c on c.oid = conrelid where contype in ('c', 'f', 'x') and ${OURS}`,
  `select 'rule ' || c.relname || ' unique' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', '') as name, '' as is
    from pg_index i join pg_class c on c.oid = indrelid where indisunique and ${OURS}`,
  `select 'function ' || p.oid::regprocedure as name, format_type(prorettype, null) as is from pg_proc p
    where pronamespace = 'public'::regnamespace and not exists (
      select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and deptype = 'e')`,
  `select 'trigger ' || relname || '.' || tgname as name, '' as is from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and ${OURS}`,
];

export async function readShape(client: Client): Promise<Shape> {
  const shape = new Map<string, string>();
  for (const query of QUERIES) {
    const { rows } = await client.query<{ name: string; is: string }>(query);
    for (const row of rows) shape.set(row.name, row.is);
  }
  return shape;
}

/** Table of a column or a rule. */
const tableOf = (name: string): string => /^(?:column|rule) (\w+)/.exec(name)?.[1] ?? '';
const needsValue = (is: string): boolean => is.includes('not null') && !/ (?:default|identity|generated)$/.test(is);

/** Sentences about what a server of `before` would miss, or no longer be allowed, in `after`. */
export function contractions(before: Shape, after: Shape): string[] {
  const gone = [...before].filter(([name]) => !after.has(name)).map(([name]) => `${name} is gone`);
  const changed = [...before]
    .filter(([name, is]) => after.has(name) && after.get(name) !== is)
    .map(([name, is]) => `${name} was '${is}' and is '${after.get(name)}'`);
  const stricter = [...after]
    .filter(([name]) => !before.has(name) && before.has(`table ${tableOf(name)}`))
    .filter(([name, is]) => name.startsWith('rule ') || needsValue(is))
    .map(([name]) => `${name} is new: writers who do not know it would be refused`);
  return [...gone, ...changed, ...stricter];
}
