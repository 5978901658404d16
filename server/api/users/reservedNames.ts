/** Names that are not free (§6): reserved ones, and those the official users and ambassadors bear, with what looks like them. */
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { nameShape } from './nameShape.ts';

interface TakenName {
  readonly tenant: string;
  readonly name: string;
  /** Who bears it; null: all the tenant's staff may. */
  readonly userId: string | null;
  /** Whatever stands around it, '★公式★' is 'the official one'; an ambassador is called as fans are. */
  readonly isOfficial: boolean;
}

/** Shapes are asked for with every sign-up, and the names hardly ever change. */
const KEPT = 5_000;
const shapes = new Map<string, string>();
function shapeOf({ name, isOfficial }: Pick<TakenName, 'name' | 'isOfficial'>): string {
  const key = `${isOfficial}${name}`;
  const shape = shapes.get(key) ?? nameShape(name, isOfficial);
  if (shapes.size >= KEPT) shapes.clear();
  shapes.set(key, shape);
  return shape;
}

/**
 * May the account bear this name? A reserved name is for the tenant's ambassadors and official users; the present name and nickname
 * of an official user, and the name of an ambassador, are theirs. A name counts as taken by what it looks like (`nameShape`).
 * @param sub null: an account that is not there yet
 * @param isPublic false: only its owner sees the name, which may be that of an ambassador's namesake
 */
export async function mayUseName(
  db: Kysely<Database>,
  name: string,
  sub: string | null,
  isPublic = true,
): Promise<boolean> {
  const taken = await readTaken(db, null);
  return mayTake(db, name, sub, isPublic ? taken : taken.filter(({ isOfficial }) => isOfficial));
}

/** May the fan call an event so? What announces itself by the tenant's own name is the tenant's. */
export async function mayNameEvent(db: Kysely<Database>, tenant: string, name: string, sub: string): Promise<boolean> {
  const taken = await readTaken(db, tenant);
  return mayTake(
    db,
    name,
    sub,
    taken.filter(({ isOfficial }) => isOfficial),
  );
}

async function mayTake(
  db: Kysely<Database>,
  name: string,
  sub: string | null,
  taken: readonly TakenName[],
): Promise<boolean> {
  const wanted = { true: nameShape(name, true), false: nameShape(name) };
  const alike = taken.filter((one) => shapeOf(one) === wanted[`${one.isOfficial}`]);
  if (alike.length === 0 || alike.some(({ userId }) => userId !== null && userId === sub)) return true;
  if (sub === null || alike.some(({ userId }) => userId !== null)) return false;
  return isStaff(
    db,
    alike.map(({ tenant }) => tenant),
    sub,
  );
}

async function isStaff(db: Kysely<Database>, tenants: readonly string[], sub: string): Promise<boolean> {
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

/** @param tenant null: of all, since an account is one for all of them */
async function readTaken(db: Kysely<Database>, tenant: string | null): Promise<TakenName[]> {
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
