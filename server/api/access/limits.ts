/** How much of a kind one fan, visitor or tenant may leave. Limits of whole calls are counted in `http/api.ts`. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import {
  CONTACT_LIMITS,
  EVENTS_PER_FAN,
  FOLLOWS_MAX,
  MUTES_MAX,
  NEW_WORDS,
  WORD_VOTES,
} from '../../../src/contract/limits.ts';
import { lockFan } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';
import { countOpenEvents } from '../events/repository.ts';
import { countOtherFollows } from '../follows/repository.ts';
import { ApiFailure, type CallerContext, type Context } from '../handlers.ts';
import { countOtherMutes } from '../mutes/repository.ts';

/** An operator reads every message: throws RATE_LIMITED for a flood, by network and for the tenant as a whole. */
export async function countContact({ tenant, userId, request }: Context): Promise<void> {
  if (request === undefined) return;
  const { address, count } = request;
  const ofVisitor = userId === null && address !== null ? `contact:visitor:${address}` : null;
  if (ofVisitor !== null && !(await count(ofVisitor, CONTACT_LIMITS.visitors))) throw new ApiFailure('RATE_LIMITED');
  if (!(await count(`contact:tenant:${tenant}`, CONTACT_LIMITS.tenant))) throw new ApiFailure('RATE_LIMITED');
}

/** False: the same word came from this place too often. */
export async function countWordVote({ tenant, request }: Context, tagtype: string, word: string): Promise<boolean> {
  if (!request?.address) return true;
  const vote = createHash('sha256').update(`${tenant}\n${tagtype}\n${word}`).digest('hex').slice(0, 32);
  return request.count(`word:${vote}:${request.address}`, WORD_VOTES);
}

/** False: too many words nobody had chosen before came from this place. */
export async function countNewWord({ request }: Context): Promise<boolean> {
  if (!request?.address) return true;
  return request.count(`new-words:${request.address}`, NEW_WORDS);
}

/** Throws EVENT_LIMIT_REACHED when as many own events as one may have are not over. Calls at the same moment wait for each other. */
export async function requireRoomForEvent(trx: Transaction<Database>, context: CallerContext): Promise<void> {
  await lockFan(trx, context.userId);
  if ((await countOpenEvents(trx, context, context.now())) >= EVENTS_PER_FAN)
    throw new ApiFailure('EVENT_LIMIT_REACHED');
}

/** Throws NOT_ALLOWED when the fan has muted as many others as one may. Calls at the same moment wait for each other. */
export async function requireRoomForMute(trx: Transaction<Database>, userId: string, muted: string): Promise<void> {
  await lockFan(trx, userId);
  if ((await countOtherMutes(trx, userId, muted)) >= MUTES_MAX) throw new ApiFailure('NOT_ALLOWED');
}

/** Throws NOT_ALLOWED when the fan follows as many others in this tenant as one may. Calls at the same moment wait for each other. */
export async function requireRoomForFollow(
  trx: Transaction<Database>,
  { tenant, userId: user_id }: Pick<CallerContext, 'tenant' | 'userId'>,
  follow_user: string,
): Promise<void> {
  await lockFan(trx, user_id);
  if ((await countOtherFollows(trx, { tenant, user_id, follow_user })) >= FOLLOWS_MAX)
    throw new ApiFailure('NOT_ALLOWED');
}
