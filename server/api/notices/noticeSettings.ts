import type { Kysely } from 'kysely';
import type { NoticeSettings } from '../../../src/contract/entities.ts';
import type { Database } from '../../database/schema.ts';

const ALL_ON: NoticeSettings = { comment: true, reply: true, reaction: true, follow: true };

/** Which actions of others make a notice for this fan: all, until the fan says otherwise. */
export async function readNoticeSettings(db: Kysely<Database>, userId: string): Promise<NoticeSettings> {
  const row = await db
    .selectFrom('notice_setting')
    .select(['comment', 'reply', 'reaction', 'follow'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? ALL_ON;
}

export async function saveNoticeSettings(
  db: Kysely<Database>,
  userId: string,
  { comment, reply, reaction, follow }: NoticeSettings,
): Promise<void> {
  const values = { comment, reply, reaction, follow };
  await db
    .insertInto('notice_setting')
    .values({ user_id: userId, ...values })
    .onConflict((c) => c.column('user_id').doUpdateSet(values))
    .execute();
}
