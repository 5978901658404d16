import { CONTACT_LIMITS } from '../../../src/contract/limits.ts';
import { isBlank, plainName, withoutTurning } from '../../../src/rules/visibleText.ts';
import { ApiFailure, type Context, done, type Handlers } from '../handlers.ts';

/** What is kept of a browser's description: operators ask for it first. */
const USER_AGENT_MAX = 300;

/** An operator reads every message: a flood is refused, by network and for the tenant as a whole. */
async function countContact({ tenant, userId, request }: Context): Promise<void> {
  if (request === undefined) return;
  const { address, count } = request;
  const ofVisitor = userId === null && address !== null ? `contact:visitor:${address}` : null;
  if (ofVisitor !== null && !(await count(ofVisitor, CONTACT_LIMITS.visitors))) throw new ApiFailure('RATE_LIMITED');
  if (!(await count(`contact:tenant:${tenant}`, CONTACT_LIMITS.tenant))) throw new ApiFailure('RATE_LIMITED');
}

export const contactHandlers = {
  async putContact(context, { body }) {
    const { db, tenant, userId, request, now } = context;
    // Kept as written, tags and all: operators read text, and a fan may have to quote code.
    const message = withoutTurning(body.message).trim();
    if (isBlank(message)) throw new ApiFailure('INVALID_REQUEST');
    await countContact(context);
    await db
      .insertInto('contact')
      .values({
        tenant,
        contact_id: body.contact_id,
        user_id: userId,
        name: plainName(body.name),
        email: body.email,
        topic: body.topic,
        message,
        user_agent: (request?.userAgent ?? '').slice(0, USER_AGENT_MAX),
        created_at: now(),
      })
      // A resend on a bad line; also whoever guesses an id changes nothing.
      .onConflict((c) => c.doNothing())
      .execute();
    return done;
  },
} satisfies Partial<Handlers>;
