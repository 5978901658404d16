import type { Page } from '@playwright/test';

/** On the pages loaded from now on no timer of so many milliseconds ever runs: how long this machine takes decides nothing. */
export const stopTimersOf = (page: Page, ms: number): Promise<unknown> =>
  page.addInitScript((stopped) => {
    const { setTimeout: start } = window;
    const startOthers = (run: TimerHandler, delay?: number, ...given: unknown[]) =>
      delay === stopped ? 0 : start(run, delay, ...given);
    window.setTimeout = startOthers as typeof setTimeout;
  }, ms);
