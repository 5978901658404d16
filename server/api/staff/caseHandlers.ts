import { thumbnailKey } from '../../../src/contract/config.ts';
import { mayAs } from '../../../src/contract/staffRoles.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { ApiFailure, done } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { findCase } from '../reports/caseRepository.ts';
import {
  readAuthorFacts,
  readCase,
  readCaseReports,
  readCases,
  readEarlierDecisions,
  readWaiting,
} from './caseViewRepository.ts';
import { answerAppeal, decideCase, undoDecision } from './decisions.ts';
import { countInbox } from './inboxRepository.ts';
import type { StaffHandlers } from './staffHandlers.ts';
import { hasOtherModerator } from './teamRepository.ts';

const wire = (at: Date): string => formatWireDateTime(at.getTime());
const NOTHING = { open: 0, hidden: 0, appeals: 0, oldest_at: null };

type Viewed = Awaited<ReturnType<typeof readCases>>[number];

/** @param others whom the caller's own decisions wait for: whether somebody else on the staff could answer an appeal */
const caseOf = (viewed: Viewed, { userId, hasOthers }: { readonly userId: string; readonly hasOthers: boolean }) => {
  const { opened_at, decided_at, decided_by, decider_id, ...others } = viewed;
  const { appeal_text, appeal_sent_at, appeal_outcome: outcome, appeal_reason: reason, ...row } = others;
  return {
    ...row,
    opened_at: wire(opened_at),
    decided_at: decided_at === null ? null : wire(decided_at),
    decided_by: decided_at === null ? null : decided_by,
    appeal:
      appeal_text === null || appeal_sent_at === null
        ? null
        : {
            text: appeal_text,
            sent_at: wire(appeal_sent_at),
            outcome,
            reason,
            is_others: outcome === null && decider_id === userId && hasOthers,
          },
  };
};

export const caseHandlers = {
  async getStaffDesk({ db, tenant, role, now }) {
    const isModerator = mayAs(role, 'moderator');
    const waiting = isModerator ? await readWaiting(db, tenant) : NOTHING;
    const inbox = isModerator ? await countInbox(db, tenant, now()) : { open: 0, late: 0 };
    return {
      role,
      inbox,
      cases: { ...waiting, oldest_at: waiting.oldest_at === null ? null : wire(waiting.oldest_at) },
    };
  },
  async getStaffCases({ db, tenant, userId, now }, { query }) {
    const asker = { userId, hasOthers: await hasOtherModerator(db, tenant, [userId], now()) };
    return { list: (await readCases(db, tenant, query.state)).map((row) => caseOf(row, asker)) };
  },
  async getStaffCase({ db, tenant, userId, now }, { params }) {
    const found = await readCase(db, tenant, params.caseId);
    if (!found) throw new ApiFailure('NOT_FOUND');
    const [reports, author, history] = await Promise.all([
      readCaseReports(db, params.caseId),
      readAuthorFacts(db, { tenant, userId: found.author_id }, now()),
      readEarlierDecisions(db, tenant, found),
    ]);
    return {
      case: caseOf(found, { userId, hasOthers: await hasOtherModerator(db, tenant, [userId], now()) }),
      reporters: reports.map(({ nickname, created_at, ...report }) => ({
        ...report,
        user_name: screenName({ nickname }),
        reported_at: wire(created_at),
      })),
      author,
      history: history.map(({ decided_at, ...row }) => ({ ...row, decided_at: wire(decided_at) })),
    };
  },
  async getStaffCasePicture({ db, tenant, readObject }, { params }) {
    const found = await findCase(db, tenant, params.caseId);
    if (!found) throw new ApiFailure('NOT_FOUND');
    const bytes = found.kind === 'photo' ? await readObject?.(thumbnailKey(found.subject)) : null;
    return { jpeg: bytes ? Buffer.from(bytes).toString('base64') : null };
  },
  async putStaffDecision(context, { body: { case_id: caseId, ...wanted } }) {
    await decideCase(context, { ...wanted, caseId });
    return done;
  },
  async putStaffDecisions(context, { body: { case_ids, ...wanted } }) {
    const list: { case_id: number; outcome: string }[] = [];
    // One after the other: each is a transaction of its own, and what one refuses does not touch the others.
    for (const caseId of new Set(case_ids)) {
      const outcome = await decideCase(context, { ...wanted, caseId, days: null }).then(
        () => 'ok',
        (error: unknown) => {
          if (error instanceof ApiFailure) return error.code;
          throw error;
        },
      );
      list.push({ case_id: caseId, outcome });
    }
    return { list };
  },
  async putStaffAppealAnswer(context, { body: { case_id: caseId, ...answer } }) {
    await answerAppeal(context, { caseId, ...answer });
    return done;
  },
  async deleteStaffCasePhoto(context, { body: { case_id: caseId, media_url, reason } }) {
    const found = await findCase(context.db, context.tenant, caseId);
    // What is removed is what the moderator saw.
    if (found?.kind !== 'photo' || found.subject !== media_url) throw new ApiFailure('NOT_FOUND');
    await decideCase(context, { caseId, decision: 'remove', reason, days: null });
    return done;
  },
  async putStaffUndo(context, { body }) {
    await undoDecision(context, body.case_id);
    return done;
  },
} satisfies Partial<StaffHandlers>;
