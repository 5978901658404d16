/** Names that are not free (§6): reserved ones, and those the official users and ambassadors bear, with what looks like them. */
import type { Kysely } from 'kysely';
import { tenants } from '../../../tenants/index.ts';
import type { Database } from '../../database/schema.ts';
import { claimsAuthority, OWN_NAMES } from './authorityNames.ts';
import { nameShape } from './nameShape.ts';
import { isStaff, readTaken, type TakenName } from './reservedNamesRepository.ts';

const TENANT_IDS = tenants.map(({ id }) => id);
/** The tenants' names, which nobody has to reserve: their staff may bear them. null: of all tenants. */
const ownNames = (tenant: string | null): TakenName[] =>
  OWN_NAMES.filter((own) => tenant === null || own.tenant === tenant).map((own) => ({
    ...own,
    userId: null,
    reservation: 'open',
    isOfficial: true,
  }));
const readAllTaken = async (db: Kysely<Database>, tenant: string | null): Promise<TakenName[]> => [
  ...ownNames(tenant),
  ...(await readTaken(db, tenant)),
];

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
 * May the account bear this name? A reserved name is its owner's; one nobody owns is for the tenant's ambassadors and official users;
 * the present name and nickname
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
  const taken = await readAllTaken(db, null);
  return mayBear(db, name, sub, isPublic ? taken : taken.filter(({ isOfficial }) => isOfficial));
}

/** May a person bear it? Beyond `mayTake`, a name that claims to speak for a tenant is for its staff (SAF-14d). */
async function mayBear(db: Kysely<Database>, name: string, sub: string | null, taken: readonly TakenName[]) {
  if (findAlike(name, taken).length > 0 || !claimsAuthority(name)) return mayTake(db, name, sub, taken);
  return sub !== null && isStaff(db, TENANT_IDS, sub);
}

interface Named {
  readonly user_id: string;
  readonly nickname: string;
}

/** Those of the accounts that bear a name they could not choose today. */
export async function findBearersOfReserved<T extends Named>(db: Kysely<Database>, people: readonly T[]): Promise<T[]> {
  const taken = await readAllTaken(db, null);
  const found: T[] = [];
  for (const one of people) if (!(await mayBear(db, one.nickname, one.user_id, taken))) found.push(one);
  return found;
}

/** May the fan call an event so? What announces itself by the tenant's own name is the tenant's. */
export async function mayNameEvent(db: Kysely<Database>, tenant: string, name: string, sub: string): Promise<boolean> {
  const taken = await readAllTaken(db, tenant);
  return mayTake(
    db,
    name,
    sub,
    taken.filter(({ isOfficial }) => isOfficial),
  );
}

/**
 * Is this name, which the account bears, reserved for somebody else, so that the fan has to choose another (ROL-04e)? Not while no
 * operator has decided whose it is.
 */
export async function isReservedForOthers(db: Kysely<Database>, name: string, sub: string): Promise<boolean> {
  const taken = await readAllTaken(db, null);
  const isDecided = findAlike(name, taken).some(({ reservation }) => reservation === 'decided');
  return isDecided && !(await mayTake(db, name, sub, taken));
}

/** Those a name passes for. */
function findAlike(name: string, taken: readonly TakenName[]): TakenName[] {
  const wanted = { true: nameShape(name, true), false: nameShape(name) };
  return taken.filter((one) => shapeOf(one) === wanted[`${one.isOfficial}`]);
}

async function mayTake(
  db: Kysely<Database>,
  name: string,
  sub: string | null,
  taken: readonly TakenName[],
): Promise<boolean> {
  const alike = findAlike(name, taken);
  // Whose a reserved name is was decided: nobody else bears it, whatever they are to the tenant.
  const owned = alike.filter(({ reservation, userId }) => reservation !== null && userId !== null);
  if (owned.length > 0) return owned.some(({ userId }) => userId === sub);
  if (alike.length === 0 || alike.some(({ userId }) => userId !== null && userId === sub)) return true;
  if (sub === null || alike.some(({ userId }) => userId !== null)) return false;
  return isStaff(
    db,
    alike.map(({ tenant }) => tenant),
    sub,
  );
}
