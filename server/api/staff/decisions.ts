/**
 * What moderators decide about a case (STF-04): the act itself by the functions the command line uses, then the log, and what author and
 * reporters are told. Everything of one decision is one transaction.
 */
import type { Transaction } from 'kysely';
import {
  APPEALABLE,
  type AppealOutcome,
  type CaseDecision,
  decisionsOf,
  UNDOABLE,
} from '../../../src/contract/reports.ts';
import type { ActName } from '../../../src/contract/staffActs.ts';
import {
  appealAnswered,
  appealNotice,
  authorNotice,
  reporterNotice,
  shownAgain,
} from '../../../src/messages/jaModeration.ts';
import { startOfDay } from '../../../src/rules/dates.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { lockPhoto } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';
import { logAct } from '../../operations/operatorLog.ts';
import { Refusal } from '../../operations/outcome.ts';
import { suspendUser, unsuspendUser } from '../../operations/suspensions.ts';
import { readRemoval, removeObjects, removePhoto } from '../../operations/takeDown.ts';
import { hidePhoto, setCommentHidden, unhidePhoto } from '../access/hiding.ts';
import { readSuspension } from '../access/suspensionRepository.ts';
import { closeCommentReports, lockCommentRow } from '../comments/repository.ts';
import { ApiFailure } from '../handlers.ts';
import { tellFan } from '../notices/operatorNoticeRepository.ts';
import { lockPhotoRow } from '../photos/repository.ts';
import { readAppeal, removeOpenAppeal, saveAnswer } from '../reports/appealRepository.ts';
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
import { hasOtherModerator, isTenantOfficial, readMemberRole } from './teamRepository.ts';

type Trx = Transaction<Database>;
type Photo = Awaited<ReturnType<typeof lockPhotoRow>>;
type Comment = Awaited<ReturnType<typeof lockCommentRow>>;
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
  /** Undefined: the case is about a fan or a comment, or the photo is gone. */
  readonly photo: Photo;
  /** Undefined: the case is about something else, or the comment is gone. */
  readonly comment: Comment;
  readonly at: Date;
}

/** What was done, for the log. */
interface Act {
  readonly act: ActName;
  readonly what: string;
  readonly before?: object;
  readonly after?: object;
  readonly details?: object;
}

/** Locks photo, then comment, then case, as everybody does. Throws NOT_FOUND. */
async function lockSubject({ tenant, now }: StaffContext, trx: Trx, caseId: number): Promise<Open> {
  const seen = await findCase(trx, tenant, caseId);
  const photo = seen?.kind === 'photo' ? await lockPhotoRow(trx, tenant, seen.subject) : undefined;
  const comment = seen?.kind === 'comment' ? await lockComment(trx, tenant, seen) : undefined;
  const found = await lockCase(trx, tenant, caseId);
  if (!found) throw new ApiFailure('NOT_FOUND');
  return { trx, found, photo, comment, at: now() };
}

async function lockComment(trx: Trx, tenant: string, { subject, media_url }: ReportCase): Promise<Comment> {
  if (media_url === null || !(await lockPhoto(trx, tenant, media_url, 'count'))) return undefined;
  const comment = await lockCommentRow(trx, tenant, subject);
  return comment?.deleted_at === null ? comment : undefined;
}

/** Whether what the case is about is hidden now; null: it is gone, or a fan. */
function isHiddenNow({ photo, comment }: Open): boolean | null {
  const subject = photo ?? comment;
  return subject ? subject.hidden_at !== null : null;
}

