/** Keeps the screen on while photos leave in the foreground: a phone that falls asleep cuts the line. */

interface Sentinel {
  release(): Promise<void>;
}
interface Locks {
  request(type: 'screen'): Promise<Sentinel>;
}

export interface WakeLock {
  /** True: hold the screen awake; false: let go. To be called with every change. */
  keep(isNeeded: boolean): void;
}

/** `locks`: the browser's own; undefined where there is none, then nothing happens. */
export function createWakeLock(
  locks: Locks | undefined = (globalThis.navigator as { wakeLock?: Locks } | undefined)?.wakeLock,
): WakeLock {
  let wanted = false;
  let held: Promise<Sentinel | null> | null = null;
  return {
    keep(isNeeded) {
      if (isNeeded === wanted || !locks) return;
      wanted = isNeeded;
      // The browser refuses on low battery: then it sleeps.
      if (isNeeded) held = locks.request('screen').catch(() => null);
      else void held?.then((sentinel) => sentinel?.release()).catch(() => undefined);
    },
  };
}
