import { Workbox } from 'workbox-window';
import { trustedScriptUrl } from '../platform/trustedTypes.ts';

/** Hours between looks for a new build while the page stays open. */
const LOOK_EVERY_MS = 60 * 60_000;

/**
 * Registers the service worker. `onWaiting` is called when a new build stands ready, with the way to switch to it: the page
 * reloads once it took over (T28).
 */
export async function registerWorker(onWaiting: (apply: () => void) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // The typings want a string; the DOM wants a TrustedScriptURL where Trusted Types are enforced.
  const workbox = new Workbox(trustedScriptUrl('/sw.js') as string, { scope: '/' });
  workbox.addEventListener('waiting', () => {
    onWaiting(() => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    });
  });
  await workbox.register({ immediate: true }).catch(() => undefined); // private windows refuse workers
  setInterval(() => void workbox.update().catch(() => undefined), LOOK_EVERY_MS);
}
