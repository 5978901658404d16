/** Bytes of write-ahead log (WAL) of what fans do, each as the server does it: what a replica is sent and a backup has to keep. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { postJobStatement } from '../../../server/api/notices/postNoticeRepository.ts';
import { type InsertablePhoto, insertPost } from '../../../server/api/photos/photoWrites.ts';
import { countView } from '../../../server/api/photos/viewCounts.ts';
import { giveReaction } from '../../../server/api/reactions/repository.ts';
import { addUpCounters } from '../../../server/database/counterChanges.ts';
import type { PhotoTable } from '../../../server/database/photoTables.ts';
import { inTransaction } from '../../../server/database/retryTransaction.ts';
import type { Database } from '../../../server/database/schema.ts';
import { endPictureJob, pictureJobsStatement, takePictureJob } from '../../../server/pictures/pictureJobs.ts';
import { createObjectName } from '../../../src/rules/objectKeys.ts';

const PER_POST = 5;
const POSTS = 200;

export interface WriteCost {
  readonly name: string;
  /** Bytes of WAL, each. */
  readonly wal: number;
  readonly ms: number;
}

const walAt = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ at: string }>`select (pg_current_wal_insert_lsn() - '0/0')::text as at`.execute(db);
  return Number(rows[0]?.at);
};

async function costOf(
  db: Kysely<Database>,
  name: string,
  times: number,
  work: (i: number) => Promise<unknown>,
): Promise<WriteCost> {
  const [before, begun] = [await walAt(db), performance.now()];
  for (let i = 0; i < times; i++) await work(i);
  const ms = (performance.now() - begun) / times;
  return { name, wal: ((await walAt(db)) - before) / times, ms };
}

/** A new post of the fan of an old one, with its words. */
const rowsLike = (old: Selectable<PhotoTable>, now: Date): InsertablePhoto[] =>
  Array.from({ length: PER_POST }, () => {
    const { id: _, variants: __, exif, face_info, ...photo } = old;
    const media_url = old.media_url.replace(/[^/]+\.jpg$/, `${createObjectName()}.jpg`);
    const fresh = {
      media_url,
      created_at: now,
      comment_count: 0,
      reaction_count: 0,
      has_preview: true,
      has_card: false,
    };
    return {
      ...photo,
      ...fresh,
      exif: exif === null ? null : JSON.stringify(exif),
      face_info: JSON.stringify(face_info),
    };
  });

const post = (db: Kysely<Database>, old: Selectable<PhotoTable>, now: Date) =>
  inTransaction(db, (trx) =>
    insertPost(trx, rowsLike(old, now), (stored) => [
      pictureJobsStatement(stored, now),
      postJobStatement({ tenant: old.tenant, userId: old.user_id, at: now }),
    ]),
  ).then(() => addUpCounters(db));

const derive = async (db: Kysely<Database>, now: Date) => {
  const job = await takePictureJob(db, now);
  if (!job) throw new Error('No picture waits.');
  const variants = [240, 480, 768, 1024, 1600];
  await db.updateTable('photo').set({ variants }).where('media_url', '=', job.media_url).execute();
  await endPictureJob(db, job);
};

/** Posts, the job that derives their pictures, likes and views. */
export async function measureWrites(db: Kysely<Database>): Promise<readonly WriteCost[]> {
  const now = new Date();
  const { rows: old } = await sql<Selectable<PhotoTable>>`
    select p.* from photo p join membership m on m.tenant = p.tenant and m.user_id = p.user_id
    order by p.id desc limit ${4 * POSTS * 7}`.execute(db);
  const some = (i: number) => old[(i * 7) % old.length] as Selectable<PhotoTable>;
  const costs: WriteCost[] = [];
  const note = async (name: string, times: number, work: (i: number) => Promise<unknown>, each = 1) => {
    const cost = await costOf(db, name, times, work);
    costs.push({ ...cost, wal: cost.wal / each });
  };
  await sql`checkpoint`.execute(db);
  await note('photo posted, from a checkpoint on', POSTS, (i) => post(db, some(i), now), PER_POST);
  for (let i = POSTS; i < 3 * POSTS; i++) await post(db, some(i), now);
  await note('photo posted, later', POSTS, (i) => post(db, some(3 * POSTS + i), now), PER_POST);
  await note('smaller pictures noted', POSTS, () => derive(db, new Date(now.getTime() + 1000)));
  const like = ({ tenant, media_url }: Selectable<PhotoTable>, user_id: string) =>
    inTransaction(db, (trx) => giveReaction(trx, { tenant, media_url, user_id }, now));
  await note('like', POSTS, (i) => like(some(i), some(i + 1).user_id));
  await note('view by a member', POSTS, (i) =>
    countView(
      db,
      { tenant: some(i).tenant, media_url: some(i).media_url, viewer: some(i + 2).user_id, kind: 'detail' },
      now,
    ),
  );
  return costs;
}

export function tellWrites(costs: readonly WriteCost[]): void {
  console.log(`\n| write | WAL bytes each | ms a transaction (posts: of ${PER_POST} photos) |\n|---|---|---|`);
  for (const { name, wal, ms } of costs)
    console.log(`| ${name} | ${Math.round(wal).toLocaleString('en-US')} | ${ms.toFixed(1)} |`);
}
