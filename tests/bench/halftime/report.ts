/** What a phase came to, as lines. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';
import type { Kind } from './crowd.ts';
import type { Measured } from './phases.ts';

const cell = (value: string | number): string => String(value).padStart(9);
const ms = (value: number): string => cell(value.toFixed(0));

export function tellHead(): void {
  const columns = ['per s', 'p50 ms', 'p95 ms', 'p99 ms', 'refused', 'errors'].map(cell).join('');
  console.log(`  ${''.padEnd(28)}${columns}`);
}

/** @param reason why it is past a bound; '': it is not */
export function tellMeasured(
  name: string,
  { crowd, seconds, cores }: Measured,
  kinds: readonly Kind[],
  reason: string,
): void {
  for (const kind of kinds) {
    const tally = crowd.tallies[kind];
    if (tally.intended === 0) continue;
    const rate = cell((tally.good / seconds).toFixed(1));
    const times = [0.5, 0.95, 0.99].map((share) => ms(tally.at(share))).join('');
    console.log(`  ${`${name}: ${kind}`.padEnd(28)}${rate}${times}${cell(tally.refused)}${cell(tally.errors)}`);
    for (const [what, times] of tally.examples) console.log(`  ${''.padEnd(28)}${times} x ${what}`);
  }
  const used = Object.entries(cores).map(([part, share]) => `${part} ${Math.round(share * 100)} %`);
  console.log(`  ${''.padEnd(28)} of a core: ${used.join(', ')}${reason === '' ? '' : `; ${reason}`}`);
}

/** Whether it gets worse as the database grows and tidies up: p95 of each minute, or of each five seconds of a short run. */
export function tellPeriods({ crowd, begun, seconds }: Measured, kinds: readonly Kind[]): void {
  const period = seconds < 120 ? 5 : 60;
  for (const kind of kinds) {
    const p95s = crowd.tallies[kind].byPeriod(0.95, begun, period);
    console.log(
      `  ${`p95 by ${period} s: ${kind}`.padEnd(28)}${p95s.map((p95) => p95.toFixed(0).padStart(6)).join('')}`,
    );
  }
}

/** The statements PostgreSQL spent most time on (pg_stat_statements): executing, planning, how often, a run. */
export async function tellStatements(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ ms: number; planning: number; calls: number; mean: number; query: string }>`
    select total_exec_time::int as ms, total_plan_time::int as planning, calls, mean_exec_time as mean,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as query
    from pg_stat_statements order by total_exec_time + total_plan_time desc limit 30`.execute(db);
  for (const { ms: total, planning, calls, mean, query } of rows)
    console.log(`  ${ms(total)}${ms(planning)}${cell(calls)}${cell(mean.toFixed(2))} ${query}`);
}
