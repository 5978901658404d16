/** Calls of the desk that move a cancelled match: to another date, or its posts into the event that takes its place (STF-08). */
import * as v from 'valibot';
import { endpoint } from './endpoints.ts';
import { Id, text } from './entities.ts';
import { doneAnswer, forRole, type StaffEndpoint } from './staffCall.ts';
import { RecordWritten } from './staffContentEndpoints.ts';
import { EVENT_MOVES, RECORD_INPUT } from './staffLimits.ts';

const Word = v.pipe(v.string(), v.maxLength(RECORD_INPUT.text));
/** What the editor adds to the notice; empty: nothing. */
const Note = text(EVENT_MOVES.noteMax);

const RunningMove = v.object({
  event_id: v.string(),
  name: v.string(),
  into_name: v.string(),
  /** Photos that went over, and photos that are left. */
  moved: v.number(),
  left: v.number(),
});
export type RunningMove = v.InferOutput<typeof RunningMove>;

export const staffMoveEndpoints = {
  /** Photos of an event, hidden ones included, and members who would be told of a move: its followers and those who posted. */
  getStaffEventReach: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/event/reach',
      auth: 'user',
      cache: 'none',
      query: v.object({ event_id: Id }),
      answer: v.object({ photos: v.number(), told: v.number() }),
    }),
  ),
  /** Moves into other events that go on, the latest first; at most EVENT_MOVES.listed. */
  getStaffEventMoves: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/event/moves',
      auth: 'user',
      cache: 'none',
      answer: v.object({ list: v.pipe(v.array(RunningMove), v.maxLength(EVENT_MOVES.listed)) }),
    }),
  ),
  /**
   * Gives an event another date and place. Its followers and those who posted are notified once. The same values once more change nothing.
   * Refused with 'past': the period would be over already; with 'moved': its posts go over to another event.
   */
  putStaffEventDate: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/event/date',
      auth: 'user',
      body: v.object({
        event_id: Id,
        revision: v.pipe(v.string(), v.maxLength(64)),
        values: v.object({
          event_date: Word,
          crawl_period_start: Word,
          crawl_period_end: Word,
          photo_location: v.pipe(v.array(Word), v.maxLength(RECORD_INPUT.entries)),
          public_message: Word,
        }),
        note: Note,
      }),
      answer: RecordWritten,
    }),
  ),
  /**
   * Gives the posts and bookmarks of an event to another one, by a job, and removes the event then. Its address leads to the other one. Once
   * more is no error. EVENT_NOT_FOUND: one of the two is not the club's, they are the same, or one goes over to a third.
   */
  putStaffEventMove: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/event/move',
      auth: 'user',
      body: v.object({ event_id: Id, into: Id, note: Note }),
      answer: doneAnswer,
      errors: ['EVENT_NOT_FOUND'],
    }),
    true,
  ),
} as const satisfies Record<string, StaffEndpoint>;
