import { getDefaultStore } from 'jotai';
import { tabStorage } from '../../platform/storage/webStorage.ts';
import { stuckStorageAtom } from '../shell/stuckStorage.ts';
import { isInUse } from './chunkLoadRecovery.ts';

const KEY = 'reloaded-for-stuck-storage';
const say = (isStuck: boolean) => getDefaultStore().set(stuckStorageAtom, isStuck);

/**
 * The device's database does not open (T03). Only a page that is loaded anew can open it: once, and never over a form. Else the page
 * says so until it opens.
 */
export function reloadForStuckStorage(): void {
  // Where storage is denied nothing would end the reloads.
  const hasTried = tabStorage.getItem(KEY, KEY) !== null;
  if (hasTried || isInUse() || !tabStorage.setItem(KEY, KEY)) say(true);
  else location.reload();
}

/** It opened: the next time it does not, a reload is worth a try again. */
export function storageOpened(): void {
  tabStorage.removeItem(KEY);
  say(false);
}
