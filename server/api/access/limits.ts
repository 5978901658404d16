/** How much of a kind one fan, visitor or tenant may leave. Limits of whole calls are counted in `http/api.ts`. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { CONTACT_LIMITS, EVENTS_PER_FAN, FOLLOWS_MAX, MUTES_MAX } from '../../../src/contract/limits.ts';
import { CAN_PROVE } from '../../../src/contract/proofOfWork.ts';
import { NEW_WORDS, WORD_VOTES } from '../../../src/contract/wordLimits.ts';
import { lockFan } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';
import { countOtherBlocks } from '../blocks/repository.ts';
import { countOpenEvents } from '../events/repository.ts';
import { countOtherFollows } from '../follows/repository.ts';
import { ApiFailure, type CallerContext, type Context } from '../handlers.ts';
import { countOtherMutes } from '../mutes/repository.ts';

/**
 * An operator reads every message. Visitors of a network that sent many pay with a proof of work each (SAF-32e), so that a neighbour shuts
 * nobody out. Throws PROOF_NEEDED with a challenge; RATE_LIMITED for who knows no proofs, and for a flood in the tenant as a whole.
 * @param proof what the call carries; undefined: its sender knows no proofs
 */
export async function countContact(context: Context, proof: string | undefined): Promise<void> {
  const { tenant, userId, request } = context;
  if (request === undefined) return;
  const { address, count } = request;
  const isVisitor = userId === null && address !== null;
  if (isVisitor && !(await count(`contact:visitor:${address}`, CONTACT_LIMITS.visitors)))
    await requireProof(context, address, proof);
  if (!(await count(`contact:tenant:${tenant}`, CONTACT_LIMITS.tenant))) throw new ApiFailure('RATE_LIMITED');
}

async function requireProof({ proofs }: Context, network: string, proof: string | undefined): Promise<void> {
  if (proofs === undefined || proof === undefined) throw new ApiFailure('RATE_LIMITED');
  if (proof === CAN_PROVE || !(await proofs.redeem(proof, network)))
    throw new ApiFailure('PROOF_NEEDED', { challenge: await proofs.challengeFor(network) });
  await proofs.countPaid(network);
}

/** Whose votes for words are counted together: a fan's, or those of all visitors of a network. null: nobody can be told from anybody. */
const voterOf = ({ userId, request }: Pick<Context, 'userId' | 'request'>): string | null =>
  userId === null ? (request?.address ?? null) : `fan:${userId}`;

/** Returns false if this fan or network has voted for the word within WORD_VOTES (SRC-08a). */
export async function countWordVote(context: Context, tagtype: string, word: string): Promise<boolean> {
  const { tenant, request } = context;
  const voter = voterOf(context);
  if (request === undefined || voter === null) return true;
  const vote = createHash('sha256').update(`${tenant}\n${tagtype}\n${word}`).digest('hex').slice(0, 32);
  return request.count(`word:${vote}:${voter}`, WORD_VOTES);
}

/** Returns false if this fan or network chose too many words that nobody had chosen before (NEW_WORDS). */
export async function countNewWord(context: Context): Promise<boolean> {
  const { request } = context;
  const voter = voterOf(context);
  return request === undefined || voter === null || request.count(`new-words:${voter}`, NEW_WORDS);
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

/** As `requireRoomForMute`, for blocks: as many as mutes. */
export async function requireRoomForBlock(trx: Transaction<Database>, userId: string, blocked: string): Promise<void> {
  await lockFan(trx, userId);
  if ((await countOtherBlocks(trx, userId, blocked)) >= MUTES_MAX) throw new ApiFailure('NOT_ALLOWED');
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
