/** The browser's own font size, and what stands over each other by it (WCAG 1.4.4). */
import type { CDPSession, Page } from '@playwright/test';

/** One stays open a page: the size goes with it. */
const sessions = new WeakMap<Page, CDPSession>();

/** Sets the font size of the browser's settings: `rem`, and the `em` of media queries, go by it. Chromium alone. */
export async function setBrowserFont(page: Page, px: number): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
}

/** Controls of the page's frame (header, left column, tab bar; not the words of a breadcrumb) that overlap, or whose words stand outside of them or of the window. */
export const overlappingControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.nodeName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''}`;
    /** Boxes of the words that are seen: not those for screen readers alone, nor a number on an icon. */
    const linesOf = (element: Element): DOMRect[] => {
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lines: DOMRect[] = [];
      while (words.nextNode()) {
        const parent = words.currentNode.parentElement;
        if (parent === null || parent.closest('.visually-hidden, [aria-hidden="true"]') !== null) continue;
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        lines.push(...range.getClientRects());
      }
      return lines;
    };
    const places = [...document.querySelectorAll('header, nav, aside')];
    const controls = [
      ...new Set(places.flatMap((place) => [...place.querySelectorAll('a[href], button, input')])),
    ].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) && element.closest('main, dialog, nav ol') === null,
    );
    /** What scrolls goes below what does not: only those of one kind must not overlap. */
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isFixed(element.parentElement));
    const boxes = controls.map((element) => ({
      element,
      box: element.getBoundingClientRect(),
      isStill: isFixed(element),
    }));
    const problems: string[] = [];
    for (const [i, { element, box, isStill }] of boxes.entries()) {
      if (box.left < -1 || box.right > innerWidth + 1) problems.push(`${nameOf(element)} is outside the window`);
      const isNarrow = linesOf(element).some(({ left, right }) => left < box.left - 1 || right > box.right + 1);
      if (isNarrow) problems.push(`${nameOf(element)} is narrower than its words`);
      for (const { element: other, box: second, isStill: isOtherStill } of boxes.slice(i + 1)) {
        if (isStill !== isOtherStill) continue;
        const across = Math.min(box.right, second.right) - Math.max(box.left, second.left);
        const down = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
        if (across > 1 && down > 1 && !element.contains(other) && !other.contains(element))
          problems.push(`${nameOf(element)} lies over ${nameOf(other)}`);
      }
    }
    return problems;
  });
