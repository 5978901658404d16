import { type Kysely, sql } from 'kysely';
import type { Face, PersonPicture } from '../../../src/contract/entities.ts';
import { PERSON_PICTURE_PHOTOS, UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import type { Database } from '../../database/schema.ts';

export interface BestPhoto extends Omit<PersonPicture, 'face'> {
  readonly face_info: readonly Face[];
}

/** Of each person the photo most fans like among the newest PERSON_PICTURE_PHOTOS; of equals the one that shows fewest others. */
export async function readBestPhotos(
  db: Kysely<Database>,
  tenant: string,
  names: readonly string[],
): Promise<BestPhoto[]> {
  const keys = names.map((name) => searchKey(name));
  const { rows } = await sql<BestPhoto>`
    select b.* from unnest(${[...names]}::text[], ${keys}::text[]) with ordinality as w(name, key, position)
    cross join lateral (
      select w.name, p.media_url, p.width, p.height, p.color, p.variants, p.face_info,
        p.original_state <> 'stored' as original_pending
      from (
        select id from photo_tag where tenant = ${tenant} and kind = 'person' and value = w.key
        order by created_at desc, id desc limit ${PERSON_PICTURE_PHOTOS}) t
      join photo p on p.id = t.id
      where p.hidden_at is null
      order by p.reaction_count desc, cardinality(p.player), p.id desc limit 1) b
    order by w.position`.execute(db);
  return rows;
}

/** Persons shown in an event's photos with the number of these, those with most first. */
export const readEventPersons = (db: Kysely<Database>, tenant: string, eventId: string) =>
  db
    .selectFrom('person_tally')
    .select(['name', 'n as count'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'event')
    .where('value', '=', eventId)
    .where('n', '>', 0)
    .orderBy('n', 'desc')
    .orderBy('name')
    .limit(UNPAGED_LIST_MAX)
    .execute();
