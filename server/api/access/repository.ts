/** What access is decided by: the SQL behind the rules of this folder. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database, EventTable } from '../../database/schema.ts';
import { readOwners } from './ambassadorRepository.ts';

/** Is the account a member of the tenant, who then cannot leave until the transaction ends? */
export async function isMember(trx: Transaction<Database>, tenant: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('membership')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** As `isMember`, of somebody else: nothing keeps them from leaving. */
export async function readMembership(db: Kysely<Database>, tenant: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('membership')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Is there such an event, which then is not deleted until the transaction ends? */
export async function lockEventForShare(trx: Transaction<Database>, tenant: string, eventId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('event')
    .select('event_id')
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** @param mode 'change': locked until the transaction ends */
export const readEvent = (
  db: Kysely<Database>,
  tenant: string,
  eventId: string,
  mode?: 'change',
): Promise<Selectable<EventTable> | undefined> =>
  db
    .selectFrom('event')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .$if(mode === 'change', (query) => query.forUpdate())
    .executeTakeFirst();

export async function hasTeam(db: Kysely<Database>, tenant: string, teamId: string): Promise<boolean> {
  const row = await db
    .selectFrom('team')
    .select('team_id')
    .where('tenant', '=', tenant)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row !== undefined;
}

/** What an account may post to is decided by: the tenant's lists of special people. */
export async function readStanding(db: Kysely<Database>, tenant: string, userId: string) {
  const [profile, ambassadors, officials, owners, persons] = await Promise.all([
    db.selectFrom('profile').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('ambassador').select('user_id as ambassador_user_id').where('tenant', '=', tenant).execute(),
    db.selectFrom('official_user').select('user_id').where('tenant', '=', tenant).execute(),
    readOwners(db, tenant),
    db.selectFrom('person').select('name').where('tenant', '=', tenant).execute(),
  ]);
  return {
    profile,
    ambassadors,
    officialUserIds: officials.map((row) => row.user_id),
    owners,
    personNames: persons.map((row) => row.name),
  };
}

/** Authors of those pictures that are posted photos, and whether an operator hid them. */
export async function readAuthors(
  db: Kysely<Database>,
  keys: readonly string[],
): Promise<{ media_url: string; user_id: string; hidden_at: Date | null }[]> {
  if (keys.length === 0) return [];
  return db.selectFrom('photo').select(['media_url', 'user_id', 'hidden_at']).where('media_url', 'in', keys).execute();
}

/** Sets or clears the mark of an operator. */
export async function markPhotoHidden(trx: Transaction<Database>, id: number, hidden_at: Date | null): Promise<void> {
  await trx.updateTable('photo').set({ hidden_at }).where('id', '=', id).execute();
}

/** Sets or clears the mark of an operator. The photo's counter is `addToCommentCount`. */
export async function markCommentHidden(
  trx: Transaction<Database>,
  { tenant, comment_id }: { readonly tenant: string; readonly comment_id: string },
  hidden_at: Date | null,
): Promise<void> {
  await trx
    .updateTable('comment')
    .set({ hidden_at })
    .where('tenant', '=', tenant)
    .where('comment_id', '=', comment_id)
    .execute();
}
