/**
 * Where orphaned objects may stand (HLF-06): keys of photos, avatars and pictures of events that rows named and no longer name, written by
 * the database itself (`server/database/migrations/orphanChecks.ts`), and folders of a bucket whose uploads nobody tells the server of.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import { thumbnailKey } from '../../src/contract/config.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { originalOf } from '../../src/rules/objectKeys.ts';
import type { Database, OrphanCheckTable } from '../database/schema.ts';
import { COLLECT_AFTER_MS, type KeptObjects } from './keptObjects.ts';

/** `lease`: its due_at while this copy works on it. Another time there: something was done there meanwhile. */
export type OrphanCheck = Pick<Selectable<OrphanCheckTable>, 'place' | 'marked_at' | 'after_key'> & {
  readonly lease: Date;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A copy that has not come further after this long has died: another goes on where it was. */
const LEASE_MS = 10 * 60_000;
/** A folder is listed so long after something was stored there, when what is left of that day's uploads may be taken away. */
export const LIST_AFTER_MS = COLLECT_AFTER_MS + DAY_MS;
/** Who posts to an event marks its folder; more often than this tells nothing new. */
const MARK_EVERY_MS = HOUR_MS;
/** Events that began longer ago are marked by those who post to them. */
const BEGUN_MS = 2 * DAY_MS;

export const isFolder = (place: string): boolean => place.endsWith('/');

/** A folder below which everything of a tenant stands, as operators have it listed. Others are an event's or a fan's. */
export const isWholeTenant = (folder: string): boolean => folder.split('/').length === 3;

/** Places to look at from `due` on; a sooner look than that at the same place is put off. */
export async function addOrphanChecks(db: Kysely<Database>, places: readonly string[], due: Date): Promise<void> {
  await sql`
    insert into orphan_check(place, due_at, marked_at)
    select distinct place, ${due}::timestamptz, ${due}::timestamptz from unnest(${[...places]}::text[]) as place order by place
    on conflict (place) do update set due_at = excluded.due_at, marked_at = excluded.marked_at, after_key = null`.execute(
    db,
  );
}

/**
 * Originals of objects that are about to be removed, to be looked at at `due` should that break off. Answers those nobody had a look
 * planned at; a planned one stays as it is.
 */
export async function planRemovals(
  db: Kysely<Database>,
  originals: readonly string[],
  due: Date,
): Promise<OrphanCheck[]> {
  const { rows } = await sql<Omit<OrphanCheck, 'lease'>>`
    insert into orphan_check(place, due_at, marked_at)
    select distinct place, ${due}::timestamptz, ${due}::timestamptz from unnest(${[...originals]}::text[]) as place order by place
    on conflict (place) do nothing returning place, marked_at, after_key`.execute(db);
  return rows.map((row) => ({ ...row, lease: due }));
}

/** A removal under a key that a row names. `removeUntil`, epoch ms: later the removal might end after another caller's turn has begun. */
type RemovalTurn = OrphanCheck & { readonly removeUntil: number };

/**
 * The only turn to remove what stands under this key, until the check is ended or its lease has run out. null: another caller has it.
 * A look that was planned there is not needed any more: the row that names the key keeps what stands there, and its end plans another.
 */
export async function takeRemoval(db: Kysely<Database>, place: string, now: number): Promise<RemovalTurn | null> {
  const lease = new Date(now + LEASE_MS);
  const { rows } = await sql<Omit<OrphanCheck, 'lease'>>`
    insert into orphan_check(place, due_at, marked_at) values (${place}, ${lease}::timestamptz, ${lease}::timestamptz)
    on conflict (place) do update set due_at = excluded.due_at, marked_at = excluded.marked_at, after_key = null
      where orphan_check.marked_at <= ${new Date(now)}::timestamptz
    returning place, marked_at, after_key`.execute(db);
  return rows[0] ? { ...rows[0], lease, removeUntil: now + LEASE_MS / 2 } : null;
}

/** Fans may have stored something below this folder. */
async function markFolder(db: Kysely<Database>, folder: string, now: number): Promise<void> {
  const at = new Date(now);
  await db
    .insertInto('orphan_check')
    .values({ place: folder, due_at: new Date(now + LIST_AFTER_MS), marked_at: at, after_key: null })
    .onConflict((c) =>
      c
        .column('place')
        .doUpdateSet({ marked_at: at })
        .where('orphan_check.marked_at', '<', new Date(now - MARK_EVERY_MS)),
    )
    .execute();
}

/** Folders a copy remembers having marked; more come from attackers only. */
const FOLDERS = 10_000;

/** `markFolder`, asked for with every post of a stadium: each copy does it once an hour. @param now epoch ms */
export function createFolderMarks(db: Kysely<Database>, now: () => number): (folder: string) => Promise<void> {
  const marked = new Map<string, number>();
  return async (folder) => {
    const at = now();
    if (at - (marked.get(folder) ?? Number.NEGATIVE_INFINITY) < MARK_EVERY_MS) return;
    await markFolder(db, folder, at);
    if (marked.size >= FOLDERS) marked.clear();
    marked.set(folder, at);
  };
}

/** Where the store does not tell the server of uploads: what the server remembers instead. @param now epoch ms */
export const createUploadNotes = (
  db: Kysely<Database>,
  now: () => number,
): Required<Pick<KeptObjects, 'noteUploads' | 'noteStale'>> => ({
  noteUploads: createFolderMarks(db, now),
  noteStale: ({ key, storedAt }) => addOrphanChecks(db, [originalOf(key)], new Date(storedAt + COLLECT_AFTER_MS)),
});

/** From its beginning on, fans store photos of an event, also those that never register one. */
export async function markBegunEvents(db: Kysely<Database>, now: number): Promise<void> {
  await sql`
    insert into orphan_check(place, due_at, marked_at)
    select 'ugc/' || tenant || '/' || event_id || '/', ${new Date(now + LIST_AFTER_MS)}::timestamptz, ${new Date(now)}::timestamptz
    from event where crawl_period_start > ${formatWireDateTime(now - BEGUN_MS)} and crawl_period_start <= ${formatWireDateTime(now)}
    order by 1 on conflict do nothing`.execute(db);
}

/** Takes what is due, the longest first; nobody else gets it while the lease lasts. */
export async function takeOrphanChecks(db: Kysely<Database>, now: number, limit: number): Promise<OrphanCheck[]> {
  const lease = new Date(now + LEASE_MS);
  const { rows } = await sql<Omit<OrphanCheck, 'lease'>>`
    update orphan_check set due_at = ${lease} where place = any(array(
      select place from orphan_check where due_at <= ${new Date(now)} order by due_at limit ${limit} for update skip locked))
    returning place, marked_at, after_key`.execute(db);
  return rows.map((row) => ({ ...row, lease }));
}

const held = (db: Kysely<Database>, { place, lease }: OrphanCheck) =>
  db.updateTable('orphan_check').where('place', '=', place).where('due_at', '=', lease);

/**
 * A folder has been listed to this key. null: the lease had run out, another copy goes on.
 * @param hasYoung among what was listed is something fans have stored lately: as good as a mark
 */
export async function renewOrphanCheck(
  db: Kysely<Database>,
  check: OrphanCheck,
  { after_key, hasYoung }: { readonly after_key: string; readonly hasYoung: boolean },
  now: number,
): Promise<OrphanCheck | null> {
  const lease = new Date(now + LEASE_MS);
  const row = await held(db, check)
    .set({ due_at: lease, after_key, ...(hasYoung ? { marked_at: new Date(now) } : {}) })
    .returning('marked_at')
    .executeTakeFirst();
  return row ? { ...check, ...row, after_key, lease } : null;
}

/** Goes on at another time, at `after_key`; null: from the beginning. */
export async function postponeOrphanCheck(
  db: Kysely<Database>,
  check: OrphanCheck,
  due: number,
  after_key: string | null = null,
): Promise<void> {
  await held(db, check)
    .set({ due_at: new Date(due), after_key })
    .execute();
}

/** Nothing is left to look at. Where something was done meanwhile, the place stays. */
export async function endOrphanChecks(db: Kysely<Database>, checks: readonly OrphanCheck[]): Promise<void> {
  if (checks.length === 0) return;
  const [places, leases, marks] = [
    checks.map(({ place }) => place),
    checks.map(({ lease }) => lease),
    checks.map(({ marked_at }) => marked_at),
  ];
  await sql`
    delete from orphan_check c
    using unnest(${places}::text[], ${leases}::timestamptz[], ${marks}::timestamptz[]) as seen(place, lease, marked_at)
    where c.place = seen.place and c.due_at = seen.lease and c.marked_at = seen.marked_at`.execute(db);
}

/**
 * Keys that neither themselves nor by their original are named by a row. Costs lookups in indexes, whatever the number of photos and fans:
 * an avatar stands under its fan's id, teams and ambassadors are few.
 */
export async function readUnreferenced(db: Kysely<Database>, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const originals = [...new Set(keys.map(originalOf))];
  const asked = sql`any(${originals.flatMap((original) => [original, thumbnailKey(original)])}::text[])`;
  const fans = originals.filter((key) => key.startsWith('avatar/')).map((key) => key.split('/')[2] ?? '');
  const { rows } = await sql<{ key: string }>`
    select media_url as key from photo where media_url = ${asked}
    union all select thumbnail from event where thumbnail = ${asked}
    union all select descriptive_photo from event where descriptive_photo = ${asked}
    union all select picture from news where picture = ${asked}
    union all select picture from person where picture = ${asked}
    union all select object_key from team where object_key = ${asked}
    union all select object_key from ambassador where object_key = ${asked}
    union all select avatar from profile where user_id = any(${fans}::text[]) and avatar = ${asked}`.execute(db);
  const used = new Set(rows.map(({ key }) => originalOf(key)));
  return keys.filter((key) => !used.has(originalOf(key)));
}
