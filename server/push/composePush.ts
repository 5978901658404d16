import type { Kysely } from 'kysely';
import type { PushPayload } from '../../src/contract/entities.ts';
import { EVENT_NAME_MAX, NOTICE_MAX } from '../../src/contract/limits.ts';
import { userMark } from '../../src/contract/userMark.ts';
import { formatWireDateTime, parseWireDate } from '../../src/rules/dates.ts';
import { countUnread, noticesFor, toldPhotos } from '../api/notices/repository.ts';
import { screenName } from '../api/photos/repository.ts';
import type { Database } from '../database/schema.ts';
import { composePlayers } from './playerPushes.ts';
import { type PushJob, wantsEvent } from './pushJobs.ts';
import { toldUntil } from './quietHours.ts';

/** Characters of news a push carries: push services take 4 kB, and a lock screen shows less. */
const BODY_MAX = 200;
/** How long a push is kept for a phone that is off, where nothing else is said. */
const KEPT_MS = 24 * 3_600_000;

/** A push of the queue, whoever sends it. */
type QueuedPush = Omit<PushJob, 'lease'>;

/**
 * What a push says, as things stand now. null: nothing any more, because the action was taken back, hidden or read, whoever did it was
 * muted, the bookmark or the wish is gone, or it was held up until it was no news.
 */
export async function composePush(db: Kysely<Database>, job: QueuedPush, now: Date): Promise<ComposedPush | null> {
  const found = await said(db, job, now);
  if (found === null) return null;
  const { until = now.getTime() + KEPT_MS, newsId = null, ...rest } = found;
  const unread = await countUnread(db, job.tenant, job.user_id);
  const id = `${job.kind} ${job.about}`;
  return { payload: { for: await userMark(job.user_id), tenant: job.tenant, id, unread, ...rest }, until, newsId };
}

export interface ComposedPush {
  readonly payload: PushPayload;
  /** When it is worth nothing any more, epoch ms: a phone that was off until then is not told. */
  readonly until: number;
  /** The desk's news item that it tells; null or left out: something else. */
  readonly newsId?: string | null;
}

type Said = Omit<PushPayload, 'for' | 'tenant' | 'id' | 'unread'> & {
  readonly id?: string;
  readonly until?: number;
  readonly newsId?: string | null;
};

function said(db: Kysely<Database>, job: QueuedPush, now: Date): Promise<Said | null> {
  switch (job.kind) {
    case 'notice':
      return composeNotice(db, job);
    case 'event':
      return composeEvent(db, job, now);
    case 'person':
      return composePlayers(db, job);
  }
}

async function composeNotice(db: Kysely<Database>, { tenant, user_id, about }: QueuedPush): Promise<Said | null> {
  const row = await noticesFor(db, tenant, user_id)
    .leftJoin('photo as p', 'p.media_url', 'n.media_url')
    .leftJoin('profile as f', 'f.user_id', 'n.user_id')
    .leftJoin('notice_read as r', (join) =>
      join.on('r.tenant', '=', tenant).on('r.user_id', '=', user_id).onRef('r.notice_id', '=', 'n.notice_id'),
    )
    .select(['n.kind', 'n.title', 'n.body', 'n.media_url', 'n.user_id', 'n.news_id', 'f.nickname', 'p.reaction_count'])
    .select(toldPhotos.as('post_count'))
    .where('n.notice_id', '=', about)
    .where('r.notice_id', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    kind: row.kind,
    name: row.user_id === null ? null : screenName(row) || null,
    title: row.title.slice(0, NOTICE_MAX.title),
    body: row.body.slice(0, BODY_MAX).toWellFormed(),
    count: row.kind === 'reaction' ? (row.reaction_count ?? 1) : row.kind === 'post' ? row.post_count : 1,
    media_url: row.media_url,
    target: row.user_id,
    newsId: row.news_id,
  };
}

async function composeEvent(
  db: Kysely<Database>,
  { tenant, user_id, about }: QueuedPush,
  now: Date,
): Promise<Said | null> {
  const at = formatWireDateTime(now.getTime());
  const event = await db
    .selectFrom('event as e')
    .select(['e.event_name', 'e.crawl_period_start'])
    .where('e.tenant', '=', tenant)
    .where('e.event_id', '=', about)
    .where('e.crawl_period_start', '<=', at)
    .where('e.crawl_period_end', '>', at)
    .where(wantsEvent(tenant, about, user_id))
    .executeTakeFirst();
  if (!event) return null;
  const until = toldUntil(parseWireDate(event.crawl_period_start) ?? 0);
  if (until < now.getTime()) return null;
  const name = event.event_name.slice(0, EVENT_NAME_MAX);
  return { kind: 'event', name, title: '', body: '', count: 1, media_url: null, target: about, until };
}
