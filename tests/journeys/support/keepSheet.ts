/** What a fan presses and reads of a match that is kept, and what of it is on the device. */
import { expect, type Locator, type Page } from '@playwright/test';
import { KEPT_CACHE } from '../../../src/contract/kept.ts';
import { keepButton } from '../../../src/messages/jaKeepButton.ts';
import { kept } from '../../../src/messages/jaKept.ts';

export const buttonNamed = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
export const keepSheet = (page: Page): Locator => page.getByRole('dialog', { name: kept.title });

/** Presses the button and says yes. */
export async function pressKeep(page: Page): Promise<void> {
  await buttonNamed(page, keepButton.keep).click();
  await keepSheet(page).getByRole('button', { name: kept.start, exact: true }).click();
}

export const storedCount = (page: Page): Promise<number> =>
  page.evaluate(
    async (name) => ((await caches.has(name)) ? (await (await caches.open(name)).keys()).length : 0),
    KEPT_CACHE,
  );
export const untilStored = (page: Page, atLeast: number): Promise<void> =>
  expect.poll(() => storedCount(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(atLeast);
