import { sql } from 'kysely';
import { SHARED_LIST_MAX } from '../../../src/contract/limits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { requireEvent, requireMember, requirePhoto } from '../access/membership.ts';
import { readEvents } from '../events/repository.ts';
import { done, type Handlers } from '../handlers.ts';
import { readListedPhotos } from '../photos/listedPhotos.ts';
import { addBookmark, readBookmarkCount, removeBookmark } from './repository.ts';

/** Of a favourite: its photo is shown to fans. A bookmark of what an operator hid comes back with it. */
const isShown = sql<boolean>`not exists (select 1 from photo p where p.media_url = favorite.target and p.hidden_at is not null)`;

/** Keys of photos have slashes, ids of events never. */
const kindOf = (target: string) => (target.includes('/') ? 'photo' : 'event');

export const favoriteHandlers = {
  async putFavorite({ db, tenant, userId, now }, { body }) {
    const target = body.media_url;
    const kind = kindOf(target);
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      if (kind === 'photo') await requirePhoto(trx, tenant, target);
      else await requireEvent(trx, tenant, target);
      await addBookmark(trx, { tenant, user_id: userId, kind, target }, now());
    });
    return done;
  },
  async deleteFavorite({ db, tenant, userId }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await removeBookmark(trx, { tenant, user_id: userId, target: body.media_url });
    });
    return done;
  },
  async getFavoriteCount({ db, tenant }, { query }) {
    return { number: await readBookmarkCount(db, tenant, query.media_url) };
  },
  async getFavorites({ db, tenant, userId }) {
    const rows = await db
      .selectFrom('favorite')
      .select('target as media_url')
      .where('tenant', '=', tenant)
      .where('user_id', '=', userId)
      .where(isShown)
      .orderBy('created_at', 'desc')
      .orderBy('target')
      .limit(SHARED_LIST_MAX)
      .execute();
    return { list: rows };
  },
  async getFavoritePhotos(context, { query }) {
    const actions = sql`select target as media_url, created_at as at from favorite
      where tenant = ${context.tenant} and user_id = ${context.userId} and kind = 'photo'`;
    return readListedPhotos(context.db, context, actions, query);
  },
  async getFavoriteEvents({ db, tenant, userId }) {
    const rows = await db
      .selectFrom('favorite')
      .select('target')
      .where('tenant', '=', tenant)
      .where('user_id', '=', userId)
      .where('kind', '=', 'event')
      .orderBy('created_at', 'desc')
      .limit(SHARED_LIST_MAX)
      .execute();
    const ids = rows.map((row) => row.target);
    const events = new Map((await readEvents(db, tenant, { ids })).map((event) => [event.event_id, event]));
    return { event_list: ids.flatMap((id) => events.get(id) ?? []) };
  },
} satisfies Partial<Handlers>;
