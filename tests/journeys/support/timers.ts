import type { Page } from '@playwright/test';

/** On the pages loaded from now on no timer of so many milliseconds ever runs: how long this machine takes decides nothing. */
export const stopTimersOf = (page: Page, ms: number): Promise<unknown> =>
  page.addInitScript((stopped) => {
    const { setTimeout: start } = window;
    const startOthers = (run: TimerHandler, delay?: number, ...given: unknown[]) =>
      delay === stopped ? 0 : start(run, delay, ...given);
    window.setTimeout = startOthers as typeof setTimeout;
  }, ms);

export interface TimerCounts {
  /** Timers that ran while the page was seen, and while it was not. */
  readonly seen: number;
  readonly hidden: number;
  /** Those of less than a second among the latter: 'setInterval 250'. */
  readonly hiddenShort: readonly string[];
}

/** Counts the timers of the pages loaded from now on, as they run. */
export const watchTimers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counts = { seen: 0, hidden: 0, hiddenShort: [] as string[] };
    const watched =
      (name: 'setTimeout' | 'setInterval', start: (run: () => void, delay: number) => number) =>
      (run: TimerHandler, delay = 0, ...given: unknown[]) =>
        start(() => {
          if (!document.hidden) counts.seen += 1;
          else {
            counts.hidden += 1;
            if (delay < 1_000) counts.hiddenShort.push(`${name} ${delay}`);
          }
          if (typeof run === 'function') run(...given);
        }, delay);
    const { setTimeout: once, setInterval: often } = window;
    Object.assign(window, {
      setTimeout: watched('setTimeout', (run, delay) => once(run, delay)),
      setInterval: watched('setInterval', (run, delay) => often(run, delay)),
      timerCounts: counts,
    });
  });

export const timerCountsOf = (page: Page): Promise<TimerCounts> =>
  page.evaluate(() => (window as Window & { timerCounts?: TimerCounts }).timerCounts as TimerCounts);

/** Tells the page that nobody sees it, as when the phone goes into a pocket, or that somebody does. A browser without windows never does. */
export const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    const value = <T>(given: T) => ({ configurable: true, get: () => given });
    Object.defineProperties(document, {
      hidden: value(hidden),
      visibilityState: value(hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
