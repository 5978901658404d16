/** Who is shown how to add the app, and when: the offer comes once by itself. */

import { isInstalledApp } from '../../navigation/paths.ts';
import { deviceStorage } from '../../platform/storage/webStorage.ts';
import { installWay } from '../../rules/installWay.ts';

const keyOf = (tenantId: string): string => `install_shown:${tenantId}`;

/** How this browser gets the app on the home screen; null: it is there, or the browser offers it by itself. */
export const neededWay = () =>
  isInstalledApp() ? null : installWay({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints });

/** Storage may be denied: then nothing is offered unasked, rather than again and again. */
export const wasInstallShown = (tenantId: string): boolean => deviceStorage.getItem(keyOf(tenantId), '1') !== null;

export const rememberInstallShown = (tenantId: string): void => void deviceStorage.setItem(keyOf(tenantId), '1');
