import type { Workbox } from 'workbox-window';

/** Between asks of a new build that was chosen. */
export const ASK_EVERY_MS = 2_000;

/**
 * Lets the waiting worker take over (T28). A browser does it once the worker before has answered all it was asked, which takes minutes
 * with poor signal: until then `UpdatePrompt` says that it comes. Asked for again, since a browser may miss that the other has ended.
 */
export function takeOver(workbox: Pick<Workbox, 'messageSkipWaiting'>): void {
  workbox.messageSkipWaiting();
  setInterval(() => workbox.messageSkipWaiting(), ASK_EVERY_MS);
}
