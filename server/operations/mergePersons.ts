/** Two spellings of one player become one (STF-13c): photos, faces and favourites go over to the name that stays. */
import { sql, type Transaction } from 'kysely';
import type { Face } from '../../src/contract/entities.ts';
import { MERGED_AT_ONCE } from '../../src/contract/staffLimits.ts';
import { updatePhoto } from '../api/photos/photoWrites.ts';
import type { Database } from '../database/schema.ts';
import { lockKind } from './records/importRecords.ts';
import { kindNamed } from './records/kinds.ts';

type Trx = Transaction<Database>;

export interface Merge {
  readonly tenant: string;
  /** The spelling that goes, listed or not. */
  readonly from: string;
  /** The listed name that stays. */
  readonly into: string;
}

/** `photos`: changed by this call. `left`: 0 if none is left for further calls, else at least so many are. */
export interface Merged {
  readonly photos: number;
  readonly left: number;
}

/**
 * Gives the photos of one name to the other, at most MERGED_AT_ONCE of them. When none is left, favourites follow and the name leaves the
 * list. Returns null where `into` is not listed.
 */
export async function mergePersons(trx: Trx, merge: Merge): Promise<Merged | null> {
  const { tenant, from, into } = merge;
  await lockKind(trx, kindNamed('persons'), tenant);
  const stays = await trx
    .selectFrom('person')
    .select('name')
    .where('tenant', '=', tenant)
    .where('name', '=', into)
    .executeTakeFirst();
  if (!stays) return null;
  const named = await readNamed(trx, merge);
  const photos = named.slice(0, MERGED_AT_ONCE);
  for (const photo of photos) {
    const player = renamed(photo.player, merge);
    const face_info = JSON.stringify(
      photo.face_info.map((face: Face) => (face.name === from ? { ...face, name: into } : face)),
    );
    await trx.updateTable('photo').set({ face_info }).where('tenant', '=', tenant).where('id', '=', photo.id).execute();
    // A hidden photo is in no list and no counter: it comes back under its new name.
    if (photo.hidden_at === null) await updatePhoto(trx, photo, { player });
    else
      await trx.updateTable('photo').set({ player }).where('tenant', '=', tenant).where('id', '=', photo.id).execute();
  }
  const left = named.length - photos.length;
  if (left === 0) {
    await moveFavourites(trx, merge);
    await trx.deleteFrom('person').where('tenant', '=', tenant).where('name', '=', from).execute();
  }
  return { photos: photos.length, left };
}

const renamed = (names: readonly string[], { from, into }: Merge): string[] => [
  ...new Set(names.map((name) => (name === from ? into : name))),
];

/** Photos that name the spelling as a player or at a face, locked in their order; one more than is changed at once. */
async function readNamed(trx: Trx, { tenant, from }: Merge) {
  const ofName = sql<boolean>`(player @> array[${from}]::text[] or face_info @> ${JSON.stringify([{ name: from }])}::jsonb)`;
  return trx
    .selectFrom('photo')
    .selectAll()
    .where('tenant', '=', tenant)
    .where(ofName)
    .orderBy('id')
    .limit(MERGED_AT_ONCE + 1)
    .forUpdate()
    .execute();
}

/** Fans who favour both keep one. */
async function moveFavourites(trx: Trx, { tenant, from, into }: Merge): Promise<void> {
  await sql`update favorite_person f set name = ${into} where tenant = ${tenant} and name = ${from}
    and not exists (select from favorite_person o where o.tenant = f.tenant and o.user_id = f.user_id and o.name = ${into})`.execute(
    trx,
  );
  await trx.deleteFrom('favorite_person').where('tenant', '=', tenant).where('name', '=', from).execute();
}
