/** Chromium and Firefox, as Playwright drives them. */
import type { ElementHandle, Page } from '@playwright/test';
import type { Driver } from './driver.ts';

/** A step that cannot be taken yet is tried again by the screen. */
const STEP_MS = 3_000;

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
    click: async (element) => (await elementOf(element)).click({ timeout: STEP_MS }),
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
    screenshot: () => page.screenshot(),
  };
}
