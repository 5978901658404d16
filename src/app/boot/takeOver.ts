import type { Workbox } from 'workbox-window';

/** From one opened frame to the next. */
export const ASK_EVERY_MS = 3_000;
/** A small file of every build. */
export const SMALL_DOCUMENT = '/brand.svg';

/**
 * Lets the waiting worker take over (T28). A browser does it once the worker before has answered all it was asked, which takes minutes
 * with poor signal: until then `UpdatePrompt` says that it comes.
 *
 * Chromium drops the wish where a request comes just as the worker before ends, since that starts it again; a second `skipWaiting()` of
 * the same worker is not heard. It looks for a waiting worker whenever a document is opened, so a hidden frame opens one now and then.
 * `workers`: `navigator.serviceWorker`, which tells when it is done; the page may stay a while, for a form that is open.
 */
export function takeOver(workbox: Pick<Workbox, 'messageSkipWaiting'>, workers: EventTarget): void {
  workbox.messageSkipWaiting();
  let frame: HTMLIFrameElement | null = null;
  const timer = setInterval(() => {
    frame?.remove();
    frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = SMALL_DOCUMENT;
    document.body.append(frame);
  }, ASK_EVERY_MS);
  const end = () => {
    clearInterval(timer);
    frame?.remove();
  };
  workers.addEventListener('controllerchange', end, { once: true });
}
