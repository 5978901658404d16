/** An opened photo with its menu, and the photo over the whole screen, for checks that hold for all screens. */
import { expect, test } from '@playwright/test';
import { photoDetail } from '../../../src/messages/jaPhoto.ts';
import { photoCard } from '../../../src/messages/jaPhotoCard.ts';
import { photoViewer } from '../../../src/messages/jaPhotoViewer.ts';
import { photoReport } from '../../../src/messages/jaSocial.ts';
import type { Tour } from './tour.ts';
import { dialogOf, leaveDialog, press } from './tourSteps.ts';

/** From a list of photos and back to it. */
export async function tourOfPhoto({ page, visit }: Pick<Tour, 'page' | 'visit'>): Promise<void> {
  await test.step('OVL-01a PHO-02a the photo', async () => {
    await page.getByRole('main').getByRole('list').locator('a[href*="q="], button').first().click();
    await expect(page.getByRole('dialog').locator('img').first()).toBeVisible();
  });
  await page.waitForLoadState('networkidle');
  await visit('photo-detail');
  await test.step('FAN-02d its menu', () => press(page, photoReport.menu));
  await visit('photo-menu');
  await page.keyboard.press('Escape');
  await test.step('FAN-28a FAN-21a the ways to share, and its card', async () => {
    await press(page, photoDetail.share);
    await press(page, photoDetail.shareCard);
    await expect(dialogOf(page, photoCard.title).getByRole('img')).toBeVisible();
  });
  await visit('photo-card');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, photoCard.title)).toHaveCount(0);
  await test.step('FAN-02a over the whole screen', async () => {
    await page.getByRole('button', { name: photoViewer.open }).click();
    await expect(page.getByRole('button', { name: photoViewer.toggleControls })).toBeVisible();
  });
  await visit('photo-full');
  await page.goBack();
  await expect(page.getByRole('button', { name: photoViewer.open })).toBeVisible();
  await leaveDialog(page);
}
