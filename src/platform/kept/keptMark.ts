/** Whether this device keeps any match (KEP-01): nobody else pays for the code that looks. In web storage, since it is asked before any. */
import { deviceStorage, type WebStorage } from '../storage/webStorage.ts';

const KEY = 'kept_matches';

export const hasKept = (storage: WebStorage = deviceStorage): boolean => storage.getItem(KEY) !== null;

export function markKept(isAny: boolean, storage: WebStorage = deviceStorage): void {
  if (isAny) storage.setItem(KEY, '1');
  else storage.removeItem(KEY);
}
