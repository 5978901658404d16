import { isBlank, plainName, withoutTurning } from '../../../src/rules/visibleText.ts';
import { countContact } from '../access/limits.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';
import { addContact } from './repository.ts';

/** What is kept of a browser's description: operators ask for it first. */
const USER_AGENT_MAX = 300;

export const contactHandlers = {
  async putContact(context, { body }) {
    const { db, tenant, userId, request, now } = context;
    // Kept as written, tags and all: operators read text, and a fan may have to quote code.
    const message = withoutTurning(body.message).trim();
    if (isBlank(message)) throw new ApiFailure('INVALID_REQUEST');
    await countContact(context);
    await addContact(db, {
      tenant,
      contact_id: body.contact_id,
      user_id: userId,
      name: plainName(body.name),
      email: body.email,
      topic: body.topic,
      message,
      user_agent: (request?.userAgent ?? '').slice(0, USER_AGENT_MAX),
      created_at: now(),
    });
    return done;
  },
} satisfies Partial<Handlers>;
