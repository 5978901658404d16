import { INBOX } from '../../../src/contract/staffLimits.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { isBlank, withoutTurning } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { ApiFailure, done } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { changeMessage, lockMessage, type Message, readInbox } from './inboxRepository.ts';
import { logOwn } from './logOwn.ts';
import type { StaffHandlers } from './staffHandlers.ts';

const wire = (at: Date): string => formatWireDateTime(at.getTime());

function outcomeOf({ closed_at, answered_at, answer_mailed_at }: Message) {
  if (answered_at !== null) return answer_mailed_at === null ? 'mailing' : 'mailed';
  return closed_at === null ? null : 'closed';
}

export const inboxHandlers = {
  async getStaffInbox({ db, tenant, now }, { query }) {
    const rows = await readInbox(db, tenant, query.state === 'open');
    return {
      list: rows.map(({ nickname, ...message }) => {
        const due = new Date((message.confirmed_at ?? message.created_at).getTime() + INBOX.deadlineMs);
        return {
          contact_id: message.contact_id,
          topic: message.topic,
          name: message.name,
          message: message.message,
          sent_at: wire(message.created_at),
          due_at: wire(due),
          is_late: message.closed_at === null && due < now(),
          user_id: message.user_id,
          photo: message.photo_key,
          is_confirmed: message.topic === 'takedown' ? message.confirmed_at !== null : null,
          outcome: outcomeOf(message),
          answer: message.answer,
          done_at: message.closed_at === null ? null : wire(message.closed_at),
          done_by: message.answered_by === null ? null : screenName({ nickname }),
        };
      }),
    };
  },
  async putStaffAnswer(context, { body: { contact_id, text } }) {
    const { db, tenant, userId, now } = context;
    const answer = withoutTurning(text).trim();
    if (isBlank(answer)) throw new ApiFailure('INVALID_REQUEST');
    await inTransaction(db, async (trx) => {
      const found = await lockMessage(trx, tenant, contact_id);
      if (!found) throw new ApiFailure('NOT_FOUND');
      if (found.answered_by === userId && found.answer === answer) return;
      if (found.closed_at !== null) throw new ApiFailure('ALREADY_DECIDED');
      const at = now();
      await changeMessage(trx, found, { answer, answered_at: at, answered_by: userId, closed_at: at });
      // Neither the message nor the answer stands in the log.
      await logOwn(context, trx, { act: 'contacts answer', what: contact_id });
    });
    return done;
  },
  async putStaffInboxState(context, { body: { contact_id, is_closed } }) {
    const { db, tenant, now } = context;
    await inTransaction(db, async (trx) => {
      const found = await lockMessage(trx, tenant, contact_id);
      if (!found) throw new ApiFailure('NOT_FOUND');
      if (found.answered_at !== null) throw new ApiFailure('ALREADY_DECIDED');
      if ((found.closed_at !== null) === is_closed) return;
      await changeMessage(trx, found, { closed_at: is_closed ? now() : null });
      await logOwn(context, trx, { act: is_closed ? 'contacts close' : 'contacts reopen', what: contact_id });
    });
    return done;
  },
} satisfies Partial<StaffHandlers>;
