import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import { LIST_PAGE_MAX } from '../../../src/contract/limits.ts';
import { FOLDING, searchKey } from '../../../src/rules/searchMatch.ts';
import { plainName } from '../../../src/rules/visibleText.ts';
import { containsPattern, gramsOf } from '../../database/likePattern.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database, ProfileTable } from '../../database/schema.ts';
import { holdName } from '../reports/heldNames.ts';

/**
 * What the product knows of an account: public things only. The name asked for at sign-up is private (SAF-16) and stays with the
 * identity provider. `avatar` is an object key.
 */
export interface Profile {
  readonly userId: string;
  /** As the identity provider has it; empty: none given. */
  readonly nickname: string;
  readonly avatar: string | null;
}

/**
 * The name others see: the nickname, as a name is kept whoever the identity provider is. An account without one (of another
 * provider, or made by a client of its own) gets a name made of its public id, since nothing private may stand in for it and an
 * empty name means that the fan has left.
 */
export const publicName = ({ userId, nickname }: Pick<Profile, 'userId' | 'nickname'>): string =>
  plainName(nickname) || `ファン${numberOf(userId)}`;

const numberOf = (userId: string): string =>
  String(createHash('sha256').update(userId).digest().readUInt32BE() % 10_000).padStart(4, '0');

/** Whether a moderator took this name from the fan (STF-07b). */
async function isRefusedName(db: Kysely<Database>, userId: string, nickname: string): Promise<boolean> {
  const row = await db
    .selectFrom('refused_name')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('name_key', '=', searchKey(plainName(nickname)))
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a name from a fan: from now on the profile shows a neutral one, until the fan chooses another. */
export async function refuseName(
  trx: Transaction<Database>,
  { userId, nickname, avatar }: Profile,
  at: Date,
): Promise<string> {
  await trx
    .insertInto('refused_name')
    .values({ user_id: userId, name_key: searchKey(nickname), at })
    .onConflict((c) => c.doNothing())
    .execute();
  return saveProfile(trx, { userId, nickname, avatar });
}

/**
 * Creates or renews the profile. Called whenever the identity provider tells us an account's attributes. Gives the public name.
 * @param leftAt as it was before the provider was asked: an account that is known afterwards is here again. Who has left since then stays
 * without a name.
 */
export async function saveProfile(db: Kysely<Database>, profile: Profile, leftAt: Date | null = null): Promise<string> {
  const [isRefused, holding] = await Promise.all([
    isRefusedName(db, profile.userId, profile.nickname),
    readTenantsHolding(db, profile.userId, profile.nickname),
  ]);
  const nickname = publicName(isRefused ? { ...profile, nickname: '' } : profile);
  const values = { nickname, avatar: profile.avatar, search: searchKey(nickname), fold: FOLDING, left_at: null };
  const shown = { userId: profile.userId, values, leftAt };
  if (holding.length === 0 || isRefused) await writeProfile(db, shown);
  else if (db.isTransaction) await writeHeldProfile(db as Transaction<Database>, shown, holding);
  else await inTransaction(db, (trx) => writeHeldProfile(trx, shown, holding));
  return nickname;
}

interface ShownProfile {
  readonly userId: string;
  readonly values: Pick<Insertable<ProfileTable>, 'nickname' | 'avatar' | 'search' | 'fold' | 'left_at'>;
  readonly leftAt: Date | null;
}

/** Shows a name that has a word of these tenants. If the fan did not have it before, their moderators are to look at it (STF-11c). */
async function writeHeldProfile(trx: Transaction<Database>, shown: ShownProfile, tenants: readonly string[]) {
  const { userId, values } = shown;
  await lockProfile(trx, userId);
  const before = await readProfile(trx, userId);
  await writeProfile(trx, shown);
  if (before?.nickname !== values.nickname)
    await holdName(trx, { userId, nickname: values.nickname }, tenants, new Date());
}

/** Returns the fan's tenants with a word that the name has, in whatever spelling. */
async function readTenantsHolding(
  db: Kysely<Database>,
  userId: string,
  name: string,
  tenant: string | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ tenant: string }>`
    select m.tenant from membership m where m.user_id = ${userId} and (${tenant}::text is null or m.tenant = ${tenant})
      and exists (select 1 from held_word h where h.tenant = m.tenant and position(h.key in ${searchKey(plainName(name))}) > 0)
    order by m.tenant`.execute(db);
  return rows.map((row) => row.tenant);
}

