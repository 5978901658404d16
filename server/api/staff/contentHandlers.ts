/** The desk's calls about events, seasons, teams and players (STF-12, STF-13): thin callers of `server/operations/records`. */

import { thumbnailKey } from '../../../src/contract/pictureKeys.ts';
import type { RecordKind, RecordProblem } from '../../../src/contract/staffContentEndpoints.ts';
import { PERSONS_FOLDER, RECORD_INPUT } from '../../../src/contract/staffLimits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { forgetUploads } from '../../objects/unregisteredUploads.ts';
import { mergePersons } from '../../operations/mergePersons.ts';
import { type Problem, Refusal } from '../../operations/outcome.ts';
import {
  changedFields,
  importFile,
  readDeskRecords,
  removeRecord,
  saveDeskRecord,
  type Written,
  writeDeskFile,
} from '../../operations/records/deskRecords.ts';
import { endEvent } from '../../operations/records/endEvent.ts';
import { kindNamed, type Values } from '../../operations/records/kinds.ts';
import { requireOwnPictureBytes } from '../access/eventPictures.ts';
import { refuseOthersPhotos } from '../access/ownership.ts';
import { ApiFailure, done } from '../handlers.ts';
import { logOwn } from './logOwn.ts';
import type { StaffContext, StaffHandlers } from './staffHandlers.ts';

const wireProblems = (problems: readonly Problem[]): RecordProblem[] =>
  problems.slice(0, RECORD_INPUT.problems).map(({ line, field, code, about }) => ({ line, field, code, about }));

