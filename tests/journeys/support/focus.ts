/** Where the keyboard is, for whoever has no mouse. */
import { expect, type Page } from '@playwright/test';

/** What has the focus shows it, inside the window, and nothing lies over it (WCAG 2.4.7, 2.4.11). */
export async function seesFocus(page: Page): Promise<void> {
  const seen = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { x, y, width, height } = focused.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const label = focused.closest('label');
      const ring = [focused, label, focused.parentElement].some(
        (one) =>
          one &&
          Number.parseFloat(getComputedStyle(one).outlineWidth) >= 2 &&
          getComputedStyle(one).outlineStyle !== 'none',
      );
      const isOnTop =
        top !== null && (focused.contains(top) || top.contains(focused) || (label?.contains(top) ?? false));
      return ring && isOnTop ? 'seen' : `${ring ? 'covered' : 'no ring'}: ${focused.outerHTML.slice(0, 140)}`;
    });
  await expect.poll(seen).toBe('seen');
}
