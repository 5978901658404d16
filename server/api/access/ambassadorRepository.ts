/** Who is an ambassador (§6): the accounts of the list, and those a reserved name belongs to. A name alone proves nothing. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Ids of a tenant's ambassadors, as a subquery with one column, `user_id`. */
export const ambassadorIds = (tenant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select user_id from ambassador where tenant = ${tenant}
    union select owner_id from reserved_name where tenant = ${tenant} and owner_id <> ''`;

/** Reserved names that belong to somebody, with their owners, by name. */
export const readOwners = (
  db: Kysely<Database>,
  tenant: string,
): Promise<{ readonly name: string; readonly user_id: string }[]> =>
  db
    .selectFrom('reserved_name')
    .select(['name', sql<string>`owner_id`.as('user_id')])
    .where('tenant', '=', tenant)
    .where('owner_id', '<>', '')
    .orderBy('name')
    .execute();

/** The ambassadors of the list in the operator's order, then the owners of reserved names who are not in it. */
export async function readAmbassadors(db: Kysely<Database>, tenant: string) {
  const listed = await db
    .selectFrom('ambassador')
    .select(['name as ambassador_name', 'user_id as ambassador_user_id', 'object_key'])
    .where('tenant', '=', tenant)
    .orderBy('position')
    .orderBy('name')
    .execute();
  const known = new Set(listed.map(({ ambassador_user_id }) => ambassador_user_id));
  for (const { name, user_id } of await readOwners(db, tenant)) {
    if (known.has(user_id)) continue;
    known.add(user_id);
    listed.push({ ambassador_name: name, ambassador_user_id: user_id, object_key: null });
  }
  return listed;
}
