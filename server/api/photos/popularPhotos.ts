/** The best-liked of the recent photos, which the home page shows beside the newest (FAN-06). Whole lists in this order: `likedRows.ts`. */
import { type Kysely, sql } from 'kysely';
import type { PhotoPage } from '../../../src/contract/entities.ts';
import { LIST_PAGE, POPULAR_AMONG } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';
import { isSeen } from '../blocks/repository.ts';
import { readPhotos, type Viewer } from './photoText.ts';

interface PopularRequest {
  /** Of this event only. */
  readonly e?: string | undefined;
  readonly l?: number | undefined;
}

/** One page: the best-liked of the newest POPULAR_AMONG photos. Photos nobody likes are in no such list. */
export async function readPopularPhotos(
  db: Kysely<Database>,
  viewer: Viewer,
  { e, l = LIST_PAGE }: PopularRequest,
): Promise<PhotoPage> {
  const ofEvent = e === undefined ? sql`` : sql`and event_id = ${e}`;
  const { rows } = await sql<{ media_url: string }>`
    select media_url from (
      select id, media_url, user_id, reaction_count, created_at from photo
      where tenant = ${viewer.tenant} and hidden_at is null ${ofEvent} order by created_at desc, id desc limit ${POPULAR_AMONG}) p
    where reaction_count > 0 and ${isSeen(viewer.userId, 'p.user_id')}
    order by reaction_count desc, created_at desc, id desc limit ${l}`.execute(db);
  const media_list = await readPhotos(
    db,
    viewer,
    rows.map(({ media_url }) => media_url),
  );
  return { media_list, cursor: null, total: null };
}
