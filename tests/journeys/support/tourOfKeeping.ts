/** Keeping a match on the device, for checks that hold for all screens. */
import { expect, test } from '@playwright/test';
import { keepButton } from '../../../src/messages/jaKeepButton.ts';
import { kept } from '../../../src/messages/jaKept.ts';
import type { Tour } from './tour.ts';
import { dialogOf } from './tourSteps.ts';

/** From the page of a match and back to it; nothing is kept afterwards. */
export async function tourOfKeeping({ page, visit }: Pick<Tour, 'page' | 'visit'>): Promise<void> {
  const sheet = dialogOf(page, kept.title);
  await test.step('KEP-01a what it takes', async () => {
    await page.getByRole('button', { name: keepButton.keep }).click();
    await expect(sheet.getByText(kept.needed)).toBeVisible();
  });
  await visit('keep');
  await test.step('KEP-01d all that is kept', async () => {
    await sheet.getByRole('button', { name: kept.start, exact: true }).click();
    await expect(sheet.getByText(kept.whole)).toBeVisible({ timeout: 60_000 });
    await sheet.getByText(kept.listTitle).click();
    await expect(sheet.getByRole('combobox', { name: kept.budget })).toBeVisible();
  });
  await visit('keep-list');
  await sheet.getByRole('button', { name: kept.remove, exact: true }).first().click();
  await expect(page.getByRole('button', { name: keepButton.keep })).toBeFocused();
}
