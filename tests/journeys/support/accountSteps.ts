/** Steps of an account in the settings: another mail address, another password, and the lock that guesses end in. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { identityErrors } from '../../../src/messages/jaErrors.ts';
import { mail, password as passwordTexts } from '../../../src/messages/jaSettings.ts';

export const alert = (page: Page): Locator => page.getByRole('main').getByRole('alert');
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
/** A code that is none. */
export const wrongOf = (code: string): string => (code === '000000' ? '111111' : '000000');

interface MailChange {
  readonly wanted: string;
  readonly password: string;
  readonly codeFor: (email: string) => Promise<string>;
}
/** On the tab with the mail address: first an address that is somebody else's, then the one that is wanted. */
export async function changeMailAddress(page: Page, { wanted, password, codeFor }: MailChange): Promise<void> {
  await test.step('ACC-11b the mail address changes with a code', async () => {
    await page.getByLabel(mail.wanted).fill('fan@example.jp');
    const own = page.getByRole('textbox', { name: mail.password });
    await own.fill('Wrong-Password-1');
    await press(page, mail.send);
    await expect(alert(page)).toContainText(mail.wrong);
    await own.fill(password);
    await press(page, mail.send);
    await expect(page.getByText(mail.sentTo('fan@example.jp'))).toBeVisible();
    // Only who reads that mailbox learns that the address has an account.
    await page.getByLabel(mail.code, { exact: true }).fill(await codeFor('fan@example.jp'));
    await press(page, mail.confirm);
    await expect(alert(page)).toContainText(identityErrors.AliasExistsException);
    await press(page, mail.other);
    await page.getByLabel(mail.wanted).fill(wanted);
    await own.fill(password);
    await press(page, mail.send);
    await expect(page.getByText(mail.sentTo(wanted))).toBeVisible();
    await page.getByLabel(mail.code, { exact: true }).fill(wrongOf(await codeFor(wanted)));
    await press(page, mail.confirm);
    await expect(alert(page)).toContainText(identityErrors.CodeMismatchException);
    await page.getByLabel(mail.code, { exact: true }).fill(await codeFor(wanted));
    await press(page, mail.confirm);
    await expect(page.getByText(mail.changed)).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText(wanted);
  });
}

/** On the same tab. Gives the account the password `Second-Half-90`. */
export async function changePassword(page: Page, password: string): Promise<void> {
  await test.step('ACC-06 the password changes with the old one', async () => {
    await page.getByRole('textbox', { name: passwordTexts.previous }).fill('Wrong-Password-1');
    await page.getByRole('textbox', { name: passwordTexts.proposed }).fill('Second-Half-90');
    await press(page, passwordTexts.submit);
    await expect(alert(page)).toContainText(passwordTexts.wrong);
    await page.getByRole('textbox', { name: passwordTexts.previous }).fill(password);
    const changing = page.waitForRequest((request) => request.url().endsWith('/idp'));
    await press(page, passwordTexts.submit);
    await expect(page.getByText(passwordTexts.changed)).toBeVisible();
    // The mark of a known device goes along, and no script can read it.
    expect((await (await changing).allHeaders()).cookie).toContain('fan-device=');
    const device = (await page.context().cookies()).find(({ name }) => name.endsWith('fan-device'));
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });
}

export async function lockByWrongPasswords(page: Page): Promise<void> {
  await test.step('ACC-12b wrong passwords lock the account', async () => {
    // The device left lying about: who guesses the password here locks the account as at the login.
    await page.getByRole('textbox', { name: passwordTexts.previous }).fill('Wrong-Password-1');
    await page.getByRole('textbox', { name: passwordTexts.proposed }).fill('Third-Half-90');
    for (let tries = 0; tries < 5; tries++) {
      const refused = page.waitForResponse((answer) => answer.url().endsWith('/idp') && answer.status() === 400);
      await press(page, passwordTexts.submit);
      await refused;
      await expect(alert(page)).toContainText(passwordTexts.wrong);
    }
    await press(page, passwordTexts.submit);
    await expect(alert(page)).toContainText(identityErrors.LimitExceededException);
  });
}

/** Presses the button of the innermost box that has these words, too. */
export async function pressBeside(page: Page, words: string, button: string): Promise<void> {
  const found = page.getByRole('button', { name: button });
  await page.locator('div', { hasText: words }).filter({ has: found }).last().locator(found).click();
}
