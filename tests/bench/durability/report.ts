import { CONTENDERS, FAULT_TITLES, FAULTS, PHOTOS, type Row, STEPS } from './plan.ts';

/** What our queue may spend beside the bytes of the photos. */
const MOST_BYTES = 1.15;
const TITLES = { ours: 'ours', workbox: 'Workbox', uppy: 'Uppy' } as const;

const sum = (rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
const ratioOf = (rows: readonly Row[]): number =>
  sum(rows, (row) => row.sentBytes) / sum(rows, (row) => row.neededBytes);

/** Seconds; '–' where nothing was left to send. */
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
    ...(row.wasTold ? ['told'] : []),
    ...(row.isReached ? [] : ['step not reached']),
  ];
  return `${row.contender.padEnd(8)}${row.fault.padEnd(9)}${row.step.padEnd(8)}${marks.join(', ')}`;
}

const cellOf = (rows: readonly Row[]): string => {
  if (rows.length === 0) return 'not run';
  const foreign = sum(rows, (row) => row.foreign);
  const counts = `${sum(rows, (row) => row.lost)} / ${sum(rows, (row) => row.doubled)}`;
  return foreign > 0 ? `${counts}, ${foreign} in another's name` : counts;
};

/** Lost and doubled by fault and contender, then the totals. */
export function tableOf(rows: readonly Row[], shape: 'plain' | 'markdown'): string {
  const of = (contender: string, fault?: string) =>
    rows.filter((row) => row.contender === contender && (fault === undefined || row.fault === fault));
  const totals: readonly (readonly [string, (own: readonly Row[]) => string])[] = [
    [`posts of ${PHOTOS} photos`, (own) => String(own.length)],
    ['photos lost', (own) => String(sum(own, (row) => row.lost))],
    ['… still on the device, sent by nothing', (own) => String(sum(own, (row) => row.stuck))],
    ['photos doubled', (own) => String(sum(own, (row) => row.doubled))],
    ["photos in another fan's name", (own) => String(sum(own, (row) => row.foreign))],
    ['time to drain p50, s', (own) => drainOf(own, 0.5)],
    ['time to drain p95, s', (own) => drainOf(own, 0.95)],
    ['bytes sent ÷ needed', (own) => ratioOf(own).toFixed(2)],
  ];
  const lines = [
    ['lost / doubled', ...CONTENDERS.map((contender) => TITLES[contender])],
    ...FAULTS.map((fault) => [FAULT_TITLES[fault], ...CONTENDERS.map((contender) => cellOf(of(contender, fault)))]),
    ...totals.map(([title, show]) => [title, ...CONTENDERS.map((contender) => show(of(contender)))]),
  ];
  if (shape === 'plain') return lines.map((cells) => cells.map((cell) => cell.padEnd(40)).join('')).join('\n');
  const [head = [], ...body] = lines.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${'---|'.repeat(CONTENDERS.length + 1)}`, ...body].join('\n');
}

/** What our queue owes and did not keep. */
export function boundsBroken(rows: readonly Row[]): string[] {
  const ours = rows.filter(({ contender }) => contender === 'ours');
  const bad = ours
    .filter(({ lost, doubled, foreign }) => lost + doubled + foreign > 0)
    .map((row) => `Not kept: ${tell(row)}`);
  const missed = ours.filter(({ isReached }) => !isReached).map((row) => `Shows nothing: ${tell(row)}`);
  const ratio = ours.length === FAULTS.length * STEPS.length ? ratioOf(ours) : 0;
  return [...bad, ...missed, ...(ratio > MOST_BYTES ? [`Bytes: ${ratio.toFixed(3)} times what is needed`] : [])];
}
