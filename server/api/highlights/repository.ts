/** Highlights of events in the database (WAL-07): pages, and what is counted for them. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { HighlightsNumbers, HighlightsPlayers, HighlightsSection } from '../../../src/contract/highlights.ts';
import { HIGHLIGHTS } from '../../../src/contract/highlightsLimits.ts';
import type { Database } from '../../database/schema.ts';
import { shownPersons } from '../persons/shownPersonsRepository.ts';
import { readTallies } from '../photos/photoConditions.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** The page of one event. */
export interface HighlightsPlace {
  readonly tenant: string;
  readonly eventId: string;
}
/** What staff write. */
export interface HighlightsContent {
  readonly title: string;
  readonly text: string;
  readonly sections: readonly HighlightsSection[];
}
export interface StoredHighlights extends HighlightsContent {
  readonly revision: number;
  readonly publishedAt: Date | null;
}

const FIELDS = ['title', 'body', 'sections', 'revision', 'published_at'] as const;
interface Row {
  readonly title: string;
  readonly body: string;
  readonly sections: string[];
  readonly revision: number;
  readonly published_at: Date | null;
}
const storedOf = ({ title, body, sections, revision, published_at }: Row): StoredHighlights => ({
  title,
  text: body,
  // The contract's schema is the only way in.
  sections: sections as HighlightsSection[],
  revision,
  publishedAt: published_at,
});

const pageOf = (db: Db, { tenant, eventId }: HighlightsPlace) =>
  db.selectFrom('highlights_page').select(FIELDS).where('tenant', '=', tenant).where('event_id', '=', eventId);

/** Returns the page of an event. Null: nobody has made it. */
export async function readHighlights(db: Db, place: HighlightsPlace): Promise<StoredHighlights | null> {
  const row = await pageOf(db, place).executeTakeFirst();
  return row === undefined ? null : storedOf(row);
}

/** As `readHighlights`. Nobody else changes the page until the transaction ends. */
export async function lockHighlights(trx: Trx, place: HighlightsPlace): Promise<StoredHighlights | null> {
  const row = await pageOf(trx, place).forUpdate().executeTakeFirst();
  return row === undefined ? null : storedOf(row);
}

/** Adds the draft of an event's page. False: there is a page already. */
export async function addHighlights(trx: Trx, place: HighlightsPlace, content: HighlightsContent): Promise<boolean> {
  const { title, text: body, sections } = content;
  const row = { tenant: place.tenant, event_id: place.eventId, title, body, sections: [...sections], revision: 1 };
  const added = await trx
    .insertInto('highlights_page')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Saves a page that the caller has locked. A public one waits for its drawing then. */
export async function saveHighlights(trx: Trx, place: HighlightsPlace, page: StoredHighlights): Promise<void> {
  const { title, text: body, sections, revision, publishedAt } = page;
  await trx
    .updateTable('highlights_page')
    .set({ title, body, sections: [...sections], revision, published_at: publishedAt, tries: 0 })
    .set({ due_at: publishedAt === null ? 'infinity' : '-infinity' })
    .where('tenant', '=', place.tenant)
    .where('event_id', '=', place.eventId)
    .execute();
  if (publishedAt === null) await removePictures(trx, place);
}

const removePictures = (trx: Trx, { tenant, eventId }: HighlightsPlace) =>
  trx.deleteFrom('highlights_picture').where('tenant', '=', tenant).where('event_id', '=', eventId).execute();

/** Whether the tenant has as many public pages as it may have. */
export async function isHighlightsFull(db: Db, tenant: string): Promise<boolean> {
  const { n } = await db
    .selectFrom('highlights_page')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('tenant', '=', tenant)
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(n) >= HIGHLIGHTS.published;
}

/** Events of the tenant with a public page, the latest first, for the site map. */
export async function readPublicHighlights(db: Db, tenant: string): Promise<string[]> {
  const rows = await db
    .selectFrom('highlights_page')
    .select('event_id')
    .where('tenant', '=', tenant)
    .where('published_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .limit(HIGHLIGHTS.published)
    .execute();
  return rows.map(({ event_id }) => event_id);
}

/** Returns what was counted of an event, from counters alone (STF-17e). */
export async function readHighlightsNumbers(db: Db, { tenant, eventId }: HighlightsPlace): Promise<HighlightsNumbers> {
  const [photos = 0] = await readTallies(db, tenant, [['event', eventId]]);
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::int as n from figure
    where tenant = ${tenant} and about = ${eventId} and about <> '' and kind in ('fans', 'likes', 'reads')
    group by kind`.execute(db);
  const of = (kind: string) => Math.max(0, rows.find((row) => row.kind === kind)?.n ?? 0);
  return { photos: Math.max(0, photos), posters: of('fans'), likes: of('likes'), looks: of('reads') };
}

/** Returns the players with most photos of an event, those with most first. */
export async function readHighlightsPlayers(db: Db, { tenant, eventId }: HighlightsPlace): Promise<HighlightsPlayers> {
  const shown = shownPersons({ kind: 'event', tenant: sql`${tenant}`, value: sql`${eventId}` });
  const { rows } = await sql<{ name: string; count: number }>`
    select s.name, s.n as count from ${shown} s order by s.n desc, s.name limit ${HIGHLIGHTS.players}`.execute(db);
  return rows;
}
