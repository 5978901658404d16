/**
 * Pages of photos for fans who are signed in: the page everybody sees is read once for all, and each fan's own reactions are
 * put into it. Fans of a full stand who look at the same page cost one small query together.
 */
import { type Kysely, sql } from 'kysely';
import type { Photo, PhotoPage } from '../../../src/contract/entities.ts';
import { type BatchLoader, createBatchLoader } from '../../database/batchLoader.ts';
import { JsonText } from '../../database/jsonText.ts';
import { runKept } from '../../database/preparedQuery.ts';
import type { Reading } from '../../database/readReplica.ts';
import type { Database } from '../../database/schema.ts';
import { noBlockBetween } from '../blocks/repository.ts';
import { isOfOneFan, type PhotoConditions } from './photoConditions.ts';
import type { Viewer } from './photoText.ts';
import { type ListRequest, readPhotoPage } from './repository.ts';

/** As `readPhotoPage`. */
export type ReadViewedPage = (
  viewer: Viewer,
  conditions: PhotoConditions,
  page: ListRequest,
) => Promise<JsonText<PhotoPage>>;

/** A page as everybody sees it, with what differs for some. */
export interface SharedPhotoPage {
  readonly page: JsonText<PhotoPage>;
  /** The page of a fan who reacted to these of its photos, from 0. */
  readonly withReacted: (reacted: readonly number[]) => JsonText<PhotoPage>;
  readonly ownOf: BatchLoader<Own>;
  /** About, in memory. */
  readonly bytes: number;
}
/** Which page, and who asks for it: they see what they did themselves. */
interface CommonPage {
  readonly tenant: string;
  readonly key: string;
  readonly fan: string;
}
interface Own {
  /** Photos the fan reacted to, from 0. */
  readonly reacted: readonly number[];
  /** The fan muted who is on the page: theirs lacks some photos. */
  readonly mutes: boolean;
  /** A block stands between the fan and who is on the page: theirs lacks some photos, wherever they ask. */
  readonly isBlocked: boolean;
}
const NOTHING: Own = { reacted: [], mutes: false, isBlocked: false };
/** As a photo's place in a row of a fan: no photo, but a block. */
const BLOCK = -1;

/** So many reactions to the photos of a page, and so many people who muted their authors, are read with the page. */
const READ_AHEAD = 5_000;

const BYTES_PER_FAN = 100;
/** Bytes, objects and texts of a page, and what fans see who reacted, about. */
const COPIES = 4;

/**
 * @param share runs what is the same for everybody once for all who ask at the same moment, where it is to be read
 * @param readAhead most reactions to a page's photos that are read with it; of more, each fan's own are asked for
 */
export function createViewedPages(
  db: Kysely<Database>,
  share: (question: CommonPage, read: Reading<SharedPhotoPage>) => Promise<SharedPhotoPage>,
  readAhead = READ_AHEAD,
): ReadViewedPage {
  return async (viewer, conditions, request) => {
    const { tenant, userId } = viewer;
    if (userId === null) return readPhotoPage(db, viewer, conditions, request);
    const key = JSON.stringify([conditions, request.best, request.sort, request.cursor, request.l]);
    const common = await share({ tenant, key, fan: userId }, async (near) => {
      const page = await readPhotoPage(near, { tenant, userId: null }, conditions, request);
      return sharedPhotoPage({ near, later: db }, page, readAhead);
    });
    const { reacted, mutes, isBlocked } = (await common.ownOf(userId)) ?? NOTHING;
    // Nobody is left out of their own page.
    if (isBlocked || (mutes && !isOfOneFan(conditions))) return readPhotoPage(db, viewer, conditions, request);
    return reacted.length === 0 ? common.page : common.withReacted(reacted);
  };
}

/** @param places where it is read now, and where what some fans ask for later is */
async function sharedPhotoPage(
  places: { readonly near: Kysely<Database>; readonly later: Kysely<Database> },
  page: JsonText<PhotoPage>,
  readAhead: number,
): Promise<SharedPhotoPage> {
  const whole = page.parse();
  const photos = whole.media_list;
  const urls = photos.map((photo) => photo.media_url);
  const authors = [...new Set(photos.map((photo) => photo.user_id))];
  const reactions = photos.reduce((sum, photo) => sum + photo.reactionInfo.total, 0);
  const ahead = reactions <= readAhead ? await readAllOwn(places.near, urls, authors, readAhead) : null;
  return {
    page,
    withReacted: createReactedPage(whole),
    bytes: COPIES * page.bytes.byteLength + (ahead?.size ?? 0) * BYTES_PER_FAN,
    ownOf: ahead
      ? async (fan) => ahead.get(fan)
      : createBatchLoader((fans) => readOwn(places.later, urls, authors, fans)),
  };
}

