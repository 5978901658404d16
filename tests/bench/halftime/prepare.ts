/** A database full of photos and fans, for servers of one checkout. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';
import { OPERATOR_LIMITS } from '../../../server/database/serverPool.ts';
import { generate } from '../load/generate.ts';
import { prepareFans } from './fans.ts';
import { MATCH, NARROW } from './posts.ts';

export interface Prepared {
  readonly databaseUrl: string;
  readonly db: Kysely<Database>;
  readonly tokenOf: (fan: number) => string;
  /** Newest photos of the first tenant. */
  readonly newest: readonly string[];
  close(): Promise<void>;
}

/** A page or two. */
const NEWEST = 60;

interface Given {
  /** Root of the checkout whose tables it has. */
  readonly root: string;
  /** Of an empty database. */
  readonly databaseUrl: string;
  readonly tenants: readonly string[];
  readonly photos: number;
}

export async function prepareDatabase({ root, databaseUrl, tenants, photos }: Given): Promise<Prepared> {
  const file = pathToFileURL(join(root, 'server/database/database.ts')).href;
  const { openDatabase }: typeof import('../../../server/database/database.ts') = await import(file);
  const { db, close } = await openDatabase({ databaseUrl, limits: OPERATOR_LIMITS });
  await generate(db, { tenants, photos, until: Number.POSITIVE_INFINITY }, () => {});
  for (const { event, limit } of [MATCH, NARROW])
    await db.updateTable('event').set({ post_limit: limit }).where('event_id', '=', event).execute();
  const rows = await db
    .selectFrom('photo')
    .select('media_url')
    .where('tenant', '=', tenants[0] ?? '')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  const newest = rows.map(({ media_url }) => media_url);
  return { databaseUrl, db, close, newest, tokenOf: await prepareFans(db) };
}
