import { readJson, writeJson } from '../platform/storage/storedJson.ts';
import { tabStorage } from '../platform/storage/webStorage.ts';

/**
 * Where a fan was when the rules of a new tenant came between (§4: 'redirect to a stored page'), and whether they put the rules off.
 * In the tab only, by tenant. Storage may be denied: then home is the way back.
 */
const PAGE = 'page_before_rules';
const LATER = 'rules_later';

/** Keeps the present address for the way back. */
export function storePage(tenantId: string, { pathname, search } = location): void {
  writeJson(tabStorage, PAGE, [tenantId, pathname + search]);
}

/** The stored address of this tenant, once; null: none, or not one of ours. */
export function takeStoredPage(tenantId: string): string | null {
  const stored = readJson(tabStorage, PAGE);
  tabStorage.removeItem(PAGE);
  if (!Array.isArray(stored) || stored[0] !== tenantId || typeof stored[1] !== 'string') return null;
  // A path of this site, never another's address.
  return /^\/(?![/\\])/.test(stored[1]) ? stored[1] : null;
}

/** The fan wants to look around first: this tab asks no more for this tenant. */
export function putOffRules(tenantId: string): void {
  tabStorage.setItem(LATER, tenantId);
}
export const hasPutOffRules = (tenantId: string): boolean => tabStorage.getItem(LATER) === tenantId;
