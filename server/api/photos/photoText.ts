/** The one place where a stored photo becomes the contract's Photo. The database writes the JSON itself. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Photo } from '../../../src/contract/entities.ts';
import { TIME_ZONE } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';
import { isNotBlocked } from '../blocks/repository.ts';
import { listedFields } from './storedFields.ts';

/** Who looks: own_reacted is theirs. */
export interface Viewer {
  readonly tenant: string;
  readonly userId: string | null;
}

const hasReacted = (userId: string | null) =>
  userId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select 1 from reaction r where r.media_url = p.media_url and r.user_id = ${userId})`;

/** Of profile u, a fan's public name. Empty: the fan has left the service. */
export const screenNameOf = sql<string>`coalesce(u.nickname, '')`;

/**
 * JSON array of Photo, in the order of `k.position`. Those of whom a block keeps from the viewer are left out (STF-05).
 * @param keys selects id and position of the wanted photos, as table k
 */
export const photosAsJson = ({ tenant, userId }: Viewer, keys: RawBuilder<unknown>) => sql<string>`(
  select coalesce(json_agg(j), '[]')::text from (
    select p.media_url, p.user_id, ${screenNameOf} as user_name, ${screenNameOf} as user_screen_name,
      u.avatar as user_avatar, ${listedFields}, p.event_id, e.event_name, p.season_id, p.public_list_id,
      to_char(p.created_at at time zone ${sql.lit(TIME_ZONE)}, 'YYYY-MM-DD HH24:MI:SS') as created_at,
      p.option, p.exif, p.face_info, p.comment_count,
      -- Who reacted is asked for one photo at a time; a list needs the number and the viewer's own state.
      json_build_object('reactions', json '[]', 'total', p.reaction_count, 'media_url', p.media_url,
        'own_reacted', ${hasReacted(userId)}) as "reactionInfo",
      p.width, p.height, p.color, p.variants, p.has_preview, p.original_state <> 'stored' as original_pending,
      -- The object's, not the picked file's: that may hold somebody's name (ASVS 5.4.1).
      substring(p.media_url from '[^/]+$') as "fileName"
    from (${keys}) k join photo p on p.id = k.id
      left join profile u on u.user_id = p.user_id
      left join event e on e.tenant = p.tenant and e.event_id = p.event_id
    where p.tenant = ${tenant} and p.hidden_at is null and ${isNotBlocked(userId, 'p.user_id')}
    order by k.position) j)`;

/** Photos by key, in the order of the keys; unknown ones are left out. */
export async function readPhotos(db: Kysely<Database>, viewer: Viewer, urls: readonly string[]): Promise<Photo[]> {
  if (urls.length === 0) return [];
  const keys = sql`select p.id, w.position from unnest(${[...urls]}::text[]) with ordinality as w(media_url, position)
    join photo p on p.media_url = w.media_url`;
  const { rows } = await sql<{ list: string }>`select ${photosAsJson(viewer, keys)} as list`.execute(db);
  return JSON.parse(rows[0]?.list ?? '[]') as Photo[];
}

/** Whether a photo's link preview picture is stored (`cardKey`). No part of the contract's Photo: the client never shows it. */
export async function hasCard(db: Kysely<Database>, mediaUrl: string): Promise<boolean> {
  const row = await db.selectFrom('photo').select('has_card').where('media_url', '=', mediaUrl).executeTakeFirst();
  return row?.has_card === true;
}
