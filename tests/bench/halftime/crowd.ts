/** The fans of a stadium and what came of their requests. What they ask for is in `posts.ts`, `reads.ts` and `signIns.ts`. */
import { addressOf } from './fans.ts';
import { type FanAnswer, type FanCall, type Send, Tally } from './openLoop.ts';

export const KINDS = ['read', 'registration', 'originals', 'like', 'comment', 'delete', 'sign-in', 'refresh'] as const;
export type Kind = (typeof KINDS)[number];

export interface CrowdGiven {
  readonly send: Send;
  /** The club that plays first. */
  readonly tenants: readonly string[];
  readonly tokenOf: (fan: number) => string;
  /** From 0 to 1. */
  readonly chance: () => number;
}

/** The error code of a refusal, for the report. */
const codeOf = ({ status, body }: FanAnswer): string => {
  const text = body.toString().slice(0, 200);
  return `${status} ${/"(?:code|__type)":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 60)}`;
};
/** Codes that tell an honest fan to wait. */
const REFUSALS = /RATE_LIMITED|OVERLOADED|TooManyRequests|LimitExceeded/;
const outcomeOf = (answer: FanAnswer): 'good' | 'refused' | 'error' =>
  answer.status === 200 ? 'good' : answer.status === 429 || REFUSALS.test(codeOf(answer)) ? 'refused' : 'error';

export type Crowd = ReturnType<typeof createCrowd>;

export function createCrowd({ send, tenants, tokenOf, chance }: CrowdGiven) {
  const [club = ''] = tenants;
  const tallies = Object.fromEntries(KINDS.map((kind) => [kind, new Tally()])) as Record<Kind, Tally>;
  const open = new Set<Promise<unknown>>();
  const below = (n: number): number => Math.floor(chance() * n);
  return {
    tallies,
    club,
    tenants,
    chance,
    below,
    pick: (words: readonly string[]): string => words[below(words.length)] ?? '',
    /** Work that `settle` waits for. */
    follow(work: Promise<unknown>): void {
      open.add(work);
      void work.finally(() => open.delete(work));
    },
    async settle(): Promise<void> {
      while (open.size > 0) await Promise.all(open);
    },
    callOf(fan: number, tenant: string, method: FanCall['method'], path: string, body?: unknown): FanCall {
      const headers = {
        'x-api-key': 'fan-web',
        'x-api-tenant': tenant,
        'x-forwarded-for': addressOf(fan),
        'accept-encoding': 'br',
      };
      const token = { 'x-api-authorization': `Bearer ${tokenOf(fan)}` };
      if (body === undefined) return { method, path: `/f${path}`, headers: { ...headers, ...token } };
      const text = { 'content-type': 'application/json' };
      return { method, path: `/f${path}`, headers: { ...headers, ...token, ...text }, body: JSON.stringify(body) };
    },
    /** @param at when it was meant to start. @param isFine what is no error besides 200 */
    async ask(kind: Kind, at: number, call: FanCall, isFine = (_: FanAnswer) => false): Promise<FanAnswer> {
      const tally = tallies[kind];
      tally.intended += 1;
      const answer = await send(call);
      const outcome = isFine(answer) ? 'good' : outcomeOf(answer);
      tally.note(at, outcome, outcome === 'good' ? '' : codeOf(answer));
      return answer;
    },
  };
}
