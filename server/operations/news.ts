/**
 * News that the desk and the command line manage (STF-18). A write names the revision it began from, so that no editor overwrites what
 * another wrote meanwhile. `server/push/publishNews.ts` publishes what is due.
 */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { NEWS } from '../../src/contract/staffLimits.ts';
import type { News, NewsRefusal } from '../../src/contract/staffNewsEndpoints.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { isBlank } from '../../src/rules/visibleText.ts';
import type { NewsTable } from '../database/newsTables.ts';
import type { Database } from '../database/schema.ts';
import { Refusal } from './outcome.ts';
import { onOneLine } from './terminalText.ts';

type Trx = Transaction<Database>;
type Row = Selectable<NewsTable>;

const DAY_MS = 24 * 3_600_000;

/** What an editor writes of a news item. */
export type NewsContent = Pick<Row, 'title' | 'body' | 'url' | 'picture' | 'audience' | 'about'>;

/** One news item of a tenant. */
export interface NewsPlace {
  readonly tenant: string;
  readonly news_id: string;
}

/** What became of a write; `before` null: there was none. */
export type NewsOutcome =
  | { readonly result: 'ok'; readonly before: Row | null; readonly after: Row | null }
  | { readonly result: NewsRefusal };

/** Returns news for the desk: what waits, the latest change first, then the NEWS.listed latest that were published. */
export async function readNews(db: Kysely<Database>, tenant: string): Promise<News[]> {
  const { rows: waiting } = await selectNews(
    db,
    sql`n.tenant = ${tenant} and n.state in ('draft', 'scheduled') order by n.changed_at desc, n.news_id limit ${NEWS.open}`,
  );
  const { rows: published } = await selectNews(
    db,
    sql`n.tenant = ${tenant} and n.state in ('sending', 'sent', 'withdrawn')
      order by n.publish_at desc, n.news_id limit ${NEWS.listed}`,
  );
  return [...waiting, ...published].map(newsOf);
}

/** Returns one news item for the desk; null: there is none. */
export async function readOneNews(db: Kysely<Database>, { tenant, news_id }: NewsPlace): Promise<News | null> {
  const { rows } = await selectNews(db, sql`n.tenant = ${tenant} and n.news_id = ${news_id}`);
  return rows[0] ? newsOf(rows[0]) : null;
}

type Shown = Row & { readonly about_name: string | null } & Pick<News, 'delivered' | 'pushed' | 'opened'>;

const selectNews = (db: Kysely<Database>, which: ReturnType<typeof sql>) =>
  sql<Shown>`
    select n.*, e.event_name as about_name, c.delivered, c.pushed, c.opened
    from news n
      left join event e on n.audience in ('event', 'posters') and e.tenant = n.tenant and e.event_id = n.about
      cross join lateral (
        select coalesce(sum(delivered), 0)::int as delivered, coalesce(sum(pushed), 0)::int as pushed,
          coalesce(sum(opened), 0)::int as opened
        from news_count where tenant = n.tenant and news_id = n.news_id) c
    where ${which}`.execute(db);

const wireTime = (at: Date | null): string | null => (at === null ? null : formatWireDateTime(at.getTime()));

function newsOf(row: Shown): News {
  const { news_id, revision, title, body, url, picture, audience, about, state, delivered, pushed, opened } = row;
  return {
    news_id,
    revision,
    title,
    body,
    url,
    picture,
    audience,
    about,
    state,
    delivered,
    pushed,
    opened,
    about_name: row.about_name ?? about,
    publish_at: wireTime(row.publish_at),
    published_at: wireTime(row.published_at),
    changed_at: formatWireDateTime(row.changed_at.getTime()),
  };
}

/** Adds news that is to be published at once, as an act at the desk has it told. Bounds of what editors write do not hold for it. */
export async function publishAtOnce(
  trx: Trx,
  place: NewsPlace,
  fields: Omit<NewsContent, 'picture'>,
  now: Date,
): Promise<void> {
  const times = { publish_at: now, due_at: now, changed_at: now };
  await trx
    .insertInto('news')
    .values({ ...place, ...fields, ...times, picture: null, state: 'scheduled', revision: 1 })
    .execute();
}

/** Writes about the news of a tenant go one after the other, so that bounds hold. */
async function lockNews(trx: Trx, { tenant, news_id }: NewsPlace): Promise<Row | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`news ${tenant}`}, 0))`.execute(trx);
  const row = await trx
    .selectFrom('news')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('news_id', '=', news_id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

const isWaiting = ({ state }: Row): boolean => state === 'draft' || state === 'scheduled';

/** Whether the news item has these fields already. */
const hasFields = (row: Row, { title, body, url, picture, audience, about }: NewsContent): boolean =>
  row.title === title &&
  row.body === body &&
  row.url === url &&
  row.picture === picture &&
  row.audience === audience &&
  row.about === about;

/** Whether the tenant has whom the news is for. */
async function hasAudience(trx: Trx, tenant: string, { audience, about }: Pick<Row, 'audience' | 'about'>) {
  if (audience === 'all') return about === '';
  const found =
    audience === 'person'
      ? trx.selectFrom('person').select('name as key').where('tenant', '=', tenant).where('name', '=', about)
      : trx.selectFrom('event').select('event_id as key').where('tenant', '=', tenant).where('event_id', '=', about);
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * Adds a draft, or changes one that waits; a scheduled one keeps its time. The same fields once more are fine.
 * @param given `revision` null: it is new
 */
export async function saveNews(
  trx: Trx,
  place: NewsPlace,
  { revision, fields }: { readonly revision: number | null; readonly fields: NewsContent },
  now: Date,
): Promise<NewsOutcome> {
  const before = await lockNews(trx, place);
  if (before === null && revision !== null) return { result: 'gone' };
  if (before && hasFields(before, fields)) return { result: 'ok', before, after: before };
  if (before && (before.revision !== revision || !isWaiting(before))) return { result: 'changed' };
  if (!(await hasAudience(trx, place.tenant, fields))) return { result: 'noAudience' };
  if (before?.state === 'scheduled' && isBlank(fields.body)) return { result: 'incomplete' };
  if (before) {
    const after = await changeNews(trx, place, { ...fields, revision: before.revision + 1, changed_at: now });
    return { result: 'ok', before, after };
  }
  if ((await countNews(trx, place.tenant, sql`state in ('draft', 'scheduled')`)) >= NEWS.open)
    return { result: 'full' };
  const after = await trx
    .insertInto('news')
    .values({ ...place, ...fields, state: 'draft', revision: 1, changed_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { result: 'ok', before, after };
}

async function countNews(trx: Trx, tenant: string, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from news where tenant = ${tenant} and ${which}`.execute(trx);
  return rows[0]?.n ?? 0;
}

