import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PhotoPage } from '../../../src/contract/entities.ts';
import { LIST_PAGE } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';
import { isSeen } from '../blocks/repository.ts';
import { cursorOf, positionOf } from './pageCursor.ts';
import { readPhotos, type Viewer } from './photoText.ts';
import type { PageRequest } from './repository.ts';

/**
 * A page of the photos a fan did something with (reacted, bookmarked, commented), the latest action first.
 * `source` selects columns media_url and at.
 */
export async function readListedPhotos(
  db: Kysely<Database>,
  viewer: Viewer,
  source: RawBuilder<unknown>,
  page: PageRequest,
): Promise<PhotoPage> {
  const rows = page.l ?? LIST_PAGE;
  const from = page.cursor === undefined ? null : positionOf(page.cursor);
  const after = from ? sql`and (s.at, p.id) < (${from.at}::timestamptz, ${from.id}::bigint)` : sql``;
  const { rows: found } = await sql<{ id: number; media_url: string; at: Date }>`
    select p.id, p.media_url, s.at from (${source}) s join photo p on p.media_url = s.media_url
    where p.tenant = ${viewer.tenant} and p.hidden_at is null and ${isSeen(viewer.userId, 'p.user_id')} ${after} order by s.at desc, p.id desc limit ${rows + 1}`.execute(
    db,
  );
  const shown = found.slice(0, rows);
  const last = shown.at(-1);
  const urls = shown.map((row) => row.media_url);
  return {
    media_list: await readPhotos(db, viewer, urls),
    cursor: last && found.length > rows ? cursorOf(last) : null,
    total: null,
  };
}
