/** Where an answer of §7 is kept (T26): what tells answers apart is in headers as well as in the address. */
import { claimsOf, fanOfClaims } from '../src/platform/identity/identityTokens.ts';
import { userCacheName } from '../src/platform/storage/userCaches.ts';

export const ANONYMOUS_CACHE = 'answers-anonymous';

/** Address to keep an answer under: without the cache-busting timestamp, with the tenant, in a fixed order. No header goes along. */
export function answerKey(address: string, tenant: string | null): string {
  const url = new URL(address);
  url.searchParams.delete('timestamp');
  url.searchParams.sort();
  url.searchParams.set('kept-for-tenant', tenant ?? '');
  url.hash = '';
  return url.href;
}

/** The cache for a request's `x-api-authorization`; null: a token we cannot read, so nothing is kept. */
export async function answerCacheName(authorization: string | null): Promise<string | null> {
  if (authorization === null) return ANONYMOUS_CACHE;
  const userId = fanOfToken(authorization);
  return userId === null ? null : userCacheName(userId);
}

/** The fan a bearer token is of, by the id pages know. Only used as a name: whether the token is good is the server's to say. */
export function fanOfToken(authorization: string): string | null {
  try {
    return fanOfClaims(claimsOf(authorization));
  } catch {
    return null;
  }
}
