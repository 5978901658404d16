/** Work the server does by itself, now and then. */
import type { Kysely } from 'kysely';
import type { Log } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import { createAttemptLimit } from './identity/attemptLimit.ts';
import type { IdentityTables } from './identity/tables.ts';
import { collectUnregistered } from './objects/collectUnregistered.ts';
import type { KeptObjects } from './objects/keptObjects.ts';
import type { Database } from './store/schema.ts';

/** How often each copy asks whether it is its turn. */
const EVERY_MS = 3_600_000;

export interface JobsDeps {
  readonly db: Kysely<Database>;
  readonly kept: KeptObjects;
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Starts the timers. The result stops them and waits for what runs. */
export function startJobs({ db, kept, now, log, metrics }: JobsDeps): () => Promise<void> {
  const limit = createAttemptLimit(db as unknown as Kysely<IdentityTables>, now);
  let running: Promise<void> = Promise.resolve();
  const isStopped = { yes: false };
  async function collect() {
    try {
      const count = await collectUnregistered({ db, objects: kept, limit, now, isStopped: () => isStopped.yes });
      if (count === null) return;
      metrics.collected(count);
      log.info('unregistered objects removed', { count });
    } catch (error) {
      log.error(error, 'removing unregistered objects');
    }
  }
  const timer = setInterval(() => {
    running = running.then(collect);
  }, EVERY_MS);
  timer.unref();
  return async () => {
    isStopped.yes = true;
    clearInterval(timer);
    await running;
  };
}
