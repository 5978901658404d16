/** Words of reports and of decisions about them, which both ends and the database share (STF-03). */

/** What fans report. */
export const REPORT_KINDS = ['photo', 'fan', 'comment'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_REASONS = ['privacy', 'copyright', 'harassment', 'sexual', 'violence', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** 'none': no action. 'hide' is about photos and comments, 'remove' about photos alone. */
export const CASE_DECISIONS = ['none', 'hide', 'remove', 'warn', 'suspend'] as const;
export type CaseDecision = (typeof CASE_DECISIONS)[number];

/** Decisions that a moderator can take back. */
export const UNDOABLE: readonly CaseDecision[] = ['none', 'hide', 'suspend'];

/** Decisions the author may appeal against, once (STF-06). */
export const APPEALABLE: readonly CaseDecision[] = ['hide', 'remove', 'warn', 'suspend'];

/** How staff answer an appeal. 'overturned' takes the decision back as far as that is possible. */
export const APPEAL_OUTCOMES = ['kept', 'overturned'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** What the author of a decided case sees of the way to appeal. */
export const APPEAL_STATES = ['possible', 'sent', ...APPEAL_OUTCOMES] as const;
export type AppealState = (typeof APPEAL_STATES)[number];

/** Decisions that may be made about several cases together: each can be undone, or is a warning. */
export const DECISIONS_TOGETHER = ['none', 'hide', 'warn'] as const;

/** Which decisions a kind of case knows. */
export const decisionsOf = (kind: ReportKind): readonly CaseDecision[] =>
  kind === 'photo'
    ? CASE_DECISIONS
    : CASE_DECISIONS.filter((one) => one !== 'remove' && (kind === 'comment' || one !== 'hide'));
