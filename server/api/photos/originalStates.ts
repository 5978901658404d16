/** What is known of photos' originals: those that follow the preview (PUB-01), and which of them have come. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { OriginalState, PhotoTable } from '../../database/photoTables.ts';
import type { Database } from '../../database/schema.ts';

export type RegisteredPhoto = Pick<
  Selectable<PhotoTable>,
  'tenant' | 'media_url' | 'user_id' | 'width' | 'height' | 'size' | 'original_state'
>;

/** Photos of this fan, hidden ones included. */
export async function readOwnPhotos(
  db: Kysely<Database>,
  { tenant, userId }: { readonly tenant: string; readonly userId: string },
  urls: readonly string[],
): Promise<ReadonlyMap<string, RegisteredPhoto>> {
  const rows = await db
    .selectFrom('photo')
    .select(['tenant', 'media_url', 'user_id', 'width', 'height', 'size', 'original_state'])
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .where('media_url', 'in', urls)
    .execute();
  return new Map(rows.map((row) => [row.media_url, row]));
}

/** Locks a photo whose original has not come. False: it is gone, or its original is decided. */
export async function lockPending(
  trx: Transaction<Database>,
  { tenant, media_url }: Pick<RegisteredPhoto, 'tenant' | 'media_url'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('photo')
    .select('id')
    .where('tenant', '=', tenant)
    .where('media_url', '=', media_url)
    .where('original_state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Of a photo the caller has locked. */
export async function setOriginalState(
  trx: Transaction<Database>,
  { tenant, media_url }: Pick<RegisteredPhoto, 'tenant' | 'media_url'>,
  original_state: OriginalState,
): Promise<void> {
  await trx
    .updateTable('photo')
    .set({ original_state })
    .where('tenant', '=', tenant)
    .where('media_url', '=', media_url)
    .execute();
}

/** For `/metrics`. `recent`: of the last 24 hours. */
export interface PendingOriginals {
  readonly all: number;
  readonly recent: number;
  readonly oldestRecentSeconds: number;
}

export async function readPendingOriginals(db: Kysely<Database>, now: Date): Promise<PendingOriginals> {
  const day = new Date(now.getTime() - 24 * 3_600_000);
  const { rows } = await sql<{ all: number; recent: number; oldest: Date | null }>`
    select count(*)::int as all, count(*) filter (where created_at > ${day})::int as recent,
      min(created_at) filter (where created_at > ${day}) as oldest
    from photo where original_state = 'pending'`.execute(db);
  const { all = 0, recent = 0, oldest = null } = rows[0] ?? {};
  const oldestRecentSeconds = oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
  return { all, recent, oldestRecentSeconds };
}
