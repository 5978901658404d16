/** Drains of one context: pass after pass under the lock until nothing is due, one at a time. */
import { type Active, type DrainOutcome, drainPass } from './drainPass.ts';
import { LeaseLost } from './jobRun.ts';
import type { OutboxPorts } from './ports.ts';
import { backoffDelay, classifyFailure, isLineFailure } from './retry.ts';

const LOCK_NAME = 'outbox';
/** How long until looking again when another context holds the lock: it may have looked just before our job came. */
const BUSY_RETRY_MS = 5_000;

export type DrainReason = 'start' | 'enqueue' | 'online' | 'visible' | 'timer' | 'sync' | 'login' | 'manual';

/** The drain of `Outbox`. `active`: where the job on the wire is noted, so that it can be stopped. */
export function createDrain(ports: OutboxPorts, active: Active): (reason: DrainReason) => Promise<DrainOutcome> {
  const { clock, random, lock } = ports;
  let running: Promise<DrainOutcome> | null = null;
  let isAskedAgain = false;
  /** Drains in a row that found no way out, for the back-off of the probe. */
  let deadLines = 0;

  async function drainOnce(): Promise<DrainOutcome> {
    let outcome: DrainOutcome = { result: 'busy', nextAt: clock.now() + BUSY_RETRY_MS };
    try {
      await lock.withLock(LOCK_NAME, async (lease) => {
        outcome = await drainPass(ports, lease, active);
      });
    } catch (error) {
      // Storage, a missing chunk of code, or a login that could not be renewed for want of a line.
      const isLine = !(error instanceof LeaseLost) && isLineFailure(classifyFailure(error).code);
      outcome = { result: isLine ? 'offline' : 'interrupted', nextAt: null };
    }
    if (outcome.result === 'idle') deadLines = 0;
    else if (outcome.result !== 'busy')
      outcome = { ...outcome, nextAt: clock.now() + backoffDelay(++deadLines, random) };
    return outcome;
  }

  async function drainUntilQuiet(): Promise<DrainOutcome> {
    for (;;) {
      isAskedAgain = false;
      const outcome = await drainOnce();
      if (isAskedAgain && outcome.result === 'idle') continue;
      running = null;
      return outcome;
    }
  }

  return (reason: DrainReason): Promise<DrainOutcome> => {
    // Something new happened: the line gets the benefit of the doubt.
    if (reason !== 'timer') deadLines = 0;
    if (running) isAskedAgain = true;
    else running = drainUntilQuiet();
    return running;
  };
}
