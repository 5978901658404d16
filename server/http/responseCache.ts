/**
 * Answers, or their parts, that are the same for everybody. Those who ask at the same moment share one run; while nothing of the tenant
 * was written to the database, an answer is given again. Every asker looks at the database's own state first, so that what another
 * server wrote is seen like what this one wrote. Lists may lag behind likes, comments and posts of others by a moment (HLF-05): in a
 * full stadium hardly an answer would be given twice otherwise. An answer that somebody asks for shortly before its end is read anew in
 * the background, so that nobody waits for the database (HLF-23a).
 */
import { LIST_LAG_MS } from '../../src/contract/limits.ts';
import type { ReadState, TenantState } from '../database/databaseState.ts';
import { createSingleFlight } from '../database/singleFlight.ts';

/** Answers that depend on the time of day are not older than this. */
const LONGEST_MS = 2_000;
/** An answer that may be given no longer than this is renewed when somebody asks for it. */
const RENEW_MS = 150;
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
  /** When an asker last found that nothing had changed since it was read. */
  currentAt: number;
  /** Its body has come. */
  isThere: boolean;
}

export function createResponseCache<T>({
  readState,
  now,
  bytesOf,
  max = KEPT,
}: ResponseCacheDeps<T>): ResponseCache<T> {
  const shareRun = createSingleFlight<T>();
  const kept = new Map<string, Kept<T>>();
  /** Answers that are read to take the place of kept ones. */
  const renewals = new Map<string, Kept<T>>();

  const begin = (body: Promise<T>, state: TenantState): Kept<T> => {
    const at = now();
    return { body, state, at, currentAt: at, isThere: false };
  };

  /** How long the answer may still be given to whoever asks, in ms; 0 or less: no longer. */
  function restOf(answer: Kept<T>, present: TenantState, { mayLag, fan }: SharedQuestion): number {
    const { state, at } = answer;
    if (state.exact !== present.exact) return 0;
    const rest = at + LONGEST_MS - now();
    if (state.whole === present.whole) {
      answer.currentAt = now();
      return rest;
    }
    const isOwn = fan !== null && present.lastChangeOf(fan) > state.look;
    return mayLag && !isOwn ? Math.min(rest, answer.currentAt + LIST_LAG_MS - now()) : 0;
  }

  /** Reads the answer anew, after whoever asks has got the kept one. If that fails, the kept one stays. */
  function renew(key: string, old: Kept<T>, state: TenantState, run: () => Promise<T>): void {
    if (renewals.has(key)) return;
    const body = new Promise<void>((done) => setImmediate(done)).then(run);
    const answer = begin(body, state);
    renewals.set(key, answer);
    const end = () => void renewals.delete(key);
    body.then(() => {
      end();
      if (kept.get(key) === old) keep(key, answer);
    }, end);
  }

  /** Also while it is on its way. What failed, is too large or too old, or has no room is not kept: the oldest go first. */
  function keep(key: string, answer: Kept<T>): void {
    kept.delete(key);
    kept.set(key, answer);
    const forget = () => {
      if (kept.get(key) === answer) kept.delete(key);
    };
    answer.body.then((body) => {
      answer.isThere = true;
      if (bytesOf(body) > LARGEST_BYTES) forget();
      else makeRoom();
    }, forget);
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
    const rest = known ? restOf(known, state, question) : 0;
    if (known && rest > 0) {
      if (rest <= RENEW_MS && known.isThere) renew(key, known, state, run);
      return known.body;
    }
    const coming = renewals.get(key);
    if (coming && restOf(coming, state, question) > 0) return coming.body;
    return shareRun(key, () => {
      const answer = begin(run(), state);
      keep(key, answer);
      return answer.body;
    });
  };
}