/** Runs a write. What its input is refused for becomes the answer, and nothing is changed. */
export async function answerWrite(write: () => Promise<Written>) {
  try {
    const written = await write();
    return { result: written.result, problems: [], record: 'record' in written ? written.record : null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { result: 'refused' as const, problems: wireProblems(error.problems), record: null };
  }
}

/** Fields of a kind that name pictures, and the folder of the store where an editor stores them. */
const PICTURES: Partial<
  Readonly<Record<RecordKind, { readonly fields: readonly string[]; folder(values: Values): string }>>
> = {
  events: { fields: ['thumbnail', 'descriptive_photo'], folder: ({ event_id }) => String(event_id) },
  persons: { fields: ['picture'], folder: () => PERSONS_FOLDER },
};

/**
 * Returns keys of pictures that none of the club's records of the kind has yet: a copy shares those of its original. Throws INVALID_REQUEST
 * for a picture that the caller did not store in the kind's folder.
 */
async function requireNewPictures(context: StaffContext, kind: RecordKind, values: Values): Promise<readonly string[]> {
  const { fields = [], folder } = PICTURES[kind] ?? {};
  const keys = fields.map((name) => values[name]).filter((key) => typeof key === 'string' && !key.startsWith('/'));
  if (folder === undefined || keys.length === 0) return [];
  const records = await readDeskRecords(context.db, { kind: kindNamed(kind), tenant: context.tenant });
  const known = new Set(records.flatMap((record) => fields.map((name) => record.values[name])));
  const added = keys.map(String).filter((key) => !known.has(key));
  await requireOwnPictureBytes(context, folder(values), added);
  return added;
}

export const contentHandlers = {
  async getStaffRecords({ db, tenant }, { query: { kind } }) {
    return { list: await readDeskRecords(db, { kind: kindNamed(kind), tenant }) };
  },
  async putStaffRecord(context, { body: { kind, revision, values } }) {
    const { db, tenant, userId } = context;
    const pictures = await requireNewPictures(context, kind, values);
    return answerWrite(() =>
      inTransaction(db, async (trx) => {
        await refuseOthersPhotos(trx, userId, pictures);
        const written = await saveDeskRecord(trx, { kind: kindNamed(kind), tenant }, { revision, values });
        if (written.result !== 'ok' || written.record === null) return written;
        await forgetUploads(
          trx,
          pictures.flatMap((key) => [key, thumbnailKey(key)]),
        );
        const states = changedFields(written.before ?? {}, written.record.values);
        if (Object.keys(states.after).length === 0) return written;
        const act = `${written.before === null ? 'create' : 'change'} ${kind}` as const;
        await logOwn(context, trx, { act, what: written.record.key, ...states });
        return written;
      }),
    );
  },
  async deleteStaffRecord(context, { body: { kind, key, revision } }) {
    const { db, tenant } = context;
    const found = kindNamed(kind);
    if (found.key === null) throw new ApiFailure('INVALID_REQUEST');
    return answerWrite(() =>
      inTransaction(db, async (trx) => {
        const written = await removeRecord(trx, { kind: found, tenant }, { key, revision });
        if (written.result === 'ok' && written.before !== null)
          await logOwn(context, trx, { act: `remove ${kind}`, what: key, before: written.before });
        return written;
      }),
    );
  },
  async putStaffEventEnd(context, { body: { event_id } }) {
    const { db, tenant, now } = context;
    await inTransaction(db, async (trx) => {
      const { outcome, before } = await endEvent(trx, tenant, event_id, now()).catch((error: unknown) => {
        throw error instanceof Refusal ? new ApiFailure('EVENT_NOT_FOUND') : error;
      });
      if (outcome === 'none') throw new ApiFailure('EVENT_NOT_FOUND');
      if (outcome !== 'ended') throw new ApiFailure(outcome === 'over' ? 'EVENT_OVER' : 'EVENT_NOT_STARTED');
      await logOwn(context, trx, { act: 'end events', what: event_id, before: { crawl_period_end: before } });
    });
    return done;
  },
  async putStaffPersonMerge(context, { body: { from, into } }) {
    const { db, tenant } = context;
    if (from === into) throw new ApiFailure('INVALID_REQUEST');
    return inTransaction(db, async (trx) => {
      const merged = await mergePersons(trx, { tenant, from, into });
      if (merged === null) throw new ApiFailure('NOT_FOUND');
      const outcome = `${merged.photos} photos.`;
      await logOwn(context, trx, {
        act: 'merge persons',
        what: from,
        outcome,
        before: { name: from },
        after: { name: into },
      });
      return merged;
    });
  },
  async getStaffRecordsFile({ db, tenant }, { query: { kind } }) {
    return { csv: await writeDeskFile(db, { kind: kindNamed(kind), tenant }) };
  },
  async putStaffRecordsFile(context, { body: { kind, csv, is_trial } }) {
    const { db, tenant } = context;
    const nothing = { problems: [], more: 0, added: 0, changed: 0, unchanged: 0, keys: [] };
    try {
      return await inTransaction(db, async (trx) => {
        const { count, changed } = await importFile(trx, { kind: kindNamed(kind), tenant }, csv);
        const added = changed.filter(({ before }) => before === null).length;
        const counts = { added, changed: changed.length - added, unchanged: count - changed.length };
        const answer = { ...nothing, result: 'ok' as const, ...counts, keys: changed.map(({ key }) => key) };
        if (is_trial) throw new TakenBack(answer);
        const outcome = `${counts.added} new, ${counts.changed} changed, ${counts.unchanged} as they were.`;
        if (changed.length > 0) await logOwn(context, trx, { act: `import ${kind}`, what: '', outcome });
        return answer;
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.answer;
      if (!(error instanceof Refusal)) throw error;
      const { problems } = error;
      const more = Math.max(0, problems.length - RECORD_INPUT.problems);
      return { ...nothing, result: 'refused' as const, problems: wireProblems(problems), more };
    }
  },
} satisfies Partial<StaffHandlers>;

type FileAnswer = Awaited<ReturnType<StaffHandlers['putStaffRecordsFile']>>;

/** Carries the answer of a trial out of the transaction, which must leave nothing behind. */
class TakenBack extends Error {
  readonly answer: FileAnswer;
  constructor(answer: FileAnswer) {
    super('taken back');
    this.answer = answer;
  }
}
