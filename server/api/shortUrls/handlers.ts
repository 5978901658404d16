import { inTransaction } from '../../database/retryTransaction.ts';
import { requirePhoto } from '../access/membership.ts';
import { ApiFailure, type Handlers } from '../handlers.ts';
import { createShortUrl, readLongUrl } from './repository.ts';

export const shortUrlHandlers = {
  async putShortUrl({ db, tenant }, { body: { original_url: media_url } }) {
    const degenerate_url = await inTransaction(db, async (trx) => {
      await requirePhoto(trx, tenant, media_url);
      return createShortUrl(trx, tenant, media_url);
    });
    return { degenerate_url };
  },
  async getShortUrl({ db, tenant }, { query: { degenerate_url } }) {
    const original_url = await readLongUrl(db, tenant, degenerate_url);
    if (original_url === null) throw new ApiFailure('NOT_FOUND');
    return { original_url, degenerate_url };
  },
} satisfies Partial<Handlers>;
