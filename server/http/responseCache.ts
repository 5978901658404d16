/**
 * Answers, or their parts, that are the same for everybody. Those who ask at the same moment share one run; while nothing of the tenant
 * was written to the database, an answer is given again. Every asker looks at the database's own state first, so that what another
 * server wrote is seen like what this one wrote.
 */
import type { ReadState } from '../database/databaseState.ts';
import { createSingleFlight } from '../database/singleFlight.ts';

/** Answers that depend on the time of day are not older than this. */
const LONGEST_MS = 2_000;
const KEPT = 300;
const LARGEST_BYTES = 512 * 1024;

export interface ResponseCacheDeps<T> {
  /** Differs as soon as new queries see a change. Asked by everybody: it shares its query itself (`createStateReader`). */
  readonly readState: ReadState;
  /** Epoch ms. */
  readonly now: () => number;
  /** Size of an answer, about. */
  readonly bytesOf: (answer: T) => number;
}
/** @param key of an answer, within the tenant */
export type ResponseCache<T> = (tenant: string, key: string, run: () => Promise<T>) => Promise<T>;

interface Kept<T> {
  readonly body: T;
  readonly state: string;
  readonly at: number;
}

export function createResponseCache<T>({ readState, now, bytesOf }: ResponseCacheDeps<T>): ResponseCache<T> {
  const shareRun = createSingleFlight<T>();
  const kept = new Map<string, Kept<T>>();

  /** Keeps an answer that was read from one state only. A state that cannot be read keeps nothing. */
  async function keep(tenant: string, key: string, answer: Kept<T>): Promise<void> {
    if (bytesOf(answer.body) > LARGEST_BYTES) return;
    if ((await readState(tenant).catch(() => null)) !== answer.state) return;
    kept.delete(key);
    kept.set(key, answer);
    // The oldest first: what is too old to be given again, and what there is no room for.
    for (const [old, { at }] of kept) {
      if (kept.size <= KEPT && now() - at < LONGEST_MS) break;
      kept.delete(old);
    }
  }

  return async (tenant, ofTenant, run) => {
    const key = `${tenant} ${ofTenant}`;
    const state = await readState(tenant);
    const known = kept.get(key);
    if (known && known.state === state && now() - known.at < LONGEST_MS) return known.body;
    return shareRun(key, async () => {
      const at = now();
      const body = await run();
      void keep(tenant, key, { body, state, at });
      return body;
    });
  };
}
