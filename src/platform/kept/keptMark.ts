/** Whether this device keeps any match (KEP-01): nobody else pays for the code that looks. In web storage, since it is asked before any. */
import { KEPT_CACHE } from '../../contract/kept.ts';
import { deviceStorage, type WebStorage } from '../storage/webStorage.ts';

const KEY = 'kept_matches';

export const hasKept = (storage: WebStorage = deviceStorage): boolean => storage.getItem(KEY) !== null;

export function markKept(isAny: boolean, storage: WebStorage = deviceStorage): void {
  if (isAny) storage.setItem(KEY, '1');
  else storage.removeItem(KEY);
}

/** Browsers lose what was written to web storage in their last seconds when they are killed: the pictures tell, too. */
export async function findKept(storage: WebStorage = deviceStorage): Promise<boolean> {
  if (hasKept(storage)) return true;
  const isThere = typeof caches !== 'undefined' && (await caches.has(KEPT_CACHE).catch(() => false));
  if (isThere) markKept(true, storage);
  return isThere;
}
