/** Who is shown how to add the app, and when: the offer comes once by itself. */

import { isInstalledApp } from '../../navigation/paths.ts';
import { installWay } from '../../rules/installWay.ts';

const keyOf = (tenantId: string): string => `install_shown:${tenantId}`;

/** How this browser gets the app on the home screen; null: it is there, or the browser offers it by itself. */
export const neededWay = () =>
  isInstalledApp() ? null : installWay({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints });

/** Storage may be denied: then nothing is offered unasked, rather than again and again. */
export function wasInstallShown(tenantId: string): boolean {
  try {
    return localStorage.getItem(keyOf(tenantId)) !== null;
  } catch {
    return true;
  }
}

export function rememberInstallShown(tenantId: string): void {
  try {
    localStorage.setItem(keyOf(tenantId), '1');
  } catch {
    // as above
  }
}
