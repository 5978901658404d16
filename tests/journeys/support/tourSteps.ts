/** Steps from screen to screen: what several tours and journeys do. */
import { expect, type Locator, type Page } from '@playwright/test';
import { login } from '../../../src/messages/jaAccount.ts';
import { shell } from '../../../src/messages/jaShell.ts';

export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

export async function openLogin(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^(${shell.login}|${shell.join})$`) })
    .first()
    .click();
  await expect(dialogOf(page, login.title)).toBeVisible();
}

export async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^(${shell.menu}|${shell.other})$`) })
    .click();
  await expect(dialogOf(page, shell.menu)).toBeVisible();
}

export async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** A closed overlay's own history entry goes a moment later: the browser drops an address that is asked for meanwhile. */
export const untilEntryGone = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => history.state?.kind)).not.toBe('overlay');

export async function goTo(page: Page, url: string): Promise<void> {
  if ((await page.getByRole('dialog').count()) === 0) await untilEntryGone(page);
  await page.goto(url);
}

/** On the page of a match: the photos of the first player of the row. */
export async function chooseFirstPlayer(page: Page): Promise<void> {
  await page
    .getByRole('list', { name: /^写っている/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/&cp=/);
  await page.waitForLoadState('networkidle');
}
