/**
 * What moderators decide about a case (STF-04): the act itself by the functions the command line uses, then the log, and what author and
 * reporters are told. Everything of one decision is one transaction.
 */
import type { Transaction } from 'kysely';
import { type CaseDecision, UNDOABLE } from '../../../src/contract/reports.ts';
import { authorNotice, photoShownAgain, reporterNotice } from '../../../src/messages/jaModeration.ts';
import { startOfDay } from '../../../src/rules/dates.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { logAct } from '../../operations/operatorLog.ts';
import { Refusal } from '../../operations/outcome.ts';
import { suspendUser, unsuspendUser } from '../../operations/suspensions.ts';
import { readRemoval, removeObjects, removePhoto } from '../../operations/takeDown.ts';
import { hidePhoto, unhidePhoto } from '../access/hiding.ts';
import { readSuspension } from '../access/suspensionRepository.ts';
import { ApiFailure } from '../handlers.ts';
import { tellFan } from '../notices/operatorNoticeRepository.ts';
import { lockPhotoRow } from '../photos/repository.ts';
import {
  caseNoticeId,
  closeCase,
  findCase,
  hasOpenCase,
  lockCase,
  type ReportCase,
  readReporters,
  reopenCase,
} from '../reports/caseRepository.ts';
import { plainText } from '../storedText.ts';
import type { StaffContext } from './staffHandlers.ts';
import { isTenantOfficial, readMemberRole } from './teamRepository.ts';

type Trx = Transaction<Database>;
type Photo = Awaited<ReturnType<typeof lockPhotoRow>>;
const DAY_MS = 24 * 3_600_000;

interface Wanted {
  readonly caseId: number;
  readonly decision: CaseDecision;
  readonly reason: string;
  /** Of a suspension; null: for good. */
  readonly days: number | null;
}

/** A case that is being decided, with what is locked of it. */
interface Open {
  readonly trx: Trx;
  readonly found: ReportCase;
  /** Undefined: the case is about a fan, or the photo is gone. */
  readonly photo: Photo;
  readonly at: Date;
}

/** What was done, for the log. */
interface Act {
  readonly act: string;
  readonly what: string;
  readonly before?: object;
  readonly after?: object;
  readonly details?: object;
}

/** Locks photo, then case, as everybody does. Throws NOT_FOUND. */
async function lockSubject({ tenant, now }: StaffContext, trx: Trx, caseId: number): Promise<Open> {
  const seen = await findCase(trx, tenant, caseId);
  const photo = seen?.kind === 'photo' ? await lockPhotoRow(trx, tenant, seen.subject) : undefined;
  const found = await lockCase(trx, tenant, caseId);
  if (!found) throw new ApiFailure('NOT_FOUND');
  return { trx, found, photo, at: now() };
}

/**
 * Decides a case. A repetition by the same person changes nothing. Throws ALREADY_DECIDED if somebody else was first, NOT_ALLOWED for a
 * case about oneself or a suspension of staff, NOT_FOUND if the photo is gone, INVALID_REQUEST without a reason.
 */
export async function decideCase(context: StaffContext, given: Wanted): Promise<void> {
  const wanted = { ...given, reason: plainText(given.reason).trim() };
  if (wanted.decision !== 'none' && isBlank(wanted.reason)) throw new ApiFailure('INVALID_REQUEST');
  const removed = await inTransaction(context.db, async (trx) => {
    const open = await lockSubject(context, trx, wanted.caseId);
    if (isRepetition(open.found, context.userId, wanted.decision)) return null;
    if (open.found.author_id === context.userId) throw new ApiFailure('NOT_ALLOWED');
    const act = await perform(context, open, wanted);
    await closeCase(trx, wanted.caseId, { ...wanted, by: context.userId, at: open.at });
    await log(context, open, { ...act, reason: wanted.reason || null });
    await tell(context, open, wanted);
    return wanted.decision === 'remove' ? { at: open.at, act } : null;
  });
  if (removed === null) return;
  const { tenant, userId, db } = context;
  // The rows are gone and nothing shows the photo. What fails here the server's own job does within two minutes.
  const by = { tenant, operator: userId, staffId: userId, reason: wanted.reason };
  await removeObjects(db, context.pictureStore ?? null, by, removed);
}

/** Throws ALREADY_DECIDED for a case somebody decided otherwise. */
function isRepetition({ decided_at, decided_by, decision }: ReportCase, userId: string, wanted: CaseDecision): boolean {
  if (decided_at === null) return false;
  if (decided_by === userId && decision === wanted) return true;
  throw new ApiFailure('ALREADY_DECIDED');
}

function perform(context: StaffContext, open: Open, wanted: Wanted): Promise<Act> {
  switch (wanted.decision) {
    case 'none':
      return showAgain(open, 'reports close');
    case 'warn':
      return showAgain(open, 'users warn');
    case 'hide':
      return hide(open);
    case 'remove':
      return remove(context, open);
    case 'suspend':
      return suspend(context, open, wanted);
  }
}

