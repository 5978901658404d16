/**
 * Answers, or their parts, that are the same for everybody. Those who ask at the same moment share one run; while nothing of the tenant
 * was written to the database, an answer is given again. Every asker looks at the database's own state first, so that what another
 * server wrote is seen like what this one wrote. Lists may lag behind likes, comments and posts of others by a moment (HLF-05): in a
 * full stadium hardly an answer would be given twice otherwise.
 */
import { LIST_LAG_MS } from '../../src/contract/limits.ts';
import type { ReadState, TenantState } from '../database/databaseState.ts';
import { createSingleFlight } from '../database/singleFlight.ts';

/** Answers that depend on the time of day are not older than this. */
const LONGEST_MS = 2_000;
const KEPT = 300;
const LARGEST_BYTES = 512 * 1024;

export interface ResponseCacheDeps<T> {
  /** Asked by everybody: it shares its query itself (`createStateReader`). */
  readonly readState: ReadState;
  /** Epoch ms. */
  readonly now: () => number;
  /** Size of an answer, about. */
  readonly bytesOf: (answer: T) => number;
  /** Answers that are kept, at most. */
  readonly max?: number;
}
export interface SharedQuestion {
  readonly tenant: string;
  /** Of the answer, within the tenant. */
  readonly key: string;
  /** It may lag behind what others did. */
  readonly mayLag: boolean;
  /** Who asks, and sees what they did themselves; null: a visitor. */
  readonly fan: string | null;
}
export type ResponseCache<T> = (question: SharedQuestion, run: () => Promise<T>) => Promise<T>;

interface Kept<T> {
  readonly body: Promise<T>;
  /** Before it was read. */
  readonly state: TenantState;
  readonly at: number;
}

export function createResponseCache<T>({
  readState,
  now,
  bytesOf,
  max = KEPT,
}: ResponseCacheDeps<T>): ResponseCache<T> {
  const shareRun = createSingleFlight<T>();
  const kept = new Map<string, Kept<T>>();

  const isGood = ({ state, at }: Kept<T>, present: TenantState, { mayLag, fan }: SharedQuestion): boolean => {
    const age = now() - at;
    if (state.exact !== present.exact || age >= LONGEST_MS) return false;
    if (state.whole === present.whole) return true;
    return mayLag && age < LIST_LAG_MS && (fan === null || present.lastChangeOf(fan) <= state.look);
  };

  /** Also while it is on its way. What failed, is too large or too old, or has no room is not kept: the oldest go first. */
  function keep(key: string, answer: Kept<T>): void {
    kept.delete(key);
    kept.set(key, answer);
    const forget = () => {
      if (kept.get(key) === answer) kept.delete(key);
    };
    answer.body.then((body) => (bytesOf(body) > LARGEST_BYTES ? forget() : makeRoom()), forget);
  }

  /** Only by what is answered: what fails takes nobody's place. */
  function makeRoom(): void {
    for (const [old, { at }] of kept) {
      if (kept.size <= max && now() - at < LONGEST_MS) break;
      kept.delete(old);
    }
  }

  return async (question, run) => {
    const key = `${question.tenant} ${question.key}`;
    const state = await readState(question.tenant);
    const known = kept.get(key);
    if (known && isGood(known, state, question)) return known.body;
    return shareRun(key, () => {
      const answer = { body: run(), state, at: now() };
      keep(key, answer);
      return answer.body;
    });
  };
}
