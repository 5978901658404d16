/** The best photos of one event: the strip above its list, and the picture of its card (FAN-18). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Photo } from '../../../src/contract/entities.ts';
import { BEST_OF_EVENT } from '../../../src/contract/limits.ts';
import type { BestKind } from '../../../src/contract/photoSorts.ts';
import { type BestCandidate, chooseBest, chooseBestOrNewest } from '../../../src/rules/bestPhotos.ts';
import type { Database } from '../../database/schema.ts';
import { isSeen } from '../blocks/repository.ts';
import { readTallies } from './photoConditions.ts';
import { facetTerm } from './photoIndex.ts';
import { likedOfTerm } from './photoKeys.ts';
import { readPhotos, type Viewer } from './photoText.ts';

/** Which of an event's photos are wanted. */
interface BestWanted {
  readonly kind?: BestKind;
  /** Only photos that the club may use. */
  readonly isUsable?: boolean;
}

/** Nobody who is suspended in the tenant now is put forward (WAL-07d). */
const isNotSuspended = (tenant: string, userId: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from suspension s where s.tenant = ${tenant} and s.user_id = ${sql.ref(userId)}
    and (s.until is null or s.until > now()))`;

/**
 * Returns the best photos of an event as the viewer may see them, in their order (FAN-18a). Empty: the event has too few photos, or too
 * few of them are marked or liked; of the kind 'full': it has none. It looks at a bounded number of photos: marked ones, most liked ones
 * and newest ones, each by an index.
 */
export async function readBestOfEvent(
  db: Kysely<Database>,
  viewer: Viewer,
  eventId: string,
  { kind = 'true', isUsable = false }: BestWanted = {},
): Promise<Photo[]> {
  const { tenant, userId } = viewer;
  const isFull = kind === 'full';
  const [count = 0] = await readTallies(db, tenant, [['event', eventId]]);
  if (!isFull && count < BEST_OF_EVENT.photosMin) return [];
  const columns = sql`p.media_url, p.user_id, p.reaction_count as likes,
    (extract(epoch from p.created_at) * 1000)::float8 as at, p.option is not null as "isMarked"`;
  const isShown = sql`p.tenant = ${tenant} and p.event_id = ${eventId} and p.hidden_at is null
    ${isUsable ? sql`and p.usepermit` : sql``}`;
  const newest = sql`order by p.created_at desc, p.id desc limit ${BEST_OF_EVENT.among}`;
  const liked = likedOfTerm(tenant, facetTerm('event', eventId), null, BEST_OF_EVENT.among);
  // A photo may be among all three: `chooseBest` takes it once. Whom the viewer does not see is left out last: no mute makes a read longer.
  const { rows } = await sql<BestCandidate>`
    select f.* from (
      (select ${columns} from photo p where ${isShown} and p.option is not null ${newest})
      union all (select ${columns} from photo p where ${isShown} ${newest})
      union all (select ${columns} from (${liked}) l join photo p on p.id = l.id where ${isShown})) f
    where (f."isMarked" or f.likes > 0 or ${isFull}::boolean) and ${isSeen(userId, 'f.user_id')}
      and ${isNotSuspended(tenant, 'f.user_id')}`.execute(db);
  return readPhotos(
    db,
    viewer,
    (isFull ? chooseBestOrNewest(rows) : chooseBest(rows)).map(({ media_url }) => media_url),
  );
}

/**
 * Query for the photo that stands for an event without a picture of its own (FAN-18c), as columns `media_url`, `width`, `height` and
 * `variants`: the newest best shot, else the most liked one. No row: nothing of it is marked or liked.
 */
export const coverOfEvent = (tenant: RawBuilder<unknown>, eventId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select c.media_url, c.width, c.height, c.variants from (
    (select 0 as place, id from photo where tenant = ${tenant} and event_id = ${eventId} and hidden_at is null
      and option is not null order by created_at desc, id desc limit 1)
    union all
    (select 1, id from photo_rank where tenant = ${tenant} and term = 'event:' || ${eventId}
      order by likes desc, id desc limit 1)) f
  join photo c on c.id = f.id and c.tenant = ${tenant} and c.hidden_at is null
  order by f.place limit 1`;
