/** First path segment of the pages common to all tenants (§2). */
const COMMON = 'common';

/**
 * Returns the tenant that an address names: the first path segment, on `/common/` pages the query parameter `t`. Letters may be large or
 * small. The tenant may be unknown; '' means that the address names none.
 */
export function tenantInAddress(pathname: string, t: string | null | undefined): string {
  const first = (pathname.split('/')[1] ?? '').toLowerCase();
  return first === COMMON ? (t ?? '').toLowerCase() : first;
}
