/** What authors say against decisions (STF-06): one appeal a case. */
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import { APPEALABLE, type AppealOutcome } from '../../../src/contract/reports.ts';
import type { CaseAppealTable } from '../../database/operatorTables.ts';
import type { Database } from '../../database/schema.ts';

type Trx = Transaction<Database>;

/** Returns the decided case a notice tells its author of, locked; undefined: there is none to appeal against. */
export async function lockAppealableCase(
  trx: Trx,
  { tenant, userId, notice_id }: { readonly tenant: string; readonly userId: string; readonly notice_id: string },
): Promise<{ readonly case_id: number } | undefined> {
  const { rows } = await sql<{ case_id: number }>`
    select case_id from report_case where tenant = ${tenant} and author_id = ${userId}
      and decision = any(${[...APPEALABLE]}::text[])
      and case_id = (select case_id from notice
        where tenant = ${tenant} and notice_id = ${notice_id} and recipient_id = ${userId})
    for update`.execute(trx);
  return rows[0];
}

/** Adds an appeal; the first of a case stays. */
export async function addAppeal(
  trx: Trx,
  appeal: Pick<Insertable<CaseAppealTable>, 'case_id' | 'tenant' | 'user_id' | 'text' | 'sent_at'>,
): Promise<void> {
  await trx
    .insertInto('case_appeal')
    .values(appeal)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Returns the appeal of a case the caller has locked. */
export const readAppeal = (trx: Trx, caseId: number): Promise<Selectable<CaseAppealTable> | undefined> =>
  trx.selectFrom('case_appeal').selectAll().where('case_id', '=', caseId).executeTakeFirst();

/** Removes an appeal nobody has answered: its decision was taken back. */
export async function removeOpenAppeal(trx: Trx, caseId: number): Promise<void> {
  await trx.deleteFrom('case_appeal').where('case_id', '=', caseId).where('answered_at', 'is', null).execute();
}

interface Answer {
  readonly outcome: AppealOutcome;
  readonly reason: string;
  readonly answered_by: string;
  readonly answered_at: Date;
}

export async function saveAnswer(trx: Trx, caseId: number, answer: Answer): Promise<void> {
  await trx.updateTable('case_appeal').set(answer).where('case_id', '=', caseId).execute();
}
