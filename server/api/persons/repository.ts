import { type Kysely, sql } from 'kysely';
import type { Face, PersonCount, PersonPicture } from '../../../src/contract/entities.ts';
import { PERSON_PICTURE_PHOTOS, UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import type { Database } from '../../database/schema.ts';
import { shownPersons } from './shownPersonsRepository.ts';

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

/** Shown in place of a picture's own colour, which nobody measured. */
const NO_COLOR = '#808080';

/** Pictures that the club gave to persons (STF-20a), once the server knows them. One that cannot be decoded is not shown. */
export async function readOwnPictures(db: Kysely<Database>, tenant: string): Promise<PersonPicture[]> {
  const rows = await db
    .selectFrom('person')
    .select(['name', 'known'])
    .where('tenant', '=', tenant)
    .where(sql<boolean>`known ->> 'media_url' = picture`)
    .orderBy('position')
    .orderBy('name')
    .limit(UNPAGED_LIST_MAX)
    .execute();
  return rows.flatMap(({ name, known }) =>
    known === null || known.variants.length === 0
      ? []
      : [{ name, ...known, variants: [...known.variants], color: NO_COLOR, original_pending: false, face: null }],
  );
}

/** Persons shown in the photos of an event or a season with the number of these, those with most first. */
export async function readShownPersons(
  db: Kysely<Database>,
  tenant: string,
  { kind, id }: { readonly kind: 'event' | 'season'; readonly id: string },
): Promise<PersonCount[]> {
  const shown = shownPersons({ kind, tenant: sql`${tenant}`, value: sql`${id}` });
  const { rows } =
    await sql<PersonCount>`select s.name, s.n as count from ${shown} s order by s.n desc, s.name`.execute(db);
  return rows;
}