async function writeProfile(db: Kysely<Database>, { userId, values, leftAt }: ShownProfile): Promise<void> {
  await db
    .insertInto('profile')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(values)
        // Read again and again by every fan, it is written when it differs: each write has the lists of all tenants read anew.
        .where(sql<boolean>`(${sql.join(Object.keys(values).map((column) => sql.ref(`profile.${column}`)))})
          is distinct from (${sql.join(Object.keys(values).map((column) => sql.ref(`excluded.${column}`)))})
          and profile.left_at is not distinct from ${leftAt}::timestamptz`),
    )
    .execute();
}

/** When the account left the service; null: it has not, or is not known. */
export async function readLeftAt(db: Kysely<Database>, userId: string): Promise<Date | null> {
  const row = await db.selectFrom('profile').select('left_at').where('user_id', '=', userId).executeTakeFirst();
  return row?.left_at ?? null;
}

/** Until the transaction ends, the account neither joins a tenant nor gets another name. */
export async function lockProfile(trx: Transaction<Database>, userId: string): Promise<void> {
  await sql`select from profile where user_id = ${userId} for update`.execute(trx);
}

/** Was nobody with this account led through the service yet (MOD-04)? */
export async function isInFirstSteps(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('profile').select('first_steps').where('user_id', '=', userId).executeTakeFirst();
  return row?.first_steps ?? false;
}

/** The account left the service (ACC-10): its name vanishes everywhere; the id stays, so that lists stay whole. */
export async function clearProfile(db: Kysely<Database>, userId: string): Promise<void> {
  const values = { nickname: '', avatar: null, search: '', left_at: new Date() };
  await db
    .insertInto('profile')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** The profile of an account that has not left. */
export async function readProfile(db: Kysely<Database>, userId: string): Promise<Profile | null> {
  const row = await db.selectFrom('profile').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!row || row.left_at !== null) return null;
  return { userId: row.user_id, nickname: row.nickname, avatar: row.avatar };
}

/** The avatar's key as our lists show it; null: none. */
export async function readAvatar(db: Kysely<Database>, userId: string): Promise<string | null> {
  const row = await db.selectFrom('profile').select('avatar').where('user_id', '=', userId).executeTakeFirst();
  return row?.avatar ?? null;
}

export async function saveFirstSteps(db: Kysely<Database>, userId: string, first_steps: boolean): Promise<void> {
  await db.updateTable('profile').set({ first_steps }).where('user_id', '=', userId).execute();
}

/**
 * Members of a tenant whose public name contains a text.
 * @param key as `searchKey` makes it, not empty
 */
export const findMembersByName = (db: Kysely<Database>, tenant: string, key: string) =>
  db
    .selectFrom('profile as f')
    .innerJoin('membership as m', 'm.user_id', 'f.user_id')
    .select(['f.user_id', 'f.nickname'])
    .where('m.tenant', '=', tenant)
    .where('f.left_at', 'is', null)
    .where(sql<boolean>`photo_terms(f.search, '{}') @> ${gramsOf(key)}::text[]`)
    .where('f.search', 'like', containsPattern(key))
    .orderBy('f.search')
    .orderBy('f.user_id')
    .limit(LIST_PAGE_MAX)
    .execute();

/** Tenants a fan has joined, in that order, with the version of the rules agreed to. */
export const readMemberships = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('membership')
    .select(['tenant as tenant_id', 'agreed_version'])
    .where('user_id', '=', userId)
    .orderBy('joined_at')
    .orderBy('tenant')
    .execute();

/** Joins a tenant, or agrees to its newer rules. A name with a word of the tenant becomes a case (STF-11c). False: the account has left the service meanwhile. */
export async function saveMembership(
  trx: Transaction<Database>,
  tenant: string,
  user_id: string,
  agreed_version: string,
): Promise<boolean> {
  // Held, so that whoever leaves at this moment takes this membership along.
  const { rows } = await sql<{ nickname: string }>`
    select nickname from profile where user_id = ${user_id} and left_at is null for share`.execute(trx);
  const [profile] = rows;
  if (!profile) return false;
  const isMember = (await readMemberships(trx, user_id)).some((one) => one.tenant_id === tenant);
  await trx
    .insertInto('membership')
    .values({ tenant, user_id, agreed_version })
    .onConflict((c) => c.columns(['tenant', 'user_id']).doUpdateSet({ agreed_version }))
    .execute();
  if (isMember) return true;
  const { nickname } = profile;
  await holdName(
    trx,
    { userId: user_id, nickname },
    await readTenantsHolding(trx, user_id, nickname, tenant),
    new Date(),
  );
  return true;
}

export async function readReservedNames(db: Kysely<Database>, tenant: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reserved_name')
    .select('name')
    .where('tenant', '=', tenant)
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
