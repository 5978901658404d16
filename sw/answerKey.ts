/** Where an answer of §7 is kept (T26): what tells answers apart is in headers as well as in the address. */
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
  const userId = subjectOf(authorization);
  return userId === null ? null : userCacheName(userId);
}

/** `sub` of a bearer token. Only used as a name: whether the token is good is the server's to say. */
export function subjectOf(authorization: string): string | null {
  try {
    const payload = authorization.replace(/^Bearer /, '').split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown };
    return typeof sub === 'string' && sub !== '' ? sub : null;
  } catch {
    return null;
  }
}
