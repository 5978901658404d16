/** Names that are not free (§6): reserved ones, and those the official users and ambassadors bear, with what looks like them. */
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { nameShape } from './nameShape.ts';
import { isStaff, readTaken, type TakenName } from './reservedNamesRepository.ts';

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
