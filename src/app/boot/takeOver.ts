import { SKIP_WAITING_MESSAGE } from '../../platform/storage/workerMessages.ts';
import type { FollowedWorker } from './updateOffers.ts';

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
 * @returns opens no more of them
 */
export function takeOver(worker: Pick<FollowedWorker, 'postMessage'>): () => void {
  worker.postMessage(SKIP_WAITING_MESSAGE);
  let frame: HTMLIFrameElement | null = null;
  const timer = setInterval(() => {
    frame?.remove();
    frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = SMALL_DOCUMENT;
    document.body.append(frame);
  }, ASK_EVERY_MS);
  return () => {
    clearInterval(timer);
    frame?.remove();
  };
}
