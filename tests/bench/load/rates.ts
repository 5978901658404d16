/** Rates of lists at many at once, plain and compressed, each in turns of chance with an answer that costs nothing. */
import { takeTurns } from '../support/turns.ts';
import type { Verdict } from '../support/verdict.ts';
import { type Call, measure, type Timing } from './measure.ts';

/** Connections while rates are measured. */
export const AT_ONCE = 32;
/** Rates are measured in turns with the constant answer, so many times. */
const ROUNDS = 5;
/** A round takes so long at least: in a tenth of it, what else the machine does for a moment decides. */
const LEAST_SECONDS = 1;
/** Calls before, whose rate tells how many that are. */
const WARM_UP = 20 * AT_ONCE;

export interface Asked {
  readonly name: string;
  readonly next: () => Call;
  /** Every visitor of one tenant asks the same: at least this share of the rate of an answer that costs nothing. */
  readonly leastShare?: number;
  /** Milliseconds (p95) of one answer among so many. */
  readonly mostMs?: number;
}

export interface Rate {
  readonly rate: number;
  /** Of an answer, as it travels. */
  readonly bytes: number;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** @param calls of each round, and more where they take less than a second. Answers the median rate and the bytes of an answer, and has it judged */
export async function measureRate(
  { port, calls, engine, verdict }: { port: number; calls: number; engine: string; verdict: Verdict },
  { name, next, leastShare, mostMs }: Asked,
): Promise<Rate> {
  const { bytes } = await measure(port, next, AT_ONCE * 2, AT_ONCE);
  const size = Math.round(bytes);
  const sides: Record<'ours' | 'constant', () => Call> = {
    ours: next,
    constant: () => ({ path: `/constant?bytes=${size}` }),
  };
  const warm = {
    ours: await measure(port, next, WARM_UP, AT_ONCE),
    constant: await measure(port, sides.constant, WARM_UP, AT_ONCE),
  };
  const callsOf = (side: 'ours' | 'constant') => Math.max(calls, Math.round(warm[side].rate * LEAST_SECONDS));
  const rounds = await takeTurns(['ours', 'constant'], ROUNDS, (side) =>
    measure(port, sides[side], callsOf(side), AT_ONCE),
  );
  const of = (pick: (round: Record<'ours' | 'constant', Timing>) => number) => median(rounds.map(pick));
  const [rate, base] = [of(({ ours }) => ours.rate), of(({ constant }) => constant.rate)];
  const share = of(({ ours, constant }) => ours.rate / constant.rate);
  const p95 = of(({ ours }) => ours.p95);
  console.log(
    `  ${name.padEnd(52)}${Math.round(rate)}/s of ${Math.round(base)}/s = ${Math.round(share * 100)} %, p95 ${p95.toFixed(0)} ms, ${size} bytes`,
  );
  const where = `${engine}: ${name}`;
  if (leastShare !== undefined) verdict.least("rate ÷ a constant answer's", share, leastShare, where);
  if (mostMs !== undefined) verdict.most(`p95 of lists, ${AT_ONCE} at once, ms`, p95, mostMs, where);
  return { rate, bytes };
}
