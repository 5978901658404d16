/** Cases as moderators see them: with names, the state of their subject and what is known of the author. */
import { type Kysely, sql } from 'kysely';
import type { AppealOutcome, CaseDecision, ReportKind, ReportReason } from '../../../src/contract/reports.ts';
import { CASES_LISTED } from '../../../src/contract/staffLimits.ts';
import type { Database } from '../../database/schema.ts';

interface ViewedCase {
  readonly case_id: number;
  readonly kind: ReportKind;
  readonly subject: string;
  readonly media_url: string | null;
  readonly author_id: string;
  readonly author_name: string;
  readonly shown: string;
  readonly opened_at: Date;
  readonly reports: number;
  readonly reasons: ReportReason[];
  readonly is_hidden: boolean;
  readonly is_gone: boolean;
  readonly decision: CaseDecision | null;
  readonly reason: string | null;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly decider_id: string | null;
  readonly appeal_text: string | null;
  readonly appeal_sent_at: Date | null;
  readonly appeal_outcome: AppealOutcome | null;
  readonly appeal_reason: string | null;
}

const COLUMNS = sql`
  c.case_id, c.kind, c.subject, coalesce(c.media_url, case when c.kind = 'photo' then c.subject end) as media_url, c.author_id, coalesce(a.nickname, '') as author_name, c.shown, c.opened_at, c.reports,
  array(select distinct r.reason from subject_report r where r.case_id = c.case_id order by 1) as reasons,
  coalesce(p.hidden_at, k.hidden_at) is not null as is_hidden,
  case c.kind when 'photo' then p.id is null when 'comment' then k.comment_id is null or k.deleted_at is not null
    else a.user_id is null or a.left_at is not null end as is_gone,
  c.decision, c.reason, c.decided_at, coalesce(d.nickname, '') as decided_by, c.decided_by as decider_id,
  ap.text as appeal_text, ap.sent_at as appeal_sent_at, ap.outcome as appeal_outcome, ap.reason as appeal_reason`;
const TABLES = sql`
  report_case c left join profile a on a.user_id = c.author_id left join profile d on d.user_id = c.decided_by
  left join photo p on c.kind = 'photo' and p.tenant = c.tenant and p.media_url = c.subject
  left join comment k on c.kind = 'comment' and k.tenant = c.tenant and k.comment_id = c.subject
  left join case_appeal ap on ap.case_id = c.case_id`;

export type CaseState = 'open' | 'appealed' | 'decided';
const WHICH = {
  open: sql`c.decided_at is null order by c.opened_at, c.case_id`,
  appealed: sql`ap.case_id is not null and ap.answered_at is null order by ap.sent_at, c.case_id`,
  decided: sql`c.decided_at is not null order by c.decided_at desc, c.case_id desc`,
} as const;

/** Returns open cases and those with an open appeal, the oldest first, or decided ones, the latest first. */
export async function readCases(db: Kysely<Database>, tenant: string, state: CaseState): Promise<ViewedCase[]> {
  const which = WHICH[state];
  const { rows } = await sql<ViewedCase>`
    select ${COLUMNS} from ${TABLES} where c.tenant = ${tenant} and ${which} limit ${CASES_LISTED.cases}`.execute(db);
  return rows;
}

/** Returns one case; undefined: the tenant has none of this id. */
export async function readCase(db: Kysely<Database>, tenant: string, caseId: number): Promise<ViewedCase | undefined> {
  const { rows } = await sql<ViewedCase>`
    select ${COLUMNS} from ${TABLES} where c.tenant = ${tenant} and c.case_id = ${caseId}`.execute(db);
  return rows[0];
}

/** Returns the reports of a case, the latest first. */
export const readCaseReports = (db: Kysely<Database>, caseId: number) =>
  db
    .selectFrom('subject_report as r')
    .leftJoin('profile as f', 'f.user_id', 'r.user_id')
    .select(['r.user_id', 'f.nickname', 'r.reason', 'r.text', 'r.created_at'])
    .where('r.case_id', '=', caseId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.user_id')
    .limit(CASES_LISTED.reports)
    .execute();

interface AuthorFacts {
  readonly photos: number;
  readonly hidden: number;
  readonly cases: number;
  readonly is_suspended: boolean;
}

/** Returns what the tenant knows of a fan: photos, hidden ones among them, cases ever. */
export async function readAuthorFacts(
  db: Kysely<Database>,
  { tenant, userId }: { readonly tenant: string; readonly userId: string },
  now: Date,
): Promise<AuthorFacts> {
  const { rows } = await sql<AuthorFacts>`
    select (select count(*)::int from photo where tenant = ${tenant} and user_id = ${userId}) as photos,
      (select count(*)::int from photo where tenant = ${tenant} and user_id = ${userId} and hidden_at is not null) as hidden,
      (select count(*)::int from report_case where tenant = ${tenant} and author_id = ${userId}) as cases,
      exists(select from suspension where tenant = ${tenant} and user_id = ${userId}
        and (until is null or until > ${now}::timestamptz)) as is_suspended`.execute(db);
  return rows[0] ?? { photos: 0, hidden: 0, cases: 0, is_suspended: false };
}

/** Returns earlier decisions about the same subject, the latest first. */
export async function readEarlierDecisions(
  db: Kysely<Database>,
  tenant: string,
  { case_id, kind, subject }: Pick<ViewedCase, 'case_id' | 'kind' | 'subject'>,
) {
  const { rows } = await sql<{ decision: CaseDecision; reason: string | null; decided_at: Date }>`
    select decision, reason, decided_at from report_case where tenant = ${tenant} and kind = ${kind}
      and subject = ${subject} and case_id <> ${case_id} and decided_at is not null and decision is not null
    order by decided_at desc limit ${CASES_LISTED.reports}`.execute(db);
  return rows;
}

interface Waiting {
  readonly open: number;
  readonly hidden: number;
  readonly appeals: number;
  readonly oldest_at: Date | null;
}

/** Returns how many cases are open, how many of them hide something, how many appeals wait, and since when the oldest waits. */
export async function readWaiting(db: Kysely<Database>, tenant: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as open, count(hidden_at)::int as hidden, min(opened_at) as oldest_at,
      (select count(*)::int from case_appeal where tenant = ${tenant} and answered_at is null) as appeals
    from report_case where tenant = ${tenant} and decided_at is null`.execute(db);
  return rows[0] ?? { open: 0, hidden: 0, appeals: 0, oldest_at: null };
}
