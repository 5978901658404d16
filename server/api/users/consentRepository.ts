/** Permission for photo use: what holds in a tenant, and the records of how it came to hold (ROL-05). */
import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ConsentRecord } from '../../../src/contract/entities.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import type { ConsentTable, Database } from '../../database/schema.ts';

interface Fan {
  readonly tenant: string;
  readonly userId: string;
}

/** Whether the fan permits the use of photos in the tenant; false before the fan has chosen. */
export async function readUsepermit(db: Kysely<Database>, { tenant, userId }: Fan): Promise<boolean> {
  const row = await db
    .selectFrom('usepermit')
    .select('usepermit')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.usepermit ?? false;
}

/** Saves it. Returns true if it says something else than before. */
export async function saveUsepermit(trx: Transaction<Database>, fan: Fan, usepermit: boolean): Promise<boolean> {
  const { rows } = await sql`
    insert into usepermit(tenant, user_id, usepermit) values (${fan.tenant}, ${fan.userId}, ${usepermit})
    on conflict (tenant, user_id) do update set usepermit = excluded.usepermit
      where usepermit.usepermit <> excluded.usepermit
    returning 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Holds the membership against every other write of the fan in the tenant, so that no photo is registered meanwhile. Returns false if
 * there is none. The transaction must not hold the membership in a weaker mode yet (`rowLocks.ts`).
 */
export async function lockMembership(trx: Transaction<Database>, { tenant, userId }: Fan): Promise<boolean> {
  const { rows } = await sql`
    select 1 from membership where tenant = ${tenant} and user_id = ${userId} for update`.execute(trx);
  return rows.length > 0;
}

/** Withdraws the permission for all photos of the fan in the tenant. Returns how many had it. */
export async function withdrawFromPhotos(trx: Transaction<Database>, { tenant, userId }: Fan): Promise<number> {
  const { rows } = await sql`
    with permitted as materialized (
      select id from photo where tenant = ${tenant} and user_id = ${userId} and usepermit order by id for no key update)
    update photo set usepermit = false
    where tenant = ${tenant} and user_id = ${userId} and id in (select id from permitted) returning 1`.execute(trx);
  return rows.length;
}

/** Adds a record, to be run by the caller. */
export const consentStatement = (row: Insertable<ConsentTable>): RawBuilder<unknown> => sql`
  insert into consent(tenant, user_id, at, usepermit, place, wording, photos, earlier)
  values (${row.tenant}, ${row.user_id}, ${row.at}, ${row.usepermit}, ${row.place}, ${row.wording}, ${row.photos},
    ${row.earlier ?? false})`;

/** Adds a record in the caller's transaction. */
export const addConsent = async (trx: Transaction<Database>, row: Insertable<ConsentTable>): Promise<void> =>
  void (await consentStatement(row).execute(trx));

/** Records of the fan, newest first. `tenant` null: of all tenants. */
export async function readConsents(
  db: Kysely<Database>,
  { tenant, userId }: { readonly tenant: string | null; readonly userId: string },
  limit: number | null,
): Promise<(ConsentRecord & { readonly tenant_id: string })[]> {
  let query = db
    .selectFrom('consent')
    .select(['tenant as tenant_id', 'at', 'usepermit', 'place', 'wording', 'photos'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  if (tenant !== null) query = query.where('tenant', '=', tenant);
  if (limit !== null) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, at: formatWireDateTime(row.at.getTime()) }));
}
