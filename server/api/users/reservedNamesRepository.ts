import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

export interface TakenName {
  readonly tenant: string;
  readonly name: string;
  /** Who bears it; null: all the tenant's staff may. */
  readonly userId: string | null;
  /** Whatever stands around it, '★公式★' is 'the official one'; an ambassador is called as fans are. */
  readonly isOfficial: boolean;
}

/** Is the account an ambassador's or the official user's of one of these tenants? */
export async function isStaff(db: Kysely<Database>, tenants: readonly string[], sub: string): Promise<boolean> {
  for (const table of ['ambassador', 'official_user'] as const) {
    const row = await db
      .selectFrom(table)
      .select('user_id')
      .where('tenant', 'in', tenants)
      .where('user_id', '=', sub)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/**
 * Reserved names, and those official users and ambassadors bear.
 * @param tenant null: of all, since an account is one for all of them
 */
export async function readTaken(db: Kysely<Database>, tenant: string | null): Promise<TakenName[]> {
  const reserved = await db
    .selectFrom('reserved_name')
    .select(['tenant', 'name'])
    .$if(tenant !== null, (query) => query.where('tenant', '=', tenant ?? ''))
    .execute();
  const officials = await db
    .selectFrom('official_user as o')
    .leftJoin('profile as f', 'f.user_id', 'o.user_id')
    .leftJoin('identity_user as i', 'i.sub', 'o.user_id')
    .select(['o.tenant', 'o.user_id', 'f.nickname', 'i.name'])
    .$if(tenant !== null, (query) => query.where('o.tenant', '=', tenant ?? ''))
    .execute();
  const ambassadors = await db
    .selectFrom('ambassador as a')
    .leftJoin('profile as f', 'f.user_id', 'a.user_id')
    .select(['a.tenant', 'a.user_id', 'a.name', 'f.nickname'])
    .$if(tenant !== null, (query) => query.where('a.tenant', '=', tenant ?? ''))
    .execute();
  const ofPerson = (
    { tenant: of, user_id, name, nickname }: (typeof officials | typeof ambassadors)[number],
    isOfficial: boolean,
  ): TakenName[] =>
    [...new Set([name, nickname])].flatMap((one) =>
      one ? [{ tenant: of, name: one, userId: user_id, isOfficial }] : [],
    );
  return [
    ...reserved.map((row) => ({ ...row, userId: null, isOfficial: true })),
    ...officials.flatMap((row) => ofPerson(row, true)),
    ...ambassadors.flatMap((row) => ofPerson(row, false)),
  ];
}
