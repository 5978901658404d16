/** Background Fetch, as a page sees it. */
import type { Page } from '@playwright/test';

/** How many fetches of the browser's own are running. */
export const systemFetches = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { backgroundFetch } = registration as unknown as { backgroundFetch: { getIds(): Promise<string[]> } };
    return (await backgroundFetch.getIds()).length;
  });
