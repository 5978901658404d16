/**
 * What caches may keep of an answer: the one place that decides (HLF-10, ADR 22). Shared caches in front of the server (a proxy, a
 * content network) keep what everybody is told alike, for seconds; a browser asks again each time.
 */
import type { Endpoint } from '../../src/contract/endpoints.ts';
import { EDGE_CACHE } from '../../src/contract/limits.ts';

/** Headers that say who asks: such an answer is the asker's alone, whatever it says. */
const CALLER_HEADERS = ['x-api-authorization', 'authorization', 'cookie'] as const;
const { freshS, staleS } = EDGE_CACHE;
/** `must-revalidate` is for browsers: some would use the seconds of `stale-while-revalidate` themselves. */
const FOR_EVERYBODY =
  'public, max-age=0, must-revalidate, ' +
  `s-maxage=${freshS}, stale-while-revalidate=${staleS}, stale-if-error=${staleS}`;

/** Request headers a drawn page differs by: its compression, and the scheme of the addresses in it. */
export const PAGE_VARY = 'accept-encoding, x-forwarded-proto';
/** The same of an answer of /f: also tenant, caller, and the key without which there is none. */
export const CALL_VARY = `x-api-tenant, x-api-key, x-api-authorization, ${PAGE_VARY}`;

const isAnonymous = ({ headers }: Request): boolean => CALLER_HEADERS.every((name) => !headers.has(name));

/** `Cache-Control` of a call's good answer. A signed-in answer is kept nowhere but in the client's own per-user cache (T26). */
export function cachingOfCall({ method, auth, cache, edgeS }: Endpoint, request: Request): string {
  if (method !== 'GET' || auth === 'user' || !isAnonymous(request)) return 'no-store';
  // Such an answer is never given when it is old: a hidden photo would stay on the screens.
  if (edgeS !== null) return `public, max-age=0, must-revalidate, s-maxage=${edgeS}`;
  return cache === 'none' ? 'no-store' : FOR_EVERYBODY;
}

/** `Cache-Control` of what the server draws for visitors, who are all told the same: pages, sitemaps. */
export const cachingOfPage = (request: Request): string => (isAnonymous(request) ? FOR_EVERYBODY : 'private, no-cache');
