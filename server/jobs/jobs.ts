/** Work the server does by itself, now and then. */
import type { Kysely } from 'kysely';
import type { Parts } from '../config/embeddedServices.ts';
import type { Database } from '../database/schema.ts';
import type { Log } from '../http/log.ts';
import type { Metrics } from '../http/metrics.ts';
import { createAttemptLimit } from '../identity/attemptLimit.ts';
import { removeOrphanedObjects } from '../objects/removeOrphanedObjects.ts';

/** How often each copy asks whether it is its turn. */
const EVERY_MS = 3_600_000;

export interface JobsDeps {
  readonly db: Kysely<Database>;
  readonly parts: Pick<Parts, 'kept' | 'syncDeletedAccounts'>;
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Jobs {
  /** All of them once, as the timer does. */
  run(): Promise<void>;
  /** No more of them; waits for what runs. */
  stop(): Promise<void>;
}

export function startJobs({ db, parts, now, log, metrics }: JobsDeps): Jobs {
  const limit = createAttemptLimit(db, now);
  let hasStopped = false;
  const isStopped = () => hasStopped;
  const jobs = [
    ['removing unregistered objects', () => removeOrphanedObjects({ db, objects: parts.kept, limit, now, isStopped })],
    ['deleted accounts', async () => (await parts.syncDeletedAccounts?.(isStopped)) ?? null],
  ] as const;

  async function runAll() {
    for (const [name, run] of jobs) {
      try {
        const count = isStopped() ? null : await run();
        if (count === null) continue;
        if (name === 'removing unregistered objects') metrics.collected(count);
        log.info(name, { count });
      } catch (error) {
        log.error(error, name);
      }
    }
  }
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(runAll);
    return running;
  };
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return {
    run,
    async stop() {
      hasStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