/** Hides what the case is about, or shows it again. Nothing where it is so, or is gone. */
async function setHidden({ trx, photo, comment, at }: Open, isHidden: boolean): Promise<void> {
  if (photo && isHidden) await hidePhoto(trx, photo, at);
  else if (photo) await unhidePhoto(trx, photo);
  else if (comment) await setCommentHidden(trx, comment, isHidden ? at : null);
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
    if (!decisionsOf(open.found.kind).includes(wanted.decision)) throw new ApiFailure('INVALID_REQUEST');
    const act = await perform(context, open, wanted);
    await closeCase(trx, wanted.caseId, { ...wanted, by: context.userId, at: open.at });
    if (open.found.kind === 'comment')
      await closeCommentReports(trx, context.tenant, open.found.subject, { from: null, to: open.at });
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

/** What reports had hidden is shown again. */
async function showAgain(open: Open, act: ActName): Promise<Act> {
  const { found } = open;
  const what = act === 'users warn' ? found.author_id : found.subject;
  if (found.hidden_at === null || !isHiddenNow(open)) return { act, what };
  await setHidden(open, false);
  return { act, what, before: { hidden: true }, after: { hidden: false } };
}

async function hide(open: Open): Promise<Act> {
  const { kind, subject: what } = open.found;
  const hidden = isHiddenNow(open);
  if (hidden === null) throw new ApiFailure('NOT_FOUND');
  await setHidden(open, true);
  return { act: `${kind} hide`, what, before: { hidden }, after: { hidden: true } };
}

async function remove({ tenant }: StaffContext, { trx, found, photo, at }: Open): Promise<Act> {
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
  await refusedAsGone(suspendUser(trx, { tenant, userId }, { reason, lastDay, caseId: found.case_id }, at));
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
  const notice = (recipient: string, texts: { readonly title: string; readonly body: string }, caseId?: number) =>
    tellCase(trx, { tenant, found, at, recipient }, texts, caseId);
  const toAuthor = authorNotice(found.kind, decision, { reason, wasHidden: found.hidden_at !== null });
  if (toAuthor) await notice(found.author_id, toAuthor, APPEALABLE.includes(decision) ? found.case_id : undefined);
  for (const reporter of await readReporters(trx, found.case_id))
    await notice(reporter, reporterNotice(found.kind, decision, reason));
}

interface Told {
  readonly tenant: string;
  readonly found: ReportCase;
  readonly at: Date;
  readonly recipient: string;
  /** The notice answers an appeal: another one than the decision's, also at the same moment. */
  readonly isAnswer?: boolean;
}

/** A notice about a case. @param caseId where its reader may appeal */
const tellCase = (
  trx: Trx,
  { tenant, found, at, recipient, isAnswer = false }: Told,
  texts: { readonly title: string; readonly body: string },
  caseId?: number,
): Promise<void> => {
  const notice_id = `${isAnswer ? 'appeal-' : ''}${caseNoticeId(found.case_id, at, recipient)}`;
  return tellFan(trx, { tenant, recipient, notice_id, ...texts, ...(caseId === undefined ? {} : { caseId }) }, at);
};

interface Answer {
  readonly caseId: number;
  readonly outcome: AppealOutcome;
  readonly reason: string;
}

/**
 * Answers an appeal (STF-06). A repetition by the same person changes nothing. Throws NOT_FOUND if there is none, ALREADY_DECIDED if somebody
 * else was first, NOT_ALLOWED for one's own decision where somebody else could answer, or a case about oneself.
 */
export async function answerAppeal(context: StaffContext, { caseId, outcome, ...given }: Answer): Promise<void> {
  const { tenant, userId } = context;
  const reason = plainText(given.reason).trim();
  if (isBlank(reason)) throw new ApiFailure('INVALID_REQUEST');
  await inTransaction(context.db, async (trx) => {
    const open = await lockSubject(context, trx, caseId);
    const { found, at } = open;
    const appeal = await readAppeal(trx, caseId);
    if (!appeal || found.decision === null) throw new ApiFailure('NOT_FOUND');
    if (appeal.outcome !== null) {
      if (appeal.answered_by === userId && appeal.outcome === outcome) return;
      throw new ApiFailure('ALREADY_DECIDED');
    }
    const isOwn = found.decided_by === userId && (await hasOtherModerator(trx, tenant, [userId, found.author_id], at));
    if (isOwn || found.author_id === userId) throw new ApiFailure('NOT_ALLOWED');
    const kept: Act = { act: 'appeals keep', what: found.subject };
    const act = outcome === 'kept' ? kept : await overturn(context, open);
    await saveAnswer(trx, caseId, { outcome, reason, answered_by: userId, answered_at: at });
    await log(context, open, { ...act, reason });
    const about = { tenant, found, at, isAnswer: true } as const;
    await tellCase(trx, { ...about, recipient: found.author_id }, appealNotice(found.decision, outcome, reason));
    const told = new Set(outcome === 'kept' ? [] : await readReporters(trx, caseId));
    if (found.decided_by !== null && found.decided_by !== userId) told.add(found.decided_by);
    for (const recipient of told)
      await tellCase(trx, { ...about, recipient }, appealAnswered(found.kind, outcome, reason));
  });
}

/** Takes a decision back as far as that is possible. The case stays decided: its appeal says how it ended. */
async function overturn({ tenant }: StaffContext, open: Open): Promise<Act> {
  const { trx, found, at } = open;
  const act: Act = { act: 'appeals overturn', what: found.subject };
  if (found.decision === 'suspend') {
    await refusedAsGone(unsuspendUser(trx, { tenant, userId: found.author_id }, at));
    return { ...act, before: { suspended: true }, after: { suspended: false } };
  }
  if (found.decision !== 'hide' || !isHiddenNow(open)) return act;
  await setHidden(open, false);
  return { ...act, before: { hidden: true }, after: { hidden: false } };
}

/** Takes a decision back; the case is open again. Throws NOT_FOUND, or NOT_ALLOWED if it cannot be undone. */
export async function undoDecision(context: StaffContext, caseId: number): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const open = await lockSubject(context, trx, caseId);
    const { decision } = open.found;
    // Undone already, such as by a call whose answer was lost.
    if (decision === null) return;
    const isAnswered = ((await readAppeal(trx, caseId))?.outcome ?? null) !== null;
    if (!UNDOABLE.includes(decision) || isAnswered || (await hasOpenCase(trx, open.found)))
      throw new ApiFailure('NOT_ALLOWED');
    const act = await takeBack(context, open, decision);
    await reopenCase(trx, caseId);
    await removeOpenAppeal(trx, caseId);
    if (open.found.kind === 'comment')
      await closeCommentReports(trx, context.tenant, open.found.subject, { from: open.found.decided_at, to: null });
    await log(context, open, { ...act, reason: null });
  });
}

async function takeBack({ tenant }: StaffContext, open: Open, decision: CaseDecision): Promise<Act> {
  const { trx, found, at } = open;
  if (decision === 'suspend') {
    await refusedAsGone(unsuspendUser(trx, { tenant, userId: found.author_id }, at));
    return { act: 'users unsuspend', what: found.author_id, before: { suspended: true }, after: { suspended: false } };
  }
  const isHidden = found.hidden_at !== null;
  const states = { before: { hidden: decision === 'hide' }, after: { hidden: isHidden } };
  // Hidden by reports before: it is hidden again until somebody decides.
  if (decision === 'none') {
    if (isHidden) await setHidden(open, true);
    return { act: 'reports reopen', what: found.subject, ...(isHidden ? states : {}) };
  }
  if (isHiddenNow(open) === null) throw new ApiFailure('NOT_FOUND');
  if (!isHidden) {
    await setHidden(open, false);
    await tellCase(trx, { tenant, found, at, recipient: found.author_id }, shownAgain(found.kind));
  }
  return { act: isHidden ? 'reports reopen' : `${found.kind} unhide`, what: found.subject, ...states };
}
