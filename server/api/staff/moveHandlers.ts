/** The desk's calls that move an event (STF-08): thin callers of `server/operations/eventMoves.ts`. */
import { inTransaction } from '../../database/retryTransaction.ts';
import { beginMove, giveNewDate, newDateAct, readMoveReach, readRunningMoves } from '../../operations/eventMoves.ts';
import { Refusal } from '../../operations/outcome.ts';
import { ApiFailure, done } from '../handlers.ts';
import { answerWrite } from './contentHandlers.ts';
import { logOwn } from './logOwn.ts';
import type { StaffHandlers } from './staffHandlers.ts';

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
        const act = newDateAct(event_id, written);
        if (act) await logOwn(context, trx, { ...act, ...reasonOf(note) });
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
      if (start.outcome === 'begun') await logOwn(context, trx, { ...start.act, ...reasonOf(note) });
    });
    return done;
  },
} satisfies Partial<StaffHandlers>;
