/** What a page is before its code is there, and whether it stays. */
import type { Page } from '@playwright/test';

/** From the page's first moment: how far its parts jump. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts: () => sum });
  });
  return () => page.evaluate(() => (window as unknown as { shifts(): number }).shifts());
}

/** From now on no script file arrives, until the function it gives is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await released;
    // The page may have gone meanwhile.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Gives this page the processor of a cheap phone: a quarter of this machine's. */
export async function slowPage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
