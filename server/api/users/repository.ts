import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { plainName } from '../../../src/rules/visibleText.ts';
import type { Database } from '../../database/schema.ts';

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

/** Creates or renews the profile. Called whenever the identity provider tells us an account's attributes. Gives the public name. */
export async function saveProfile(db: Kysely<Database>, profile: Profile): Promise<string> {
  const nickname = publicName(profile);
  const values = { nickname, avatar: profile.avatar, search: searchKey(nickname), left_at: null };
  await db
    .insertInto('profile')
    .values({ user_id: profile.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return nickname;
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
