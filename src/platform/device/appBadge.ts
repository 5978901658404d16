/** Not in every browser: the number on the app's icon. */
interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Shows a number on the icon of the installed app; 0 takes it away. Never throws. */
export async function showAppBadge(count: number, on: Badging = navigator as Badging): Promise<void> {
  try {
    if (count > 0) await on.setAppBadge?.(count);
    else await on.clearAppBadge?.();
  } catch {
    // Not installed, or not allowed: the header tells the same.
  }
}

/** The icon's one number for what waits in a page: photos to be sent and notices to be read. */
export interface AppBadge {
  setWaiting(count: number): void;
  setUnread(count: number): void;
}

export function createAppBadge(show: (count: number) => unknown = showAppBadge): AppBadge {
  let [waiting, unread] = [0, 0];
  const draw = () => void show(waiting + unread);
  return {
    setWaiting(count) {
      waiting = count;
      draw();
    },
    setUnread(count) {
      unread = count;
      draw();
    },
  };
}
