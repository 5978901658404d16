/** The desk's calls that move an event (STF-08): thin callers of `server/operations/eventMoves.ts`. */
import { inTransaction } from '../../database/retryTransaction.ts';
import { beginMove, giveNewDate, readMoveReach, readRunningMoves } from '../../operations/eventMoves.ts';
import { Refusal } from '../../operations/outcome.ts';
import type { Values } from '../../operations/records/kinds.ts';
import { ApiFailure, done } from '../handlers.ts';
import { answerWrite, changedFields } from './contentHandlers.ts';
import { logOwn } from './logOwn.ts';
import type { StaffHandlers } from './staffHandlers.ts';

/** What the log says of an event that its posts leave or reach. */
const inLog = ({ event_id, event_name, event_date }: Values) => ({ event_id, event_name, event_date });

const reasonOf = (note: string) => (note === '' ? {} : { reason: note });

export const moveHandlers = {
  async getStaffEventReach({ db, tenant, now }, { query: { event_id } }) {
    return readMoveReach(db, { tenant, eventId: event_id }, now());
  },
  async getStaffEventMoves({ db, tenant }) {
    return { list: await readRunningMoves(db, tenant) };
  },
  async putStaffEventDate(context, { body: { event_id, revision, values, note } }) {
    const { db, tenant, now } = context;
    return answerWrite(() =>
      inTransaction(db, async (trx) => {
        const written = await giveNewDate(trx, { tenant, eventId: event_id }, { revision, values, note }, now());
        if (written.result !== 'ok' || written.before === null || written.record === null) return written;
        const states = changedFields(written.before, written.record.values);
        if (Object.keys(states.after).length > 0)
          await logOwn(context, trx, { act: 'move dates', what: event_id, ...reasonOf(note), ...states });
        return written;
      }),
    );
  },
  async putStaffEventMove(context, { body: { event_id, into, note } }) {
    const { db, tenant, now } = context;
    await inTransaction(db, async (trx) => {
      const place = { tenant, eventId: event_id };
      const start = await beginMove(trx, place, { intoId: into, note }, now()).catch((error: unknown) => {
        throw error instanceof Refusal ? new ApiFailure('EVENT_NOT_FOUND') : error;
      });
      if (start.outcome === 'none') throw new ApiFailure('EVENT_NOT_FOUND');
      if (start.outcome === 'same') return;
      const outcome = `${start.reach.photos} photos, ${start.reach.told} members.`;
      const states = { before: inLog(start.before), after: inLog(start.into) };
      await logOwn(context, trx, { act: 'move events', what: event_id, ...reasonOf(note), outcome, ...states });
    });
    return done;
  },
} satisfies Partial<StaffHandlers>;
