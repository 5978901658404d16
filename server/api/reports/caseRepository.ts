/** Reports of photos, fans and comments, and the cases they form: one open case a subject. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { CaseDecision, ReportKind, ReportReason } from '../../../src/contract/reports.ts';
import type { ReportCaseTable } from '../../database/operatorTables.ts';
import type { Database } from '../../database/schema.ts';

type Trx = Transaction<Database>;
export type ReportCase = Selectable<ReportCaseTable>;

interface Subject {
  readonly tenant: string;
  readonly kind: ReportKind;
  readonly subject: string;
}

/** Whether the fan reported the subject before (STF-03a: once per fan and subject). */
export async function hasReported(trx: Trx, { tenant, kind, subject }: Subject, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('subject_report')
    .select('case_id')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewReport {
  readonly userId: string;
  readonly reason: ReportReason;
  readonly text: string;
  readonly is_independent: boolean;
}

/** Adds a report to the subject's open case, or opens one. Returns the case's id and the number of its independent reports. */
export async function addToCase(
  trx: Trx,
  about: Subject & Pick<ReportCase, 'author_id' | 'shown'> & { readonly media_url?: string },
  { userId, reason, text, is_independent }: NewReport,
  now: Date,
): Promise<{ case_id: number; independent: number }> {
  const step = is_independent ? 1 : 0;
  const { tenant, kind, subject, author_id, shown, media_url = null } = about;
  const { rows } = await sql<{ case_id: number; independent: number }>`
    insert into report_case(tenant, kind, subject, media_url, author_id, shown, opened_at, last_at, reports, independent)
    values (${tenant}, ${kind}, ${subject}, ${media_url}, ${author_id}, ${shown}, ${now}::timestamptz, ${now}::timestamptz, 1, ${step})
    on conflict (tenant, kind, subject) where decided_at is null do update set last_at = excluded.last_at,
      reports = report_case.reports + 1, independent = report_case.independent + excluded.independent
    returning case_id, independent`.execute(trx);
  const [counted] = rows;
  if (!counted) throw new Error('A case was neither opened nor found.');
  await trx
    .insertInto('subject_report')
    .values({ tenant, kind, subject, user_id: userId, case_id: counted.case_id, reason, text, created_at: now })
    .execute();
  return counted;
}

/** Opens a case that nobody reported, or finds the subject's open one. Returns its id. */
export async function openCase(
  trx: Trx,
  about: Subject & Pick<ReportCase, 'author_id' | 'shown'> & { readonly media_url?: string },
  now: Date,
): Promise<number> {
  const { tenant, kind, subject, author_id, shown, media_url = null } = about;
  const { rows } = await sql<{ case_id: number }>`
    insert into report_case(tenant, kind, subject, media_url, author_id, shown, opened_at, last_at, reports, independent)
    values (${tenant}, ${kind}, ${subject}, ${media_url}, ${author_id}, ${shown}, ${now}::timestamptz, ${now}::timestamptz, 0, 0)
    on conflict (tenant, kind, subject) where decided_at is null do update set last_at = excluded.last_at
    returning case_id`.execute(trx);
  const [opened] = rows;
  if (!opened) throw new Error('A case was neither opened nor found.');
  return opened.case_id;
}

/** Notes that reports, or a word, hid the photo or comment of a case. */
export async function markHiddenByReports(trx: Trx, caseId: number, at: Date): Promise<void> {
  await trx.updateTable('report_case').set({ hidden_at: at }).where('case_id', '=', caseId).execute();
}

/** Id of a notice about a case: one a person and moment, within ID_MAX. */
export const caseNoticeId = (caseId: number, at: Date, userId: string): string =>
  `case-${caseId.toString(36)}-${at.getTime().toString(36)}-${userId}`;

/** Returns a case without locking it. */
export const findCase = (db: Kysely<Database>, tenant: string, caseId: number): Promise<ReportCase | undefined> =>
  db
    .selectFrom('report_case')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('case_id', '=', caseId)
    .executeTakeFirst();

/** Returns a case, locked. The caller holds its photo already, if it has one. */
export const lockCase = (trx: Trx, tenant: string, caseId: number): Promise<ReportCase | undefined> =>
  trx
    .selectFrom('report_case')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('case_id', '=', caseId)
    .forUpdate()
    .executeTakeFirst();

interface Decided {
  readonly decision: CaseDecision;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

export async function closeCase(trx: Trx, caseId: number, { decision, reason, by, at }: Decided): Promise<void> {
  await trx
    .updateTable('report_case')
    .set({ decision, reason, decided_by: by, decided_at: at })
    .where('case_id', '=', caseId)
    .execute();
}

/** Opens a decided case again. */
export async function reopenCase(trx: Trx, caseId: number): Promise<void> {
  await trx
    .updateTable('report_case')
    .set({ decision: null, reason: null, decided_by: null, decided_at: null })
    .where('case_id', '=', caseId)
    .execute();
}

/** Whether the subject has an open case. */
export async function hasOpenCase(trx: Trx, { tenant, kind, subject }: Subject): Promise<boolean> {
  const row = await trx
    .selectFrom('report_case')
    .select('case_id')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the user ids of those who reported a case. */
export async function readReporters(trx: Trx, caseId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('subject_report')
    .select('user_id')
    .where('case_id', '=', caseId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
