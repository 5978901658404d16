import type { Verdict } from '../support/verdict.ts';
import { CONTENDER_TITLES, CONTENDERS, FAULT_TITLES, FAULTS, PHOTOS, type Row, STEPS } from './plan.ts';

/** What our queue may spend beside the bytes of the photos. */
const MOST_BYTES = 1.15;

const sum = (rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
const ratioOf = (rows: readonly Row[]): number =>
  sum(rows, (row) => row.sentBytes) / sum(rows, (row) => row.neededBytes);

/** Seconds, of the posts that needed no help; '–': there were none. */
function drainOf(rows: readonly Row[], share: number): string {
  const times = rows.flatMap(({ drainMs }) => (drainMs === null ? [] : [drainMs])).sort((one, other) => one - other);
  const found = times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return found === undefined ? '–' : (found / 1_000).toFixed(1);
}

/** A post in one line. */
export function tell(row: Row): string {
  const marks = [
    `lost ${row.lost}${row.stuck > 0 ? ` (${row.stuck} stuck)` : ''}`,
    `doubled ${row.doubled}`,
    ...(row.foreign > 0 ? [`foreign ${row.foreign}`] : []),
    `drain ${row.drainMs === null ? '–' : `${(row.drainMs / 1_000).toFixed(1)} s`}`,
    `bytes ${(row.sentBytes / row.neededBytes).toFixed(2)}`,
    ...(row.help === 'none' ? [] : [row.help]),
    ...(row.wasTold ? ['told'] : []),
    ...(row.isReached ? [] : ['step not reached']),
  ];
  return `${row.contender.padEnd(13)}${row.fault.padEnd(9)}${row.step.padEnd(8)}${marks.join(', ')}`;
}

const cellOf = (rows: readonly Row[]): string => {
  if (rows.length === 0) return 'not run';
  const foreign = sum(rows, (row) => row.foreign);
  const counts = `${sum(rows, (row) => row.lost)} / ${sum(rows, (row) => row.doubled)}`;
  return foreign > 0 ? `${counts}, ${foreign} in another's name` : counts;
};

/** What is counted of a contender's posts, below what each fault did to them. */
const TOTALS: readonly (readonly [string, (own: readonly Row[]) => string])[] = [
  [`posts of ${PHOTOS} photos`, (own) => String(own.length)],
  ['photos lost', (own) => String(sum(own, (row) => row.lost))],
  ['… still on the device, sent by nothing', (own) => String(sum(own, (row) => row.stuck))],
  ['photos doubled', (own) => String(sum(own, (row) => row.doubled))],
  ["photos in another fan's name", (own) => String(sum(own, (row) => row.foreign))],
  ['posts that waited until the app was opened again', (own) => String(countOf(own, 'reopened'))],
  ["posts that waited for the browser's next sync", (own) => String(countOf(own, 'synced'))],
  ['time to drain of the others p50, s', (own) => drainOf(own, 0.5)],
  ['time to drain of the others p95, s', (own) => drainOf(own, 0.95)],
  ['bytes sent ÷ needed', (own) => ratioOf(own).toFixed(2)],
];
const countOf = (rows: readonly Row[], help: Row['help']): number => rows.filter((row) => row.help === help).length;

export const REPORT_HEAD: readonly string[] = ['lost / doubled', ...CONTENDERS.map((name) => CONTENDER_TITLES[name])];

/** Lost and doubled by fault and contender, then the totals. */
export function reportRows(rows: readonly Row[]): string[][] {
  const of = (contender: string, fault?: string) =>
    rows.filter((row) => row.contender === contender && (fault === undefined || row.fault === fault));
  return [
    ...FAULTS.map((fault) => [FAULT_TITLES[fault], ...CONTENDERS.map((contender) => cellOf(of(contender, fault)))]),
    ...TOTALS.map(([title, show]) => [
      title,
      ...CONTENDERS.map((contender) => {
        const own = of(contender);
        return own.length === 0 ? 'not run' : show(own);
      }),
    ]),
  ];
}

/** What our queue owes. A step that was not reached shows nothing, and is a fault too. */
export function judgeOurs(rows: readonly Row[], verdict: Verdict): void {
  const ours = rows.filter(({ contender }) => contender === 'ours');
  if (ours.length === 0) return;
  for (const what of ['lost', 'doubled', 'foreign'] as const)
    verdict.most(
      `photos ${what === 'foreign' ? "in another fan's name" : what}`,
      sum(ours, (row) => row[what]),
      0,
    );
  for (const row of ours)
    if (row.lost + row.doubled + row.foreign > 0) verdict.fault(`not kept: ${tell(row)}`);
    else if (!row.isReached) verdict.fault(`shows nothing: ${tell(row)}`);
  if (ours.length === FAULTS.length * STEPS.length) verdict.most('bytes sent ÷ needed', ratioOf(ours), MOST_BYTES);
}
