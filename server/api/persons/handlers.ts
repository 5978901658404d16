import { searchKey } from '../../../src/rules/searchMatch.ts';
import { asMember } from '../access/membership.ts';
import type { Handlers } from '../handlers.ts';
import { spellAsListed } from '../referenceData/personNames.ts';
import { readPersonCounts, readPersonNames } from '../referenceData/repository.ts';
import { addFavorites, readFavorites, removeFavorites } from './favoriteRepository.ts';
import { type BestPhoto, readBestPhotos, readOwnPictures, readShownPersons } from './repository.ts';

/** Middle of the person's face, where one is named; the box may reach over the picture's edge. */
function faceOf({ name, face_info }: BestPhoto) {
  const key = searchKey(name);
  const box = face_info.find((face) => searchKey(face.name) === key)?.BoundingBox;
  if (box === undefined) return null;
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return { x: within(box.Left + box.Width / 2), y: within(box.Top + box.Height / 2) };
}

export const personHandlers = {
  async getPersonPictures({ db, tenant, now }) {
    const own = await readOwnPictures(db, tenant);
    const names = new Set(own.map(({ name }) => name));
    const persons = (await readPersonCounts(db, tenant, now())).filter(
      ({ name, count }) => count > 0 && !names.has(name),
    );
    const best = await readBestPhotos(
      db,
      tenant,
      persons.map(({ name }) => name),
    );
    const photos = best.map(({ face_info, ...photo }) => ({ ...photo, face: faceOf({ face_info, ...photo }) }));
    return { list: [...own, ...photos] };
  },
  async getEventPersons({ db, tenant }, { params }) {
    return { list: await readShownPersons(db, tenant, { kind: 'event', id: params.eventId }) };
  },
  async getSeasonPersons({ db, tenant }, { params }) {
    return { list: await readShownPersons(db, tenant, { kind: 'season', id: params.seasonId }) };
  },
  async getFavoritePlayers({ db, tenant, userId }) {
    return { list: await readFavorites(db, tenant, userId) };
  },
  async putFavoritePlayers(context, { body }) {
    const { tenant, userId, now } = context;
    return asMember(context, async (trx) => {
      const [remove = [], add = []] = await spellAsListed(trx, tenant, [body.remove, body.add]);
      await removeFavorites(trx, { tenant, userId }, remove);
      const known = add.length === 0 ? [] : await readPersonNames(trx, tenant, add);
      await addFavorites(
        trx,
        { tenant, userId },
        add.filter((name) => known.includes(name)),
        now(),
      );
      return { list: await readFavorites(trx, tenant, userId) };
    });
  },
} satisfies Partial<Handlers>;
