import type { Page } from '@playwright/test';
import { SHARE_FIELD, sharePath } from '../../../src/contract/workerPaths.ts';
import { CLUB } from '../../support/tenants.ts';

/** What the share sheet does: a form posted to the app, as the manifest says. */
export async function share(page: Page, paths: readonly string[], club = CLUB): Promise<void> {
  await page.evaluate(
    ([action, field]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action });
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: field, multiple: true, id: 'share-sheet' });
      form.append(input);
      document.body.append(form);
    },
    [sharePath(club), SHARE_FIELD],
  );
  await page.locator('#share-sheet').setInputFiles([...paths]);
  await page.locator('#share-sheet').evaluate((input) => (input as HTMLInputElement).form?.submit());
}
