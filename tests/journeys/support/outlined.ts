/** Cards of new photos that a page outlines for two seconds (FAN-01a). */
import type { Page } from '@playwright/test';

/** Keys of the cards that are outlined now, and of all that were since the page was loaded: a test's polls are as far apart as that lasts. */
export const outlined = (page: Page, since: 'now' | 'ever') =>
  page.evaluate((which) => (window as unknown as Record<'now' | 'ever', () => string[]>)[which](), since);
/** To be added to a page before it is loaded. */
export function noteOutlined(): void {
  const noted = new Set<string>();
  const now = () =>
    [...document.querySelectorAll<HTMLElement>('main li[data-photo]')]
      .filter((element) => getComputedStyle(element, '::after').borderTopWidth === '4px')
      .map((element) => element.dataset.photo ?? '');
  const note = () => {
    for (const key of now()) noted.add(key);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  Object.assign(window, { now, ever: () => [...noted] });
}
