/** Words of reports and of decisions about them, which both ends and the database share (STF-03). */

/** What fans report besides comments. */
export const REPORT_KINDS = ['photo', 'fan'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_REASONS = ['privacy', 'copyright', 'harassment', 'sexual', 'violence', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** 'none': no action. 'hide' and 'remove' are about photos alone. */
export const CASE_DECISIONS = ['none', 'hide', 'remove', 'warn', 'suspend'] as const;
export type CaseDecision = (typeof CASE_DECISIONS)[number];

/** Decisions that a moderator can take back. */
export const UNDOABLE: readonly CaseDecision[] = ['none', 'hide', 'suspend'];