/** Of a fan who reacted only their photos differ: the text between them is copied as it is. */
function createReactedPage({ media_list: photos, ...others }: PhotoPage): SharedPhotoPage['withReacted'] {
  const pieces = photos.map((photo, index) => Buffer.from((index === 0 ? '' : ',') + JSON.stringify(photo)));
  const first = Buffer.from('{"media_list":[');
  const text = Buffer.concat([first, ...pieces, Buffer.from(`],${JSON.stringify(others).slice(1)}`)]);
  /** Where the piece of each photo begins; the last: where they end. */
  const starts = [first.length];
  for (const { length } of pieces) starts.push((starts.at(-1) ?? 0) + length);
  /** Made when the first fan who reacted to it asks. */
  const reactedPieces: Buffer[] = [];
  const reactedPiece = (photo: Photo, index: number): Buffer => {
    const reactionInfo = { ...photo.reactionInfo, own_reacted: true };
    reactedPieces[index] ??= Buffer.from((index === 0 ? '' : ',') + JSON.stringify({ ...photo, reactionInfo }));
    return reactedPieces[index];
  };
  return (reacted) => {
    const own: Buffer[] = [];
    let from = 0;
    for (const index of reacted.toSorted((a, b) => a - b)) {
      const photo = photos[index];
      if (photo === undefined) continue;
      own.push(text.subarray(from, starts[index]), reactedPiece(photo, index));
      from = starts[index + 1] ?? from;
    }
    return new JsonText<PhotoPage>(Buffer.concat([...own, text.subarray(from)]));
  };
}

/** Of everybody. Null: there are too many. */
async function readAllOwn(
  db: Kysely<Database>,
  urls: readonly string[],
  authors: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, Own> | null> {
  const query = sql<{ fan: string; photos: (number | null)[] }>`
    select fan, array_agg(photo) as photos from (
      select r.user_id as fan, (w.place - 1)::int as photo
        from unnest(${[...urls]}::text[]) with ordinality as w(url, place) join reaction r on r.media_url = w.url
      union all
      (select user_id, null from mute where muted_user = any(${[...authors]}::text[]) limit ${most})
      union all
      (select user_id, ${BLOCK}::int from fan_block where blocked_user = any(${[...authors]}::text[]) limit ${most})
      union all
      (select blocked_user, ${BLOCK}::int from fan_block where user_id = any(${[...authors]}::text[]) limit ${most})) own
    group by fan`;
  const { rows } = await runKept(db, query);
  // A row for each fan and author: fewer fans than that may be all that was read, of more.
  const read = (mark: null | number) =>
    rows.reduce((sum, { photos }) => sum + photos.filter((photo) => photo === mark).length, 0);
  if (read(null) >= most || read(BLOCK) >= most) return null;
  return new Map(
    rows.map(({ fan, photos }) => {
      const reacted = photos.filter((photo): photo is number => photo !== null && photo !== BLOCK);
      return [fan, { reacted, mutes: photos.includes(null), isBlocked: photos.includes(BLOCK) }];
    }),
  );
}

/** Of some fans. */
async function readOwn(
  db: Kysely<Database>,
  urls: readonly string[],
  authors: readonly string[],
  fans: readonly string[],
): Promise<ReadonlyMap<string, Own>> {
  const { rows } = await sql<Own & { fan: string }>`
    select fan,
      exists (select 1 from mute where mute.user_id = fan and mute.muted_user = any(${[...authors]}::text[])) as mutes,
      not ${noBlockBetween(sql`fan`, sql`any(${[...authors]}::text[])`)} as "isBlocked",
      array(select (w.place - 1)::int from unnest(${[...urls]}::text[]) with ordinality as w(url, place)
        where exists (select 1 from reaction r where r.media_url = w.url and r.user_id = fan)) as reacted
    from unnest(${[...fans]}::text[]) as fan`.execute(db);
  return new Map(rows.map(({ fan, ...own }) => [fan, own]));
}
