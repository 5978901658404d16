import { type Kysely, sql } from 'kysely';
import type { PhotoPage } from '../../../src/contract/entities.ts';
import { FAVORITE_PLAYERS_MAX, LIST_PAGE } from '../../../src/contract/limits.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import type { Database } from '../../database/schema.ts';
import { readListedPhotos } from './listedPhotos.ts';
import type { Viewer } from './photoText.ts';

/** The newest photos that show one of the persons at least: the newest of each, put together. One page, without what follows. */
export async function readPhotosOfAny(
  db: Kysely<Database>,
  viewer: Viewer,
  names: readonly string[],
  l: number = LIST_PAGE,
): Promise<PhotoPage> {
  const keys = [...new Set(names.map((name) => searchKey(name)).filter((name) => name !== ''))];
  const newest = sql`
    select p.media_url, t.created_at as at from (
      select distinct n.id, n.created_at from unnest(${keys.slice(0, FAVORITE_PLAYERS_MAX)}::text[]) as w(key)
      cross join lateral (
        select id, created_at from photo_tag where tenant = ${viewer.tenant} and kind = 'person' and value = w.key
        order by created_at desc, id desc limit ${l}) n) t
    join photo p on p.id = t.id`;
  return { ...(await readListedPhotos(db, viewer, newest, { l })), cursor: null };
}
