/** How many bytes a fan publishes within a day (SAF-45). */
import type { Transaction } from 'kysely';
import { PUBLISHED_PER_DAY } from '../../../src/contract/abuseLimits.ts';
import type { AnswerOf } from '../../../src/contract/endpoints.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import type { Database } from '../../database/schema.ts';
import { ApiFailure, type CallerContext, type StoredObjects } from '../handlers.ts';
import { countPublished, readPublished } from './publishedRepository.ts';

/** Returns the bound of each fan now, in bytes: the day's, or a share of what is left on the server's own disk. */
export async function publishLimit({ room }: Pick<StoredObjects, 'room'>): Promise<number> {
  if (room === undefined) return PUBLISHED_PER_DAY.bytes;
  const share = Math.floor(Math.max(0, await room()) * PUBLISHED_PER_DAY.shareOfRoom);
  return Math.min(PUBLISHED_PER_DAY.bytes, share);
}

/**
 * Counts what is about to be published, in the transaction that publishes it. Throws DAY_LIMIT_REACHED, and then nothing is counted.
 * @param limit as `publishLimit` told it before the transaction
 */
export async function requireRoomToPublish(
  trx: Transaction<Database>,
  { userId, now }: Pick<CallerContext, 'userId' | 'now'>,
  { bytes, limit }: { readonly bytes: number; readonly limit: number },
): Promise<void> {
  if (bytes === 0) return;
  if (!(await countPublished(trx, { userId, bytes, limit, now: now() }))) throw new ApiFailure('DAY_LIMIT_REACHED');
}

/** Returns what the caller may still publish, of how much, and when the day ends that counts. */
export async function readPublishRoom({
  db,
  objects,
  userId,
  now,
}: Pick<CallerContext, 'db' | 'objects' | 'userId' | 'now'>): Promise<AnswerOf<'getPublishRoom'>> {
  const [limit, published] = await Promise.all([publishLimit(objects), readPublished(db, userId, now())]);
  return {
    left: Math.max(0, limit - (published?.bytes ?? 0)),
    limit,
    until: published ? formatWireDateTime(published.until.getTime()) : null,
  };
}
