/** A server that says itself that something is wrong (FAN-22). */
import { expect, test } from '@playwright/test';
import { STATUS_PATH } from '../../src/contract/serverStatus.ts';
import { serverTroubles } from '../../src/messages/jaServerTrouble.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { arriveAsFan, newFan, openPostForm, pickPhotos, submitForKeys, untilPrepared } from './support/fan.ts';
import { type Asked, isPut, openLine } from './support/line.ts';
import { openPhone } from './support/phone.ts';
import { startProduct } from './support/product.ts';

/** 9:05 in Tokyo. */
const SINCE = Date.parse('2026-06-10T00:05:00Z');
const isStatus = ({ path }: Asked) => path === STATUS_PATH;
const slowDown =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

test('FAN-22a FAN-22c photos that the store refuses: one line says why, until they have arrived', {
  tag: '@core',
}, async () => {
  const product = await startProduct();
  const line = await openLine(product.url);
  const phone = await openPhone();
  try {
    const { page } = phone;
    await arriveAsFan(page, line.url, product, newFan('辛抱強い花子'));
    const status = JSON.stringify({ troubles: [{ code: 'storage', since: SINCE }] });
    line.decide = (asked) => {
      if (isPut(asked)) return { status: 503, type: 'application/xml', body: slowDown };
      return isStatus(asked) ? { status: 200, type: 'application/json', body: status } : 'pass';
    };
    await openPostForm(page);
    await pickPhotos(page, await lightPictures(1));
    await untilPrepared(page, 1);
    expect(line.asked.filter(isStatus)).toEqual([]);
    await submitForKeys(page);
    const told = page.getByRole('status').filter({ hasText: serverTroubles.storage('9:05') });
    await expect(told).toBeVisible();
    line.decide = () => 'pass';
    await expect(told).toBeHidden({ timeout: 60_000 });
  } finally {
    await phone.close();
    await line.close();
    await product.stop();
  }
});
