import type { Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { addNoticePush } from '../../push/pushJobs.ts';

/** What an operator tells one fan. */
interface OperatorNotice {
  readonly tenant: string;
  readonly notice_id: string;
  readonly recipient: string;
  readonly title: string;
  readonly body: string;
  /** Where it leads: a path of the site. Left out: nowhere. */
  readonly url?: string;
  /** The case whose author may appeal from it. */
  readonly caseId?: number;
}

/** A notice of the operator to one fan, with a push where wanted; once by its id. */
export async function tellFan(trx: Transaction<Database>, notice: OperatorNotice, now: Date): Promise<void> {
  const { tenant, notice_id, recipient, title, body, url = null, caseId: case_id = null } = notice;
  await trx
    .insertInto('notice')
    .values({
      tenant,
      notice_id,
      recipient_id: recipient,
      kind: 'news',
      title,
      body,
      created_at: now,
      url,
      user_id: null,
      media_url: null,
      case_id,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  await addNoticePush(trx, { tenant, recipient, notice_id, kind: 'news', at: now });
}
