import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { NoticeSettings } from '../../../src/contract/entities.ts';
import { LIST_PAGE_MAX } from '../../../src/contract/limits.ts';
import { APPEALABLE, type AppealState } from '../../../src/contract/reports.ts';
import type { Database } from '../../database/schema.ts';
import { addNewsCount } from '../../push/newsCounts.ts';
import { isSeen } from '../blocks/repository.ts';

/** A comment an operator hid, told of by a notice whose id ends with the comment's (`activityNotices.ts`). */
const isOfHiddenComment = sql<boolean>`(n.kind in ('comment', 'reply') and exists (select 1 from comment c
  where c.tenant = n.tenant and c.comment_id = substr(n.notice_id, length(n.kind) + 2) and c.hidden_at is not null))`;

const toldFrom = sql`from photo t where t.tenant = n.tenant and t.user_id = n.user_id and t.hidden_at is null
  and t.created_at >= n.since and t.created_at <= n.created_at`;
/** Photos a 'post' notice tells of, as things stand now: deleted and hidden ones have left it. */
export const toldPhotos = sql<number>`case when n.kind = 'post' then (select count(*)::int ${toldFrom}) else 0 end`;
const newestTold = sql<string | null>`case when n.kind = 'post' then
  (select t.media_url ${toldFrom} order by t.created_at desc, t.id desc limit 1) else n.media_url end`;

/** What the reader may do against the decision a notice tells of; null: nothing. An undone decision has no appeal. */
const appealStateOf = (userId: string | null) => sql<AppealState | null>`(
  select case when a.case_id is null then 'possible' else coalesce(a.outcome, 'sent') end
  from report_case rc left join case_appeal a on a.case_id = rc.case_id
  where rc.case_id = n.case_id and rc.author_id = ${userId ?? ''}
    and (a.outcome is not null or rc.decision = any(${[...APPEALABLE]}::text[])))`;

const isOfWithdrawnNews = sql<boolean>`(n.news_id is not null and exists (
  select 1 from news w where w.tenant = n.tenant and w.news_id = n.news_id and w.state = 'withdrawn'))`;

/** Notices for everybody, and the reader's own of people not muted. One about what an operator hid waits with it; withdrawn news is gone. */
export const noticesFor = (db: Kysely<Database>, tenant: string, userId: string | null) =>
  db
    .selectFrom('notice as n')
    .where('n.tenant', '=', tenant)
    .where((eb) => eb.or([eb('n.recipient_id', 'is', null), eb('n.recipient_id', '=', userId ?? '')]))
    .where(sql<boolean>`not exists (select 1 from photo p where p.media_url = n.media_url and p.hidden_at is not null)`)
    .where(sql<boolean>`not ${isOfHiddenComment}`)
    .where(sql<boolean>`not ${isOfWithdrawnNews}`)
    .where(sql<boolean>`(n.kind <> 'post' or exists (select 1 ${toldFrom}))`)
    .where((eb) => eb.or([eb('n.user_id', 'is', null), isSeen(userId, 'n.user_id')]));

/** What a list shows of them. */
const newestNotices = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  query.orderBy(sql.ref('n.created_at'), 'desc').orderBy(sql.ref('n.notice_id')).limit(LIST_PAGE_MAX);

/** Notices the fan has not read, of those the list shows: what cannot be seen could never be read. */
export async function countUnread(db: Kysely<Database>, tenant: string, userId: string): Promise<number> {
  const listed = newestNotices(noticesFor(db, tenant, userId).select(['n.notice_id', 'n.created_at']));
  const row = await db
    .selectFrom(listed.as('l'))
    .leftJoin('notice_read as r', (join) =>
      join.on('r.tenant', '=', tenant).on('r.user_id', '=', userId).onRef('r.notice_id', '=', 'l.notice_id'),
    )
    .where('r.notice_id', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** What the list of notices shows: each with who caused it, whether it was read, and how many reacted to its photo. */
export const readNotices = (db: Kysely<Database>, tenant: string, userId: string | null) =>
  newestNotices(
    noticesFor(db, tenant, userId)
      .leftJoin('photo as p', 'p.media_url', 'n.media_url')
      .leftJoin('profile as f', 'f.user_id', 'n.user_id')
      .leftJoin('news as w', (join) => join.onRef('w.tenant', '=', 'n.tenant').onRef('w.news_id', '=', 'n.news_id'))
      .leftJoin('notice_read as r', (join) =>
        join
          .on('r.tenant', '=', tenant)
          .on('r.user_id', '=', userId ?? '')
          .onRef('r.notice_id', '=', 'n.notice_id'),
      )
      .select(['n.notice_id', 'n.kind', 'n.title', 'n.body', 'n.url', 'n.created_at', 'n.user_id'])
      .select(['f.nickname', 'r.notice_id as read_id', 'p.reaction_count', 'w.picture', 'w.known'])
      .select([newestTold.as('media_url'), toldPhotos.as('post_count'), appealStateOf(userId).as('appeal')]),
  ).execute();

/** Marks those of the notices as read that are the fan's to read. Of the club's news each fan counts once as a reader. */
export async function markRead(
  trx: Transaction<Database>,
  tenant: string,
  user_id: string,
  ids: readonly string[],
): Promise<void> {
  const known = await noticesFor(trx, tenant, user_id)
    .where('n.notice_id', 'in', ids)
    .select(['n.notice_id', 'n.news_id'])
    .orderBy('n.notice_id')
    .execute();
  if (known.length === 0) return;
  const added = await trx
    .insertInto('notice_read')
    .values(known.map(({ notice_id }) => ({ tenant, notice_id, user_id })))
    .onConflict((c) => c.doNothing())
    .returning('notice_id')
    .execute();
  const read = new Set(added.map(({ notice_id }) => notice_id));
  for (const { notice_id, news_id } of known)
    if (news_id !== null && read.has(notice_id))
      await addNewsCount(trx, { tenant, news_id, counter: 'opened', n: 1, by: user_id });
}

const UNSET: NoticeSettings = {
  comment: true,
  reply: true,
  reaction: true,
  follow: true,
  post: true,
  player: false,
  match: false,
  memory: false,
};

/** Which actions of others make a notice for this fan: all, until the fan says otherwise; pushes of favourite players and of all matches once the fan asks for them. */
export async function readNoticeSettings(db: Kysely<Database>, userId: string): Promise<NoticeSettings> {
  const row = await db
    .selectFrom('notice_setting')
    .select(['comment', 'reply', 'reaction', 'follow', 'post', 'player', 'match', 'memory'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? UNSET;
}

export async function saveNoticeSettings(
  db: Kysely<Database>,
  userId: string,
  { comment, reply, reaction, follow, ...newer }: NoticeSettings,
): Promise<void> {
  const given = Object.entries(newer).filter(([, isOn]) => isOn !== undefined);
  const values = { comment, reply, reaction, follow, ...Object.fromEntries(given) };
  await db
    .insertInto('notice_setting')
    .values({ user_id: userId, ...values })
    .onConflict((c) => c.column('user_id').doUpdateSet(values))
    .execute();
}
