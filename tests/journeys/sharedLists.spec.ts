/** A shared list that cannot be loaded is said where it matters: in the post form, whose limited events would be missing (ERR-03). */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { ui } from '../../src/messages/ja.ts';
import { event as eventTexts } from '../../src/messages/jaEvent.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { referenceFailures } from '../../src/messages/jaReferenceData.ts';
import { CLUB } from '../support/tenants.ts';
import { launchBrowser } from './support/browser.ts';
import { demoFan, openPostForm, signIn } from './support/fan.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let browser: Browser;
test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

const LIMITED = `${CLUB}-limited`;
const lists = [
  ['getAmbassadors', '**/f/ambassador/items*'],
  ['getReservedNames', '**/f/user/reserve/name*'],
  ['getOfficialUser', '**/f/official/userId*'],
] as const;

/** An ambassador at a desk whose server cannot give one list; `mend`: it can again. */
async function withFailing(address: string, run: (page: Page, mend: () => Promise<void>) => Promise<void>) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'ja-JP',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await page.route(address, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"INTERNAL"}' }),
    );
    await signIn(page, product.url, demoFan('ambassador'));
    await run(page, () => page.unroute(address));
  } finally {
    await context.close();
  }
}

for (const [name, address] of lists)
  test(`ERR-03 PST-03c the post form says that ${name} failed, and the retry brings all events`, async () => {
    await withFailing(address, async (page, mend) => {
      await openPostForm(page);
      const form = page.getByRole('dialog', { name: postForm.title });
      const failure = form.getByRole('alert').filter({ hasText: referenceFailures[name] });
      await expect(failure).toContainText(postForm.limitedMissing);
      const limited = form.locator(`option[value="${LIMITED}"]`);
      await expect(limited).toHaveCount(name === 'getAmbassadors' ? 0 : 1);
      await mend();
      await failure.getByRole('button', { name: ui.retry }).click();
      await expect(failure).toHaveCount(0);
      await expect(limited).toHaveCount(1);
    });
  });

test('ERR-03 the page of a limited event tells nobody "members only" while it is not known', async () => {
  await withFailing('**/f/ambassador/items*', async (page, mend) => {
    await page.goto(`${product.url}/${CLUB}/event-detail.html?e=${LIMITED}`);
    const failure = page.getByRole('main').getByRole('alert').filter({ hasText: referenceFailures.getAmbassadors });
    await expect(failure).toBeVisible();
    await mend();
    await failure.getByRole('button', { name: ui.retry }).click();
    await expect(page.getByRole('main').getByRole('button', { name: eventTexts.postHere })).toBeVisible();
  });
});
