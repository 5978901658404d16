/** Not in every browser: the number on the app's icon. */
interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Shows how many photos wait on the icon of the installed app; 0 takes the number away. Never throws. */
export async function showAppBadge(count: number, on: Badging = navigator as Badging): Promise<void> {
  try {
    if (count > 0) await on.setAppBadge?.(count);
    else await on.clearAppBadge?.();
  } catch {
    // Not installed, or not allowed: the header tells the same.
  }
}
