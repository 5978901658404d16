/** A browser that deletes what the app keeps on the device, with posts that wait (QUE-05). */
import { expect, test } from '@playwright/test';
import { closeLost, photosLost } from '../../src/messages/jaStorage.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import {
  arriveAsFan,
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  submitForKeys,
  untilPrepared,
} from './support/fan.ts';
import { isPut, isRegistration, openLine } from './support/line.ts';
import { openPhone } from './support/phone.ts';
import { startProduct } from './support/product.ts';

test('QUE-05a a fan whose waiting posts the browser deleted is told how many, and what to do', async () => {
  const product = await startProduct();
  const line = await openLine(product.url);
  const phone = await openPhone();
  try {
    const { page } = phone;
    await arriveAsFan(page, line.url, product, newFan('端末の空きがない花子'));
    line.decide = (asked) =>
      isPut(asked) || isRegistration(asked) ? { status: 503, type: 'application/json', body: '{}' } : 'pass';
    await openPostForm(page);
    const files = await lightPictures(3);
    await pickPhotos(page, files);
    await untilPrepared(page, files.length);
    await submitForKeys(page);
    // A page of the origin that is none of the app.
    await page.goto(`${line.url}/config.json`);
    await page.evaluate(
      () =>
        new Promise((done, fail) => {
          const deleting = indexedDB.deleteDatabase('fan-photo');
          deleting.onsuccess = done;
          deleting.onerror = fail;
        }),
    );
    await page.goto(line.url + galleryUrl());
    const told = page.getByRole('alert').filter({ hasText: photosLost(files.length) });
    await expect(told).toBeVisible();
    await told.getByRole('button', { name: closeLost }).click();
    await expect(told).toBeHidden();
    await page.reload();
    await expect(page.getByRole('main')).toBeVisible();
    await expect(told).toBeHidden();
  } finally {
    await phone.close();
    await line.close();
    await product.stop();
  }
});
