import { whenIdle } from '../../platform/device/whenIdle.ts';
import { findRoot } from './hydration.ts';

/** From the page's beginning, in milliseconds. */
const LATEST_MS = 10_000;

/**
 * Runs once the page answers, its first pictures are loaded and the browser is idle.
 * @returns cancels it: an effect gives this back as its clean-up
 */
export function runWhenIdle(run: () => void): () => void {
  let isCancelled = false;
  const idle = () => whenIdle(due);
  // A page that never answers sends what waits and gets its new build all the same.
  const due = () => {
    if (isCancelled) return;
    if (findRoot().isServerRendered && performance.now() < LATEST_MS) idle();
    else run();
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle);
  return () => {
    isCancelled = true;
  };
}
