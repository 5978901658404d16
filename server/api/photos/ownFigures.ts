/** What a fan's own page counts (FAN-06). */
import { type Kysely, sql } from 'kysely';
import type { OwnFigures } from '../../../src/contract/entities.ts';
import { LIST_PAGE_MAX } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';
import { readPhotos, type Viewer } from './photoText.ts';

interface Row extends Omit<OwnFigures['events'][number], 'cover'> {
  readonly cover_url: string;
}

/** The fan's photos and their likes by event, the latest event first. Hidden photos count nowhere. */
export async function readOwnFigures(
  db: Kysely<Database>,
  viewer: Viewer & { readonly userId: string },
): Promise<OwnFigures> {
  const { tenant, userId } = viewer;
  const { rows } = await sql<Row>`
    select g.event_id, e.event_name, e.event_type, e.event_date, e.season_id, coalesce(s.season_name, '') as season_name,
      g.photos, g.likes, g.cover_url
    from (select event_id, count(*)::int as photos, sum(reaction_count)::int as likes,
        (array_agg(media_url order by reaction_count desc, created_at desc, id desc))[1] as cover_url
      from photo where tenant = ${tenant} and user_id = ${userId} and hidden_at is null group by event_id) g
    join event e on e.tenant = ${tenant} and e.event_id = g.event_id
    left join season s on s.tenant = ${tenant} and s.season_id = e.season_id
    order by e.event_date desc, g.event_id limit ${LIST_PAGE_MAX}`.execute(db);
  const covers = await readPhotos(
    db,
    viewer,
    rows.map(({ cover_url }) => cover_url),
  );
  const coverOf = new Map(covers.map((photo) => [photo.media_url, photo]));
  return {
    events: rows.flatMap(({ cover_url, ...row }) => {
      const cover = coverOf.get(cover_url);
      return cover ? [{ ...row, cover }] : [];
    }),
  };
}
