import { SHORT_CODE_TOKEN } from '../../../src/contract/endpoints.ts';
import { createObjectName } from '../../../src/rules/objectKeys.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { requirePhoto } from '../access/membership.ts';
import { ApiFailure, type Handlers } from '../handlers.ts';

/** 62^10 codes a tenant: nobody finds a photo by trying. */
const CODE_LENGTH = 10;

export const shortUrlHandlers = {
  async putShortUrl({ db, tenant }, { body }) {
    const media_url = body.original_url;
    const row = await inTransaction(db, async (trx) => {
      await requirePhoto(trx, tenant, media_url);
      const code = `${SHORT_CODE_TOKEN}${createObjectName().slice(0, CODE_LENGTH)}`;
      return (
        trx
          .insertInto('short_url')
          .values({ tenant, code, media_url })
          // Writing the same key again returns the row that is there.
          .onConflict((c) => c.columns(['tenant', 'media_url']).doUpdateSet({ media_url }))
          .returning('code')
          .executeTakeFirstOrThrow()
      );
    });
    return { degenerate_url: row.code };
  },
  async getShortUrl({ db, tenant }, { query }) {
    const row = await db
      .selectFrom('short_url as s')
      .innerJoin('photo as p', 'p.media_url', 's.media_url')
      .select('s.media_url')
      .where('p.hidden_at', 'is', null)
      .where('s.tenant', '=', tenant)
      .where('s.code', '=', query.degenerate_url)
      .executeTakeFirst();
    if (!row) throw new ApiFailure('NOT_FOUND');
    return { original_url: row.media_url, degenerate_url: query.degenerate_url };
  },
} satisfies Partial<Handlers>;