/** A photo that reports had hidden is shown again. */
async function showAgain({ trx, found, photo }: Open, act: string): Promise<Act> {
  const what = act === 'users warn' ? found.author_id : found.subject;
  if (!photo || found.hidden_at === null || photo.hidden_at === null) return { act, what };
  await unhidePhoto(trx, photo);
  return { act, what, before: { hidden: true }, after: { hidden: false } };
}

async function hide({ trx, found, photo, at }: Open): Promise<Act> {
  if (found.kind !== 'photo') throw new ApiFailure('INVALID_REQUEST');
  if (!photo) throw new ApiFailure('NOT_FOUND');
  await hidePhoto(trx, photo, at);
  const before = { hidden: photo.hidden_at !== null };
  return { act: 'photo hide', what: found.subject, before, after: { hidden: true } };
}

async function remove({ tenant }: StaffContext, { trx, found, photo, at }: Open): Promise<Act> {
  if (found.kind !== 'photo') throw new ApiFailure('INVALID_REQUEST');
  if (!photo) throw new ApiFailure('NOT_FOUND');
  const act = await readRemoval(trx, tenant, found.subject);
  await removePhoto(trx, tenant, found.subject, at);
  return { ...act, before: { hidden: photo.hidden_at !== null, user_id: photo.user_id }, after: { removed: true } };
}

/** Staff lose their role first: a moderator suspends no owner. */
async function suspend({ tenant }: StaffContext, { trx, found, at }: Open, { reason, days }: Wanted): Promise<Act> {
  const userId = found.author_id;
  if ((await isTenantOfficial(trx, tenant, userId)) || (await readMemberRole(trx, tenant, userId)) !== null)
    throw new ApiFailure('NOT_ALLOWED');
  const suspended = await readSuspension(trx, { tenant, userId }, at);
  const lastDay = days === null ? null : startOfDay(at.getTime() + days * DAY_MS);
  await refusedAsGone(suspendUser(trx, { tenant, userId }, { reason, lastDay }, at));
  const before = { suspended: suspended && { reason: suspended.reason, until: suspended.until } };
  return { act: 'users suspend', what: userId, before, after: { suspended: { days } } };
}

/** Operations refuse in words for the command line; at the desk the member is simply gone. */
const refusedAsGone = <T>(run: Promise<T>): Promise<T> =>
  run.catch((error: unknown) => {
    throw error instanceof Refusal ? new ApiFailure('NOT_FOUND') : error;
  });

const log = (
  { tenant, userId }: StaffContext,
  { trx, found, at }: Open,
  act: Act & { readonly reason: string | null },
): Promise<void> =>
  logAct(trx, { ...act, at, tenant, operator: userId, staffId: userId, outcome: `Case ${found.case_id}.` });

/** Tells the author and everybody who reported (STF-04b). */
async function tell({ tenant }: StaffContext, { trx, found, at }: Open, { decision, reason }: Wanted): Promise<void> {
  const notice = (recipient: string, texts: { readonly title: string; readonly body: string }) =>
    tellFan(trx, { tenant, recipient, notice_id: caseNoticeId(found.case_id, at, recipient), ...texts }, at);
  const toAuthor = authorNotice(decision, { reason, wasHidden: found.hidden_at !== null });
  if (toAuthor) await notice(found.author_id, toAuthor);
  for (const reporter of await readReporters(trx, found.case_id))
    await notice(reporter, reporterNotice(found.kind, decision, reason));
}

/** Takes a decision back; the case is open again. Throws NOT_FOUND, or NOT_ALLOWED if it cannot be undone. */
export async function undoDecision(context: StaffContext, caseId: number): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const open = await lockSubject(context, trx, caseId);
    const { decision } = open.found;
    // Undone already, such as by a call whose answer was lost.
    if (decision === null) return;
    if (!UNDOABLE.includes(decision) || (await hasOpenCase(trx, open.found))) throw new ApiFailure('NOT_ALLOWED');
    const act = await takeBack(context, open, decision);
    await reopenCase(trx, caseId);
    await log(context, open, { ...act, reason: null });
  });
}

async function takeBack({ tenant }: StaffContext, open: Open, decision: CaseDecision): Promise<Act> {
  const { trx, found, photo, at } = open;
  if (decision === 'suspend') {
    await refusedAsGone(unsuspendUser(trx, { tenant, userId: found.author_id }, at));
    return { act: 'users unsuspend', what: found.author_id, before: { suspended: true }, after: { suspended: false } };
  }
  const isHidden = found.hidden_at !== null;
  const states = { before: { hidden: decision === 'hide' }, after: { hidden: isHidden } };
  // Hidden by reports before: it is hidden again until somebody decides.
  if (decision === 'none') {
    if (photo && isHidden) await hidePhoto(trx, photo, at);
    return { act: 'reports reopen', what: found.subject, ...(isHidden ? states : {}) };
  }
  if (!photo) throw new ApiFailure('NOT_FOUND');
  if (!isHidden) {
    await unhidePhoto(trx, photo);
    const notice_id = caseNoticeId(found.case_id, at, found.author_id);
    await tellFan(trx, { tenant, recipient: found.author_id, notice_id, ...photoShownAgain }, at);
  }
  return { act: isHidden ? 'reports reopen' : 'photo unhide', what: found.subject, ...states };
}
