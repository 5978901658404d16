import { tenantInAddress } from '../contract/tenantInAddress.ts';

/** Returns the tenant of an address (§2). null: the address names none, or none of ours. */
export function tenantIdOf(
  address: { readonly pathname: string; readonly search: string },
  isKnown: (id: string) => boolean,
): string | null {
  const id = tenantInAddress(address.pathname, new URLSearchParams(address.search).get('t'));
  return isKnown(id) ? id : null;
}
