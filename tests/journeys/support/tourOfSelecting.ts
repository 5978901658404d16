/** A list whose photos are selected, and the card of their ZIP, for checks that hold for all screens. */
import { expect, test } from '@playwright/test';
import { photoSelection, photoZip } from '../../../src/messages/jaSelection.ts';
import type { Tour } from './tour.ts';
import { untilEntryGone } from './tourSteps.ts';

/** From a list of photos and back to it. */
export async function tourOfSelecting({ page, visit }: Pick<Tour, 'page' | 'visit'>): Promise<void> {
  const bar = page.getByRole('region', { name: photoSelection.group });
  const card = page.getByRole('region', { name: photoZip.label });
  await test.step('KEP-02b photos are selected', async () => {
    await page.getByRole('button', { name: photoSelection.select, exact: true }).click();
    await page.getByRole('checkbox').first().click();
    await expect(bar.getByRole('status')).toHaveText(photoSelection.count(1));
  });
  await visit('selecting');
  await test.step('KEP-02e their ZIP', async () => {
    // As in browsers that let pages write no files.
    await page.evaluate(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    await bar.getByRole('button', { name: photoSelection.all }).click();
    await bar.getByRole('button', { name: photoSelection.save }).click();
    await expect(card.getByRole('status')).toHaveText(photoZip.ready(1), { timeout: 60_000 });
  });
  await visit('zip');
  await card.getByRole('button', { name: photoZip.giveUp }).click();
  await expect(card).toHaveCount(0);
  await untilEntryGone(page);
}
