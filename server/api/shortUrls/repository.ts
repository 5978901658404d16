import type { Kysely, Transaction } from 'kysely';
import { SHORT_CODE_TOKEN } from '../../../src/contract/endpoints.ts';
import { createObjectName } from '../../../src/rules/objectKeys.ts';
import type { Database } from '../../database/schema.ts';

/** 62^10 codes a tenant: nobody finds a photo by trying. */
const CODE_LENGTH = 10;

/** Returns the photo's short code, which is made if it has none. The caller holds the photo. */
export async function createShortUrl(trx: Transaction<Database>, tenant: string, media_url: string): Promise<string> {
  const shortUrl = { tenant, media_url, code: `${SHORT_CODE_TOKEN}${createObjectName().slice(0, CODE_LENGTH)}` };
  const { code } = await trx
    .insertInto('short_url')
    .values(shortUrl)
    // Writing the same key again returns the row that is there.
    .onConflict((c) => c.columns(['tenant', 'media_url']).doUpdateSet({ media_url }))
    .returning('code')
    .executeTakeFirstOrThrow();
  return code;
}

/** The photo behind a code, if it is shown. */
export async function readLongUrl(db: Kysely<Database>, tenant: string, code: string): Promise<string | null> {
  const row = await db
    .selectFrom('short_url as s')
    .innerJoin('photo as p', 'p.media_url', 's.media_url')
    .select('s.media_url')
    .where('p.hidden_at', 'is', null)
    .where('s.tenant', '=', tenant)
    .where('s.code', '=', code)
    .executeTakeFirst();
  return row?.media_url ?? null;
}
