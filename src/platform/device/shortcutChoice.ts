import { deviceStorage } from '../storage/webStorage.ts';

const KEY = 'shortcuts';

/** Whether single letters are shortcuts on this device (WCAG 2.1.4): read at each press, so that all its windows agree. */
export const areShortcutsOn = (storage = deviceStorage): boolean => storage.getItem(KEY) !== 'off';

/** @returns whether it could be kept */
export const chooseShortcuts = (isOn: boolean, storage = deviceStorage): boolean =>
  storage.setItem(KEY, isOn ? 'on' : 'off');
