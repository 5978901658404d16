/** Photos of followed fans, which the home page shows beside the newest (FAN-06). */
import { type Kysely, sql } from 'kysely';
import type { PhotoPage } from '../../../src/contract/entities.ts';
import { FOLLOWS_MAX, LIST_PAGE } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';
import { isSeen } from '../blocks/repository.ts';
import { cursorOf, positionOf } from './pageCursor.ts';
import { readPhotos, type Viewer } from './photoText.ts';
import type { PageRequest } from './repository.ts';

/**
 * Newest-first page of the photos of everybody the fan follows; of the latest FOLLOWS_MAX where there are more, from before that bound. Of
 * each followed fan no more than a page is read from the index of photos by user, so what it costs grows with those who are followed,
 * not with their photos.
 */
export async function readFollowedPhotos(
  db: Kysely<Database>,
  viewer: Viewer & { readonly userId: string },
  page: PageRequest,
): Promise<PhotoPage> {
  const { tenant, userId } = viewer;
  const rows = page.l ?? LIST_PAGE;
  const from = page.cursor === undefined ? null : positionOf(page.cursor);
  const after = from ? sql`and (created_at, id) < (${from.at}::timestamptz, ${from.id}::bigint)` : sql``;
  const { rows: found } = await sql<{ id: number; media_url: string; at: Date }>`
    select p.id, p.media_url, p.created_at as at from (
      select tenant, follow_user from follow where tenant = ${tenant} and user_id = ${userId}
      order by created_at desc, follow_user limit ${FOLLOWS_MAX}) f cross join lateral (
      select id, media_url, created_at from photo
      where tenant = f.tenant and user_id = f.follow_user and hidden_at is null ${after}
      order by created_at desc, id desc limit ${rows + 1}) p
    where ${isSeen(userId, 'f.follow_user')}
    order by p.created_at desc, p.id desc limit ${rows + 1}`.execute(db);
  const shown = found.slice(0, rows);
  const last = shown.at(-1);
  return {
    media_list: await readPhotos(
      db,
      viewer,
      shown.map(({ media_url }) => media_url),
    ),
    cursor: last && found.length > rows ? cursorOf(last) : null,
    total: null,
  };
}
