import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { normaliseText } from './searchText.ts';

/** What lists show of an account. `avatar` is an object key. */
export interface Profile {
  readonly userId: string;
  readonly name: string;
  readonly nickname: string;
  readonly avatar: string | null;
}

/** Creates or renews the profile. Called whenever the identity provider tells us an account's attributes. */
export async function saveProfile(db: Kysely<Database>, profile: Profile): Promise<void> {
  const { name, nickname, avatar } = profile;
  const values = { name, nickname, avatar, search: normaliseText(`${name} ${nickname}`), left_at: null };
  await db
    .insertInto('profile')
    .values({ user_id: profile.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** The account left the service (ACC-10): its names vanish everywhere; the id stays, so that lists stay whole. */
export async function clearProfile(db: Kysely<Database>, userId: string): Promise<void> {
  const values = { name: '', nickname: '', avatar: null, search: '', left_at: new Date() };
  await db
    .insertInto('profile')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}