const changeNews = (trx: Trx, { tenant, news_id }: NewsPlace, changes: Partial<NewsContent> & NewsChange) =>
  trx
    .updateTable('news')
    .set(changes)
    .where('tenant', '=', tenant)
    .where('news_id', '=', news_id)
    .returningAll()
    .executeTakeFirstOrThrow();

type NewsChange = Partial<Pick<Row, 'revision' | 'changed_at' | 'state' | 'publish_at' | 'due_at' | 'after_user'>>;

/**
 * Has the job publish a news item that waits.
 * @param at null: it is a draft again; not later than `now`: at once
 */
export async function scheduleNews(
  trx: Trx,
  place: NewsPlace,
  { revision, at }: { readonly revision: number; readonly at: Date | null },
  now: Date,
): Promise<NewsOutcome> {
  const before = await lockNews(trx, place);
  if (before === null) return { result: 'gone' };
  if (before.revision !== revision || !isWaiting(before)) return { result: 'changed' };
  const refusal = at === null ? null : await whyNotAt(trx, before, at, now);
  if (refusal !== null) return { result: refusal };
  const state = at === null ? 'draft' : 'scheduled';
  const times = { publish_at: at, due_at: at, changed_at: now };
  const after = await changeNews(trx, place, { state, revision: revision + 1, ...times });
  return { result: 'ok', before, after };
}

async function whyNotAt(trx: Trx, row: Row, at: Date, now: Date): Promise<NewsRefusal | null> {
  const { tenant, news_id } = row;
  if (at < now || at.getTime() > now.getTime() + NEWS.aheadMs) return 'past';
  if (isBlank(row.body)) return 'incomplete';
  if (!(await hasAudience(trx, tenant, row))) return 'noAudience';
  const [from, to] = [new Date(at.getTime() - DAY_MS), new Date(at.getTime() + DAY_MS)];
  const near = sql`publish_at > ${from}::timestamptz and publish_at < ${to}::timestamptz and news_id <> ${news_id}`;
  return (await countNews(trx, tenant, near)) >= NEWS.perDay ? 'tooMany' : null;
}

/** Removes a news item that waits; one that is not there is fine. */
export async function removeNews(trx: Trx, place: NewsPlace, revision: number): Promise<NewsOutcome> {
  const before = await lockNews(trx, place);
  if (before === null) return { result: 'ok', before, after: null };
  if (before.revision !== revision || !isWaiting(before)) return { result: 'changed' };
  await trx.deleteFrom('news').where('tenant', '=', place.tenant).where('news_id', '=', place.news_id).execute();
  return { result: 'ok', before, after: null };
}

/**
 * Takes published news from everybody: at once from what is shown, and the job removes its notices page by page. The notice for all goes
 * here, since visitors' lists are shared.
 */
export async function withdrawNews(trx: Trx, place: NewsPlace, now: Date): Promise<NewsOutcome> {
  const before = await lockNews(trx, place);
  if (before === null) return { result: 'gone' };
  if (before.state === 'withdrawn') return { result: 'ok', before, after: before };
  if (isWaiting(before)) return { result: 'changed' };
  const start = { due_at: now, after_user: '', changed_at: now };
  const after = await changeNews(trx, place, { state: 'withdrawn', revision: before.revision + 1, ...start });
  await trx
    .deleteFrom('notice')
    .where('tenant', '=', place.tenant)
    .where('news_id', '=', place.news_id)
    .where('recipient_id', 'is', null)
    .execute();
  return { result: 'ok', before, after };
}

/** The command line's list: one line a news item. */
export async function listNews(trx: Trx, tenant: string): Promise<string[]> {
  const list = await readNews(trx, tenant);
  if (list.length === 0) return [`${tenant}: there is no news.`];
  return list.map(({ news_id, state, publish_at, title, delivered, pushed, opened }) =>
    onOneLine(
      `${news_id}  ${state}  ${publish_at ?? '-'}  ${delivered} told, ${pushed} pushes, ${opened} opened  ${title}`,
    ),
  );
}

/** The command line's withdrawal. Throws Refusal for news that is not there or not published. */
export async function withdrawPublishedNews(trx: Trx, place: NewsPlace, now: Date): Promise<string[]> {
  const outcome = await withdrawNews(trx, place, now);
  if (outcome.result === 'gone') throw new Refusal(`Nothing was changed: ${place.tenant} has no such news.`);
  if (outcome.result !== 'ok') throw new Refusal('Nothing was changed: it is not published.');
  const isRepeated = outcome.before?.state === 'withdrawn';
  return [isRepeated ? 'The news is withdrawn already: all is as it was.' : 'The news is withdrawn.'];
}
