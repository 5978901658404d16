/** Fans report a photo or a fan to the tenant's moderators (STF-03). */
import type { Transaction } from 'kysely';
import type { ReportKind, ReportReason } from '../../../src/contract/reports.ts';
import { INDEPENDENT_REPORT, REPORTS_TO_HIDE } from '../../../src/contract/staffLimits.ts';
import { hiddenByReports } from '../../../src/messages/jaModeration.ts';
import type { Database } from '../../database/schema.ts';
import { logAct } from '../../operations/operatorLog.ts';
import { hidePhoto } from '../access/hiding.ts';
import { asMember, requireOtherMember } from '../access/membership.ts';
import { ApiFailure, type CallerContext, done, type Handlers } from '../handlers.ts';
import { tellFan } from '../notices/operatorNoticeRepository.ts';
import { lockPhotoRow } from '../photos/repository.ts';
import { readStaffSettings } from '../staff/teamRepository.ts';
import { plainText } from '../storedText.ts';
import { readProfile } from '../users/repository.ts';
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

type Photo = NonNullable<Awaited<ReturnType<typeof lockPhotoRow>>>;

/** Hides a photo that enough fans reported independently, until a moderator decides; its author is notified (STF-03c). */
async function hideIfReported(
  { tenant, now }: CallerContext,
  trx: Transaction<Database>,
  photo: Photo,
  { case_id, independent }: { readonly case_id: number; readonly independent: number },
): Promise<void> {
  if (independent < REPORTS_TO_HIDE || photo.hidden_at !== null) return;
  if (!(await readStaffSettings(trx, tenant)).hides_reported) return;
  const at = now();
  await hidePhoto(trx, photo, at);
  await markHiddenByReports(trx, case_id, at);
  const notice = { tenant, recipient: photo.user_id, notice_id: caseNoticeId(case_id, at, photo.user_id) };
  await tellFan(trx, { ...notice, ...hiddenByReports }, at);
  const states = { before: { hidden: false }, after: { hidden: true } };
  const act = { act: 'photo hide', what: photo.media_url, reason: null, outcome: `${independent} reports hid it.` };
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
      await hideIfReported(context, trx, photo, counted);
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
