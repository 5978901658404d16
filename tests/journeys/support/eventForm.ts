/** The form of an event, as a fan fills it in. */
import { expect, type Page } from '@playwright/test';
import { makeEvent } from '../../../src/messages/jaMakeEvent.ts';

/** The dialog that makes and changes an event. */
export const formOf = (page: Page) => page.getByRole('dialog', { name: makeEvent.title });
export const dayButton = (page: Page, label: string) =>
  formOf(page).getByRole('button', { name: new RegExp(`^${label}`) });

/** Today and the last day that can be chosen, by keyboard alone. */
export async function choosePeriod(page: Page): Promise<void> {
  await dayButton(page, makeEvent.start).press('Enter');
  const calendar = formOf(page).getByRole('group', { name: makeEvent.calendarOf(makeEvent.start) });
  await expect(calendar.locator('thead th').first()).toHaveText('月');
  await expect(calendar.locator(':focus')).toHaveAccessibleName(/今日/);
  await page.keyboard.press('Enter');
  await expect(dayButton(page, makeEvent.end)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(formOf(page).getByText(/（2日間）/)).toBeVisible();
  await expect(dayButton(page, makeEvent.end)).toBeFocused();
}

export async function submitEvent(page: Page, name: string): Promise<void> {
  await formOf(page).getByRole('button', { name, exact: true }).click();
}
