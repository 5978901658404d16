/** Pages common to all tenants stand under this first path segment (§2). */
const COMMON = 'common';

/**
 * Tenant of an address (§2): the first path segment, on /common pages the query parameter `t`.
 * null: none, or not one of ours.
 */
export function tenantIdOf(
  address: { readonly pathname: string; readonly search: string },
  isKnown: (id: string) => boolean,
): string | null {
  const first = address.pathname.split('/')[1] ?? '';
  const id = first === COMMON ? new URLSearchParams(address.search).get('t') : first;
  return id !== null && isKnown(id) ? id : null;
}
