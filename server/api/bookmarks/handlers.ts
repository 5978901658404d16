import { asMember, requireEvent, requireSeenPhoto } from '../access/membership.ts';
import { readEvents } from '../events/repository.ts';
import { done, type Handlers } from '../handlers.ts';
import { readListedPhotos } from '../photos/listedPhotos.ts';
import {
  addBookmark,
  bookmarkedBy,
  readBookmarkCount,
  readBookmarkedEvents,
  readBookmarks,
  removeBookmark,
} from './repository.ts';

/** Keys of photos have slashes, ids of events never. */
const kindOf = (target: string) => (target.includes('/') ? 'photo' : 'event');

export const bookmarkHandlers = {
  async putFavorite(context, { body: { media_url: target } }) {
    const { tenant, userId, now } = context;
    const kind = kindOf(target);
    await asMember(context, async (trx) => {
      if (kind === 'photo') await requireSeenPhoto(trx, context, target);
      else await requireEvent(trx, tenant, target);
      await addBookmark(trx, { tenant, user_id: userId, kind, target }, now());
    });
    return done;
  },
  async deleteFavorite(context, { body: { media_url: target } }) {
    const { tenant, userId } = context;
    await asMember(context, (trx) => removeBookmark(trx, { tenant, user_id: userId, target }));
    return done;
  },
  async getFavoriteCount({ db, tenant }, { query }) {
    return { number: await readBookmarkCount(db, tenant, query.media_url) };
  },
  async getFavorites({ db, tenant, userId }) {
    const rows = await readBookmarks(db, tenant, userId);
    return { list: rows.map(({ target }) => ({ media_url: target })) };
  },
  async getFavoritePhotos(context, { query }) {
    return readListedPhotos(context.db, context, bookmarkedBy(context.tenant, context.userId), query);
  },
  async getFavoriteEvents({ db, tenant, userId }) {
    const ids = await readBookmarkedEvents(db, tenant, userId);
    const events = new Map((await readEvents(db, tenant, { ids })).map((event) => [event.event_id, event]));
    return { event_list: ids.flatMap((id) => events.get(id) ?? []) };
  },
} satisfies Partial<Handlers>;
