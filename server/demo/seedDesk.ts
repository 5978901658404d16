/** The demo's desk: rows as the calls of fans and staff would have written them. */
import type { Transaction } from 'kysely';
import { type DemoCase, deskOf } from '../../demo/content/desk.ts';
import { demoStaff } from '../../demo/content/people.ts';
import type { TenantContent } from '../../demo/content.ts';
import { addAppeal } from '../api/reports/appealRepository.ts';
import { addToCase, closeCase } from '../api/reports/caseRepository.ts';
import type { Database } from '../database/schema.ts';
import { logAct } from '../operations/operatorLog.ts';

type Trx = Transaction<Database>;

/** Fills the desk of a tenant whose photos and comments are there. Does nothing if it has cases already. */
export async function seedDesk(trx: Trx, content: TenantContent, now: Date): Promise<void> {
  const { tenant } = content;
  const filled = await trx.selectFrom('report_case').select('case_id').where('tenant', '=', tenant).executeTakeFirst();
  if (filled) return;
  const { staff, cases, contacts } = deskOf(content, now);
  await trx
    .insertInto('staff')
    .values([...staff])
    .execute();
  await trx
    .insertInto('contact')
    .values([...contacts])
    .execute();
  for (const one of cases) await addCase(trx, tenant, one);
}

async function addCase(trx: Trx, tenant: string, { reports, warned, ...about }: DemoCase): Promise<void> {
  let caseId = 0;
  for (const { at, ...report } of reports)
    caseId = (await addToCase(trx, { tenant, ...about }, { ...report, is_independent: true }, at)).case_id;
  if (!warned) return;
  const { at, reason, appeal } = warned;
  const by = demoStaff.moderator.sub;
  await closeCase(trx, caseId, { decision: 'warn', reason, by, at });
  const act = { act: 'users warn', what: about.author_id, outcome: `Case ${caseId}.` } as const;
  await logAct(trx, { ...act, tenant, reason, at, operator: by, staffId: by });
  await addAppeal(trx, { case_id: caseId, tenant, user_id: about.author_id, text: appeal, sent_at: at });
}
