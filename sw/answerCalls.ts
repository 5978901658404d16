import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ANSWER_CACHE } from '../src/contract/limits.ts';
import { answerCacheName, answerKey, fanOfToken } from './answerKey.ts';
import { isAnswered, isJson } from './cacheableResponses.ts';
import { NetworkFirstWithDeadline, withStaleHeader } from './networkFirstWithDeadline.ts';
import { hasSignedIn, notAcrossWipes } from './signedOut.ts';
import { bounded } from './strategies.ts';

/** Calls of §7: network first, what is kept stands in a cache of the fan who asks. `getWipes`: how often these were wiped. */
export function createAnswerCalls(getWipes: () => number) {
  /** One a cache: each keeps a record of its own. */
  const expirations = new Map<string, WorkboxPlugin>();
  function expirationOf(cacheName: string): WorkboxPlugin {
    const known = expirations.get(cacheName) ?? bounded(cacheName, ANSWER_CACHE.maxEntries, ANSWER_CACHE.maxAgeDays);
    expirations.set(cacheName, known);
    return known;
  }

  return async function answerCall(event: FetchEvent): Promise<Response> {
    const { headers } = event.request;
    const begun = getWipes();
    const authorization = headers.get('x-api-authorization');
    const userId = authorization === null ? null : fanOfToken(authorization);
    if (userId !== null) hasSignedIn(userId);
    const cacheName = await answerCacheName(authorization);
    if (cacheName === null) return fetch(event.request);
    const tenant = headers.get('x-api-tenant');
    return new NetworkFirstWithDeadline({
      cacheName,
      plugins: [notAcrossWipes(getWipes, begun), expirationOf(cacheName)],
      isGood: isAnswered,
      isKept: isJson,
      markStale: withStaleHeader,
      keyOf: ({ url }) => answerKey(url, tenant),
    }).handle(event);
  };
}
