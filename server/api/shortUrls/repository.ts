import type { Kysely, Transaction } from 'kysely';
import type { Database, ShortUrlTable } from '../../database/schema.ts';

/** Keeps a code for a photo. Gives the photo's code, which is another one if it had one. */
export async function saveShortUrl(trx: Transaction<Database>, shortUrl: ShortUrlTable): Promise<string> {
  const { media_url } = shortUrl;
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
