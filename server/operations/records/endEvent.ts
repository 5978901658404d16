import type { Transaction } from 'kysely';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { periodState } from '../../../src/rules/eventPeriod.ts';
import type { Database } from '../../database/schema.ts';
import { lockRecord } from './deskRecords.ts';
import { kindNamed } from './kinds.ts';
import { updateRecord } from './records.ts';

/** What came of ending an event. `none`: there is no such event. */
export type Ended = 'ended' | 'none' | 'notStarted' | 'over';

/** Ends an event that is in progress at `now` (STF-12d): posts are refused from then on. Throws Refusal for an event of a fan. */
export async function endEvent(
  trx: Transaction<Database>,
  tenant: string,
  eventId: string,
  now: Date,
): Promise<{ readonly outcome: Ended; readonly before: string }> {
  const kind = kindNamed('events');
  const event = await lockRecord(trx, { kind, tenant }, eventId);
  if (!event) return { outcome: 'none', before: '' };
  const before = String(event.crawl_period_end);
  const period = { crawl_period_start: String(event.crawl_period_start), crawl_period_end: before };
  const state = periodState(period, now.getTime());
  if (state !== 'during') return { outcome: state === 'before' ? 'notStarted' : 'over', before };
  // The period's last second still takes posts.
  const lastSecond = formatWireDateTime(now.getTime() - 1000);
  const end = lastSecond < period.crawl_period_start ? period.crawl_period_start : lastSecond;
  await updateRecord(trx, kind, tenant, eventId, { crawl_period_end: end });
  return { outcome: 'ended', before };
}
