import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { ambassadorIds } from '../access/ambassadorRepository.ts';

export interface TakenName {
  readonly tenant: string;
  readonly name: string;
  /** Whose it is; null: all the tenant's staff may bear it. */
  readonly userId: string | null;
  /** A reserved name; 'open': no operator has decided yet whose it is. null: the name of an official user or an ambassador. */
  readonly reservation: 'open' | 'decided' | null;
  /** Whatever stands around it, '★公式★' is 'the official one'; an ambassador is called as fans are. */
  readonly isOfficial: boolean;
}

/** Is the account an ambassador's or the official user's of one of these tenants? */
export async function isStaff(db: Kysely<Database>, tenants: readonly string[], sub: string): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${[...tenants]}::text[]) as asked(tenant)
    where ${sub} in (${ambassadorIds(sql`asked.tenant`)} union select user_id from official_user o where o.tenant = asked.tenant)
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Reserved names, and those official users and ambassadors bear.
 * @param tenant null: of all, since an account is one for all of them
 */
export async function readTaken(db: Kysely<Database>, tenant: string | null): Promise<TakenName[]> {
  const reserved = await db
    .selectFrom('reserved_name')
    .select(['tenant', 'name', 'owner_id'])
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
  const owners = await db
    .selectFrom('reserved_name as r')
    .innerJoin('profile as f', 'f.user_id', 'r.owner_id')
    .select(['r.tenant', 'f.user_id', 'f.nickname', sql<null>`null`.as('name')])
    .$if(tenant !== null, (query) => query.where('r.tenant', '=', tenant ?? ''))
    .execute();
  const ofPerson = (
    { tenant: of, user_id, name, nickname }: (typeof officials | typeof ambassadors | typeof owners)[number],
    isOfficial: boolean,
  ): TakenName[] =>
    [...new Set([name, nickname])].flatMap((one) =>
      one ? [{ tenant: of, name: one, userId: user_id, reservation: null, isOfficial }] : [],
    );
  return [
    ...reserved.map(({ owner_id, ...row }) => ({
      ...row,
      userId: owner_id || null,
      reservation: owner_id === null ? ('open' as const) : ('decided' as const),
      isOfficial: true,
    })),
    ...officials.flatMap((row) => ofPerson(row, true)),
    ...[...ambassadors, ...owners].flatMap((row) => ofPerson(row, false)),
  ];
}
