/**
 * The time all copies go by: the database's (ADR 37). Leases, limits, signatures and tokens are written by one copy and judged by another,
 * and clocks of machines differ. The process's monotonic clock carries it on between two looks, so that a clock that is set back here
 * does nothing.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** How often it is looked at. In milliseconds. */
const LOOK_EVERY_MS = 10_000;
/** An answer that took longer says too little of the time. In milliseconds. */
const SLOWEST_MS = 1_000;
/** Looks at the start: the quickest counts. */
const FIRST_LOOKS = 3;
/** Differences below are within what a look can tell, and leave the time as it goes. In milliseconds. */
const PLAY_MS = 50;
/** This machine's own clock is told of once it is so far off. In milliseconds. */
const TELL_MS = 2_000;

/** What this process can tell by itself. In milliseconds. */
export interface OwnClocks {
  /** Since 1970, as the machine has it. */
  readonly machine: () => number;
  /** Since anything, and never set. */
  readonly monotonic: () => number;
}

export interface DatabaseClock {
  /** Epoch ms. */
  readonly now: () => number;
  /** By how much the machine's own clock is ahead of the database's. In milliseconds. */
  readonly machineAhead: () => number;
  stop(): void;
}

interface Look {
  /** Of the database, epoch ms. */
  readonly at: number;
  /** When that was, by the monotonic clock. */
  readonly when: number;
  /** How long the answer took: it is exact to half of it. */
  readonly took: number;
}

async function look(db: Kysely<Database>, { monotonic }: OwnClocks): Promise<Look> {
  const begun = monotonic();
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db);
  const took = monotonic() - begun;
  return { at: rows[0]?.at ?? Number.NaN, when: begun + took / 2, took };
}

/**
 * Looks at the database's time, now and every ten seconds. While the database is away the time goes on by itself. Throws as the driver does
 * where the first look fails.
 * @param tell is notified when this machine's clock is off by two seconds or more, and when it is right again: in milliseconds
 */
export async function startDatabaseClock(
  db: Kysely<Database>,
  tell: (ahead: number) => void,
  own: OwnClocks = { machine: Date.now, monotonic: () => performance.now() },
): Promise<DatabaseClock> {
  let known = await look(db, own);
  for (let looks = 1; looks < FIRST_LOOKS; looks += 1) {
    const next = await look(db, own);
    if (next.took < known.took) known = next;
  }
  const now = () => known.at + (own.monotonic() - known.when);
  const machineAhead = () => own.machine() - now();
  let isTold = false;
  const tellChange = () => {
    const isOff = Math.abs(machineAhead()) >= TELL_MS;
    if (isOff !== isTold) tell(machineAhead());
    isTold = isOff;
  };
  tellChange();
  const timer = setInterval(() => {
    look(db, own).then(
      (next) => {
        const difference = Math.abs(next.at - (known.at + (next.when - known.when)));
        if (next.took < SLOWEST_MS && difference > PLAY_MS + next.took / 2) known = next;
        tellChange();
      },
      // Calls tell that the database is away.
      () => {},
    );
  }, LOOK_EVERY_MS);
  timer.unref();
  return { now: () => Math.round(now()), machineAhead, stop: () => clearInterval(timer) };
}
