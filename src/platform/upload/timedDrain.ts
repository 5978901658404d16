/** A drain that comes again by itself when something is due. */
import type { DrainReason } from '../../outbox/drain.ts';
import type { DrainOutcome } from '../../outbox/drainPass.ts';

const MIN_WAIT_MS = 1_000;
/** setTimeout counts in 32 bits; nothing here waits longer than the back-off anyway. */
const MAX_WAIT_MS = 10 * 60_000;

/** `run` with a timer for its next attempt; `stop` ends the timer. */
export function createTimedDrain(run: (reason: DrainReason) => Promise<DrainOutcome>) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drain = async (reason: DrainReason): Promise<DrainOutcome> => {
    clearTimeout(timer);
    const outcome = await run(reason);
    clearTimeout(timer);
    if (outcome.nextAt !== null) {
      const wait = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, outcome.nextAt - Date.now()));
      timer = setTimeout(() => void drain('timer'), wait);
    }
    return outcome;
  };

  return { drain, stop: () => clearTimeout(timer) };
}
