/** Fans report a photo, a fan or a comment to the tenant's moderators (STF-03), and appeal against decisions (STF-06). */
import type { Transaction } from 'kysely';
import type { ReportKind, ReportReason } from '../../../src/contract/reports.ts';
import { INDEPENDENT_REPORT, REPORTS_TO_HIDE } from '../../../src/contract/staffLimits.ts';
import { hiddenByReports } from '../../../src/messages/jaModeration.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import type { Database } from '../../database/schema.ts';
import { logAct } from '../../operations/operatorLog.ts';
import { hidePhoto, setCommentHidden } from '../access/hiding.ts';
import { asMember, requireOtherMember, requirePhoto } from '../access/membership.ts';
import { requireOthersComment } from '../access/ownership.ts';
import { addReport, lockCommentRow } from '../comments/repository.ts';
import { ApiFailure, type CallerContext, done, type Handlers } from '../handlers.ts';
import { tellFan } from '../notices/operatorNoticeRepository.ts';
import { lockPhotoRow } from '../photos/repository.ts';
import { readStaffSettings } from '../staff/teamRepository.ts';
import { plainText } from '../storedText.ts';
import { readProfile } from '../users/repository.ts';
import { addAppeal, lockAppealableCase } from './appealRepository.ts';
import { addToCase, caseNoticeId, hasReported, markHiddenByReports } from './caseRepository.ts';

interface Said {
  readonly reason: ReportReason;
  readonly text: string;
}

/** False: somebody of the same network reported the subject before, so that the report does not count as independent. */
async function isIndependent({ tenant, request }: CallerContext, kind: ReportKind, subject: string): Promise<boolean> {
  if (!request || request.address === null) return true;
  return request.count(`report:${tenant}:${kind}:${subject}:${request.address}`, INDEPENDENT_REPORT);
}

/** What reports may hide, locked. */
interface Reported {
  readonly kind: 'photo' | 'comment';
  readonly subject: string;
  readonly author: string;
  readonly isHidden: boolean;
  readonly hide: (at: Date) => Promise<unknown>;
}

/** Hides what enough fans reported independently, until a moderator decides; its author is notified (STF-03c). */
async function hideIfReported(
  { tenant, now }: CallerContext,
  trx: Transaction<Database>,
  { kind, subject, author, isHidden, hide }: Reported,
  { case_id, independent }: { readonly case_id: number; readonly independent: number },
): Promise<void> {
  if (independent < REPORTS_TO_HIDE || isHidden) return;
  if (!(await readStaffSettings(trx, tenant)).hides_reported) return;
  const at = now();
  await hide(at);
  await markHiddenByReports(trx, case_id, at);
  const notice = { tenant, recipient: author, notice_id: caseNoticeId(case_id, at, author) };
  await tellFan(trx, { ...notice, ...hiddenByReports(kind) }, at);
  const states = { before: { hidden: false }, after: { hidden: true } };
  const act = { act: `${kind} hide`, what: subject, reason: null, outcome: `${independent} reports hid it.` } as const;
  await logAct(trx, { ...act, ...states, at, tenant, operator: 'reports' });
}

export const reportHandlers = {
  async putPhotoReport(context, { body: { media_url, reason, text } }) {
    const { tenant, userId, now } = context;
    const subject = { tenant, kind: 'photo', subject: media_url } as const;
    const is_independent = await isIndependent(context, 'photo', media_url);
    await asMember(context, async (trx) => {
      const photo = await lockPhotoRow(trx, tenant, media_url);
      if (!photo) throw new ApiFailure('NOT_FOUND');
      if (photo.user_id === userId) throw new ApiFailure('NOT_ALLOWED');
      // Also of a photo that others' reports hid meanwhile: a repetition must not be told that it is hidden.
      if (await hasReported(trx, subject, userId)) return;
      if (photo.hidden_at !== null) throw new ApiFailure('NOT_FOUND');
      const about = { ...subject, author_id: photo.user_id, shown: photo.comment };
      const counted = await addToCase(trx, about, { ...said({ reason, text }), userId, is_independent }, now());
      const isHidden = photo.hidden_at !== null;
      const hide = (at: Date) => hidePhoto(trx, photo, at);
      await hideIfReported(context, trx, { ...subject, author: photo.user_id, isHidden, hide }, counted);
    });
    return done;
  },
  async putCommentReport(context, { body }) {
    const { tenant, userId, now } = context;
    const subject = { tenant, kind: 'comment', subject: body.comment_id } as const;
    const is_independent = await isIndependent(context, 'comment', body.comment_id);
    const given = said({ reason: body.reason ?? 'other', text: body.text ?? '' });
    await asMember(context, async (trx) => {
      if (await hasReported(trx, subject, userId)) return;
      await requirePhoto(trx, tenant, body.media_url, 'count');
      const where = { tenant, userId, mediaUrl: body.media_url };
      // Kept as it stands in our own store: what the reporter sends could be anything.
      const { comment_id, comment, media_url, user_id } = await requireOthersComment(trx, where, body.comment_id);
      const at = now();
      await addReport(trx, { tenant, comment_id, user_id: userId, comment, created_at: at });
      const about = { ...subject, media_url, author_id: user_id, shown: comment };
      const counted = await addToCase(trx, about, { ...given, userId, is_independent }, at);
      const locked = await lockCommentRow(trx, tenant, comment_id);
      if (!locked) return;
      const isHidden = locked.hidden_at !== null;
      const hide = (moment: Date) => setCommentHidden(trx, locked, moment);
      await hideIfReported(context, trx, { ...subject, author: user_id, isHidden, hide }, counted);
    });
    return done;
  },
  async putAppeal(context, { body: { notice_id, text } }) {
    const words = plainText(text).trim();
    if (isBlank(words)) throw new ApiFailure('INVALID_REQUEST');
    const { tenant, userId, now } = context;
    await asMember(context, async (trx) => {
      const found = await lockAppealableCase(trx, { tenant, userId, notice_id });
      if (!found) throw new ApiFailure('NOT_FOUND');
      await addAppeal(trx, { case_id: found.case_id, tenant, user_id: userId, text: words, sent_at: now() });
    });
    return done;
  },
  async putFanReport(context, { body: { user_id, reason, text } }) {
    const { tenant, userId, now } = context;
    const subject = { tenant, kind: 'fan', subject: user_id } as const;
    const is_independent = await isIndependent(context, 'fan', user_id);
    await asMember(context, async (trx) => {
      await requireOtherMember(trx, context, user_id);
      if (await hasReported(trx, subject, userId)) return;
      const shown = (await readProfile(trx, user_id))?.nickname ?? '';
      const about = { ...subject, author_id: user_id, shown };
      await addToCase(trx, about, { ...said({ reason, text }), userId, is_independent }, now());
    });
    return done;
  },
} satisfies Partial<Handlers>;

const said = ({ reason, text }: Said): Said => ({ reason, text: plainText(text).trim() });
