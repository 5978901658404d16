/** Chromium and Firefox, as Playwright drives them. */
import type { ElementHandle, Page } from '@playwright/test';
import type { Driver } from './driver.ts';

/** A step that cannot be taken yet is tried again by the screen. */
const STEP_MS = 10_000;

export function createPlaywrightDriver(page: Page, engine: string): Driver {
  const elementOf = async (expression: string): Promise<ElementHandle> => {
    const element = (await page.evaluateHandle(expression)).asElement();
    if (element === null) throw new Error('no such element');
    return element as ElementHandle;
  };
  return {
    engine,
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    async back() {
      await page.goBack();
    },
    evaluate: (expression) => page.evaluate(expression),
    async click(element) {
      const target = await elementOf(element);
      const reached = await target.evaluateHandle((found) => {
        const seen = { isClicked: false };
        found.addEventListener('click', () => (seen.isClicked = true), { once: true, capture: true });
        return seen;
      });
      // A busy Firefox can press and answer too late: pressed again, it would be looked for where the press has led away from it.
      await target.click({ timeout: STEP_MS }).catch(async (error: unknown) => {
        if (!(await reached.evaluate(({ isClicked }) => isClicked))) throw error;
      });
    },
    // Typed into the field as an own keyboard does: what Playwright's `fill` writes, React does not notice in Firefox.
    async fill(element, text) {
      const field = await elementOf(element);
      await field.click({ timeout: STEP_MS });
      await page.evaluate(
        ([field, text]) => {
          (field as HTMLInputElement).select();
          document.execCommand('insertText', false, text);
        },
        [field, text] as const,
      );
    },
    chooseFiles: async (element, paths) => (await elementOf(element)).setInputFiles([...paths]),
    resize: (size) => page.setViewportSize(size),
    screenshot: () => page.screenshot(),
  };
}
