/**
 * Brings what was stored with an older `FOLDING` to the present one, while fans go on (SRC-05f). A search misses what is not renewed
 * yet where the two differ; so the newest photos come first. Copies may do this side by side, and may end at any moment.
 */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { FACET_NAMES, PHOTO_FIELDS } from '../../../src/contract/photoFields.ts';
import { FOLDING, searchKey } from '../../../src/rules/searchMatch.ts';
import { leaveChanges } from '../../database/counterChanges.ts';
import { summed } from '../../database/counters.ts';
import type { CounterChange, PhotoTable, PhotoTagTable } from '../../database/photoTables.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { insertIntoIndex, removeFromIndex, tagRowsOf } from './photoIndex.ts';

/** Rows of one transaction: a fan who edits one of them waits for it. */
const BATCH = 100;

type StoredPhoto = Selectable<PhotoTable>;

/** What was renewed, for the log. */
export interface Renewed {
  /** Photos and fans that were out of date. */
  readonly looked: number;
  /** Those renewed. The others were in use: the next time. */
  readonly renewed: number;
}

/**
 * Renews what the index has of photos the caller has locked. Whoever takes a photo out of the index calls this first: counters are
 * kept by the values that stand in it.
 * @returns how many were out of date
 */
export async function renewInIndex(trx: Transaction<Database>, photos: readonly StoredPhoto[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from photo_search where id = any(${photos.map(({ id }) => id)}::bigint[]) and fold < ${FOLDING}`.execute(
    trx,
  );
  const ids = new Set(rows.map(({ id }) => id));
  if (ids.size === 0) return 0;
  const stale = photos.filter(({ id }) => ids.has(id));
  const had = await trx
    .selectFrom('photo_tag')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const countedAs =
    (n: number) =>
    ({ tenant, kind, value }: Selectable<PhotoTagTable>): CounterChange => ({
      tenant,
      kind,
      value,
      name: null,
      n,
    });
  const changes = summed([...had.map(countedAs(-1)), ...stale.flatMap(tagRowsOf).map(countedAs(1))]);
  await removeFromIndex(trx, stale);
  await insertIntoIndex(trx, stale);
  if (changes.length > 0) await leaveChanges(changes).execute(trx);
  return stale.length;
}

/** The next photos that are out of date, in the order of their ids downwards. Answers where it ended; null: there are no more. */
async function renewPhotos(db: Kysely<Database>, before: number | null) {
  return inTransaction(db, async (trx) => {
    const older = before === null ? sql`` : sql`and id < ${before}`;
    const { rows: found } = await sql<{ id: number }>`
      select id from photo_search where fold < ${FOLDING} ${older} order by id desc limit ${BATCH}`.execute(trx);
    const { rows: photos } = await sql<StoredPhoto>`
      select * from photo where id = any(${found.map(({ id }) => id)}::bigint[]) and hidden_at is null
      order by id for update skip locked`.execute(trx);
    // Lists are kept until something of their tenant changes, and words of a message stand in no counter.
    const tenants = [...new Set(photos.map(({ tenant }) => tenant))];
    await sql`insert into tenant_change(xid, tenant) select pg_current_xact_id(), t from unnest(${tenants}::text[]) t
      on conflict do nothing`.execute(trx);
    return { looked: found.length, renewed: await renewInIndex(trx, photos), end: found.at(-1)?.id ?? null };
  });
}

/** The same for public names of fans, by their ids upwards. */
async function renewFans(db: Kysely<Database>, after: string) {
  return inTransaction(db, async (trx) => {
    const { rows: fans } = await sql<{ user_id: string; nickname: string }>`
      select user_id, nickname from profile where fold < ${FOLDING} and user_id > ${after}
      order by user_id limit ${BATCH} for update skip locked`.execute(trx);
    const [ids, keys] = [fans.map(({ user_id }) => user_id), fans.map(({ nickname }) => searchKey(nickname))];
    await sql`update profile f set search = w.search, fold = ${FOLDING}
      from unnest(${ids}::text[], ${keys}::text[]) as w(user_id, search) where f.user_id = w.user_id`.execute(trx);
    return { looked: fans.length, renewed: fans.length, end: fans.at(-1)?.user_id ?? null };
  });
}

/** Kinds of counters whose photos stand in `photo_tag`. */
const TAG_KINDS = sql`${FACET_NAMES.flatMap((name) => {
  const { kind, index } = PHOTO_FIELDS[name].facet;
  return index === 'tag' ? [kind] : [];
})}::text[]`;

/**
 * Leaves for counters of hashtags, persons and places what they lack against the index. A copy of an older release that deletes a renewed
 * photo counts down what the photo stood under before. One statement sees the index, the counters and what waits as of one moment.
 */
const repairCounters = (db: Kysely<Database>) =>
  sql`insert into counter_change(changes)
    select jsonb_agg(jsonb_build_object('tenant', tenant, 'kind', kind, 'value', value, 'name', null, 'n', n)) from (
      select tenant, kind, value, sum(n)::int as n from (
        select tenant, kind, value, count(*) as n from photo_tag group by tenant, kind, value
        union all select tenant, kind, value, -n from tally where kind = any(${TAG_KINDS})
        union all select c.tenant, c.kind, c.value, -c.n
          from counter_change, jsonb_to_recordset(changes) as c(tenant text, kind text, value text, name text, n int)
          where c.name is null and c.kind = any(${TAG_KINDS})) counted
      group by tenant, kind, value having sum(n) <> 0) lacking
    having count(*) > 0`.execute(db);

/** Liked photos looked for at a time. */
const RANK_BATCH = 1000;

/**
 * Puts photos that were liked before there was an order by likes into it (LST-01d), and any that are missing there, the newest first.
 * Answers the id it ended at; null: there are no more.
 */
async function rankOldPhotos(db: Kysely<Database>, before: number | null): Promise<number | null> {
  return inTransaction(db, async (trx) => {
    const older = before === null ? sql`` : sql`where id < ${before}`;
    const { rows } = await sql<{ end: number | null }>`
      with part as materialized (select id from photo_search ${older} order by id desc limit ${RANK_BATCH}),
        missing as materialized (
          select p.id from part join photo p on p.id = part.id
          where p.reaction_count > 0 and not exists (select 1 from photo_rank r where r.id = p.id)
          for no key update of p skip locked)
      select (select min(id) from part) as end, rank_photos(array(select id from missing))`.execute(trx);
    return rows[0]?.end ?? null;
  });
}

/**
 * All photos and fans that are out of date, some at a time, until `isStopped`; then the counters an older release left wrong. Throws as
 * the database does.
 */
export async function renewSearch(db: Kysely<Database>, isStopped: () => boolean): Promise<Renewed> {
  let [looked, renewed] = [0, 0];
  const count = <T extends Renewed>(part: T): T => {
    looked += part.looked;
    renewed += part.renewed;
    return part;
  };
  for (let id: number | null = null; !isStopped(); ) {
    id = count(await renewPhotos(db, id)).end;
    if (id === null) break;
  }
  for (let id: string | null = ''; id !== null && !isStopped(); ) id = count(await renewFans(db, id)).end;
  for (let id: number | null = null; !isStopped(); ) {
    id = await rankOldPhotos(db, id);
    if (id === null) break;
  }
  if (!isStopped()) await repairCounters(db);
  return { looked, renewed };
}
