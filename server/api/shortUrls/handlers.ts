import { SHORT_CODE_TOKEN } from '../../../src/contract/endpoints.ts';
import { createObjectName } from '../../../src/rules/objectKeys.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { requirePhoto } from '../access/membership.ts';
import { ApiFailure, type Handlers } from '../handlers.ts';
import { readLongUrl, saveShortUrl } from './repository.ts';

/** 62^10 codes a tenant: nobody finds a photo by trying. */
const CODE_LENGTH = 10;

export const shortUrlHandlers = {
  async putShortUrl({ db, tenant }, { body: { original_url: media_url } }) {
    const degenerate_url = await inTransaction(db, async (trx) => {
      await requirePhoto(trx, tenant, media_url);
      const code = `${SHORT_CODE_TOKEN}${createObjectName().slice(0, CODE_LENGTH)}`;
      return saveShortUrl(trx, { tenant, code, media_url });
    });
    return { degenerate_url };
  },
  async getShortUrl({ db, tenant }, { query: { degenerate_url } }) {
    const original_url = await readLongUrl(db, tenant, degenerate_url);
    if (original_url === null) throw new ApiFailure('NOT_FOUND');
    return { original_url, degenerate_url };
  },
} satisfies Partial<Handlers>;
