/** The operators' commands that move a cancelled match, as the desk does (STF-21a). */
import type { Command } from 'commander';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../database/schema.ts';
import {
  beginMove,
  type EventPlace,
  giveNewDate,
  type MoveAct,
  newDateAct,
  readRunningMoves,
} from '../operations/eventMoves.ts';
import { Refusal } from '../operations/outcome.ts';
import { lockDeskRecord } from '../operations/records/deskRecords.ts';
import { kindNamed } from '../operations/records/kinds.ts';
import { onOneLine } from '../operations/terminalText.ts';
import { type RunTask, reading, reasonOption, type SharedOptions, writing } from './commandParts.ts';

type Trx = Transaction<Database>;

const text = v.string();
export const MoveTask = v.variant('do', [
  v.object({ do: v.literal('moveEvent'), eventId: text, intoId: text }),
  v.object({ do: v.literal('redateEvent'), eventId: text, day: text, start: text, end: text }),
]);
export type MoveTask = v.InferOutput<typeof MoveTask>;

/** What a command says, and its row of the log; null: nothing was changed. */
interface Moved {
  readonly lines: readonly string[];
  readonly act: MoveAct | null;
}

export const isMoveTask = (task: { readonly do: string }): task is MoveTask =>
  task.do === 'moveEvent' || task.do === 'redateEvent';

/** Runs a command that moves an event. Throws Refusal. @param note what members are told besides */
export function runMoveTask(trx: Trx, tenant: string, task: MoveTask, note: string, now: Date): Promise<Moved> {
  const place = { tenant, eventId: task.eventId };
  return task.do === 'moveEvent' ? moveEvent(trx, place, task.intoId, note, now) : redate(trx, place, task, note, now);
}

async function moveEvent(trx: Trx, place: EventPlace, intoId: string, note: string, now: Date): Promise<Moved> {
  const start = await beginMove(trx, place, { intoId, note }, now);
  if (start.outcome === 'none')
    throw new Refusal(
      `Nothing was changed: one of ${place.eventId} and ${intoId} is no event of ${place.tenant}, or goes over to another one.`,
    );
  if (start.outcome === 'same')
    return { lines: [`${place.eventId} goes over to ${intoId} already: all is as it was.`], act: null };
  const { act } = start;
  return {
    lines: [`${place.eventId} goes over to ${intoId}: ${act.outcome}`, 'See how far it is: events moves.'],
    act,
  };
}

async function redate(
  trx: Trx,
  place: EventPlace,
  { day, start, end }: Extract<MoveTask, { do: 'redateEvent' }>,
  note: string,
  now: Date,
): Promise<Moved> {
  const { tenant, eventId } = place;
  const record = await lockDeskRecord(trx, { kind: kindNamed('events'), tenant }, eventId);
  if (record === null) throw new Refusal(`Nothing was changed: ${tenant} has no event ${eventId}.`);
  const values = { event_date: day, crawl_period_start: start, crawl_period_end: end };
  const written = await giveNewDate(trx, place, { revision: record.revision, values, note }, now);
  const act = newDateAct(eventId, written);
  return { lines: [act ? `${eventId} is on ${day}.` : `${eventId} is on ${day} already: all is as it was.`], act };
}

/** The command line's list of moves that go on: one line a move. */
export async function listEventMoves(trx: Trx, tenant: string): Promise<string[]> {
  const moves = await readRunningMoves(trx, tenant);
  if (moves.length === 0) return [`${tenant}: no event goes over to another one.`];
  return moves.map(({ event_id, name, into_name, moved, left }) =>
    onOneLine(`${event_id}  ${name}  to ${into_name}: ${moved} photos went over, ${left} are left`),
  );
}

/** Adds the commands. */
export function addEvents(program: Command, run: RunTask): void {
  const events = program.command('events').description('cancelled matches: another date, or another event');
  const told = () => reasonOption('why: members are told this text');
  writing(events.command('move'), told())
    .description('give all posts of an event to another one, and remove it; members are told; see: events moves')
    .argument('<event_id>', 'the cancelled event (see: export events)')
    .argument('<into_event_id>', 'the event that takes its place')
    .action((eventId: string, intoId: string, options: SharedOptions) =>
      run(options, { do: 'moveEvent', eventId, intoId }),
    );
  writing(events.command('redate'), told())
    .description('give an event another date; its posts stay, and members are told')
    .argument('<event_id>', 'the event (see: export events)')
    .requiredOption('--day <day>', 'its day, such as 2026-12-31')
    .requiredOption('--start <time>', "when posts begin, such as '2026-12-31 10:00:00'")
    .requiredOption('--end <time>', 'when posts end')
    .action((eventId: string, options: SharedOptions & { day: string; start: string; end: string }) =>
      run(options, { do: 'redateEvent', eventId, day: options.day, start: options.start, end: options.end }),
    );
  reading(events.command('moves'))
    .description('events whose posts are still going over')
    .action((options: SharedOptions) => run(options, { do: 'listEventMoves' }));
}
