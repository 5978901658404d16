/**
 * Display names with a word of a club become cases of its moderators (STF-11c). The name stays meanwhile: all tenants share it, and one
 * club's words are not for the fans of another.
 */
import type { Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { logAct } from '../../operations/operatorLog.ts';
import { openCase } from './caseRepository.ts';

interface NamedFan {
  readonly userId: string;
  readonly nickname: string;
}

/** Opens a case about the fan in each of the tenants, without reports. Nobody is notified. For the transaction that shows the name there. */
export async function holdName(
  trx: Transaction<Database>,
  { userId, nickname }: NamedFan,
  tenants: readonly string[],
  at: Date,
): Promise<void> {
  for (const tenant of tenants) {
    await openCase(trx, { tenant, kind: 'fan', subject: userId, author_id: userId, shown: nickname }, at);
    const act = { act: 'users hold', what: userId, reason: null, outcome: 'The name has a word of the club.' } as const;
    await logAct(trx, { ...act, at, tenant, operator: 'words' });
  }
}
