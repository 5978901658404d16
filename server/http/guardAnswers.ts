import type { MiddlewareHandler } from 'hono';
import { originOf } from './originOf.ts';

/** For answers that are no page: opened by themselves they load, run and frame nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
const HSTS = 'max-age=31536000; includeSubDomains';
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * What every answer of the server carries, also those of its parts with a wire protocol of their own (identity, photos). Visitors
 * who came by https are told to stay with it; on this machine's own names other projects may live without.
 */
export const guardAnswers: MiddlewareHandler = async (c, next) => {
  await next();
  guard(c.req.raw, c.res.headers);
};

/** The same for an answer that did not come through the app. */
export function guard(request: Request, headers: Headers): void {
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_PAGE);
  headers.set('x-content-type-options', 'nosniff');
  // A content network keeps for a day what says nothing.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  const { protocol, hostname } = new URL(originOf(request));
  if (protocol === 'https:' && !LOCAL.test(hostname)) headers.set('strict-transport-security', HSTS);
}
