import { createHash, randomInt } from 'node:crypto';
import type { BodyOf } from '../../../src/contract/endpoints.ts';
import { PROOF_FIELD } from '../../../src/contract/proofOfWork.ts';
import { CLAIM } from '../../../src/contract/staffLimits.ts';
import { isBlank, plainName, withoutTurning } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { keyOfPhoto } from '../../operations/moderation.ts';
import { Refusal } from '../../operations/outcome.ts';
import { countContact } from '../access/limits.ts';
import { ApiFailure, type Context, done, type Handlers } from '../handlers.ts';
import { lockPhotoRow } from '../photos/repository.ts';
import { addClaim, addContact, confirmClaim, removeUnconfirmed, takeTry } from './repository.ts';

/** What is kept of a browser's description: operators ask for it first. */
const USER_AGENT_MAX = 300;
const CODES = 1_000_000;

type Body = BodyOf<'putContact'>;

/** What is stored of any message. */
function messageOf({ tenant, userId, request, now }: Context, body: Body) {
  // Kept as written, tags and all: operators read text, and a fan may have to quote code.
  const message = withoutTurning(body.message).trim();
  if (isBlank(message)) throw new ApiFailure('INVALID_REQUEST');
  return {
    tenant,
    contact_id: body.contact_id,
    user_id: userId,
    name: plainName(body.name),
    email: body.email,
    topic: body.topic,
    message,
    user_agent: (request?.userAgent ?? '').slice(0, USER_AGENT_MAX),
    created_at: now(),
  };
}

const hashOf = (tenant: string, contactId: string, code: string): string =>
  createHash('sha256').update(`${tenant}\n${contactId}\n${code}`).digest('hex');

/** The key of the photo a request names, hidden or not. Throws INVALID_REQUEST for no photo's address, NOT_FOUND for one nobody has. */
async function requireClaimedPhoto({ db, tenant }: Context, address: string): Promise<string> {
  return inTransaction(db, async (trx) => {
    const key = await keyOfPhoto(trx, tenant, address.trim()).catch((error: unknown) => {
      throw error instanceof Refusal ? new ApiFailure('INVALID_REQUEST') : error;
    });
    if (!(await lockPhotoRow(trx, tenant, key))) throw new ApiFailure('NOT_FOUND');
    return key;
  });
}

/** A takedown request (STF-10): kept unseen until the code that is mailed comes back, where mail is set up. */
async function addTakedown(context: Context, body: Body) {
  const { db, tenant, request, sendClaimCode, now } = context;
  const message = messageOf(context, body);
  if (body.photo === undefined || isBlank(message.name)) throw new ApiFailure('INVALID_REQUEST');
  const photo_key = await requireClaimedPhoto(context, body.photo);
  await removeUnconfirmed(db, tenant, new Date(now().getTime() - CLAIM.keptMs));
  if (sendClaimCode === undefined) {
    await addContact(db, { ...message, photo_key });
    return done;
  }
  // Nobody has another's mailbox filled.
  const key = createHash('sha256').update(message.email.toLowerCase()).digest('hex').slice(0, 32);
  if (request && !(await request.count(`claim:${key}`, CLAIM.mails))) throw new ApiFailure('RATE_LIMITED');
  const code = String(randomInt(CODES)).padStart(6, '0');
  const confirm_hash = hashOf(tenant, body.contact_id, code);
  // A repetition of one that is confirmed already, or of another's id, changes nothing.
  if (!(await addClaim(db, { ...message, photo_key, confirm_hash }))) return done;
  await sendClaimCode(message.email, code).catch((cause: unknown) => {
    throw new ApiFailure('UNAVAILABLE', { cause });
  });
  return { ...done, code_sent: true };
}

export const contactHandlers = {
  async putContact(context, { body }) {
    await countContact(context, body[PROOF_FIELD]);
    if (body.topic === 'takedown') return addTakedown(context, body);
    await addContact(context.db, messageOf(context, body));
    return done;
  },
  async putContactCode({ db, tenant, now }, { body: { contact_id, code } }) {
    const found = await takeTry(db, tenant, contact_id);
    if (found === null) throw new ApiFailure('NOT_FOUND');
    if (found.confirm_hash !== hashOf(tenant, contact_id, code)) throw new ApiFailure('NOT_ALLOWED');
    await confirmClaim(db, { tenant, contact_id }, now());
    return done;
  },
} satisfies Partial<Handlers>;
