/** The home page's lists of photos, and what the own page draws of a season, for the walk through every screen (tour.ts). */
import { expect, type Page } from '@playwright/test';
import { figures, seasonCard } from '../../../src/messages/jaFigures.ts';
import { homeLists } from '../../../src/messages/jaHome.ts';
import { shell } from '../../../src/messages/jaShell.ts';
import { goTo } from './tourSteps.ts';

interface HomeTour {
  readonly page: Page;
  /** Address of the home page. */
  readonly home: string;
  readonly visit: (name: string) => Promise<void>;
}

/** Signed out: the popular photos, and why to log in. */
export async function tourOfHomeLists({ page, home, visit }: HomeTour): Promise<void> {
  await goTo(page, `${home}?list=popular`);
  await expect(page.getByText(homeLists.popularNote(300))).toBeVisible();
  await page.waitForLoadState('networkidle');
  await visit('home-popular');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: shell.keyboard })).toBeVisible();
  await visit('shortcuts');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await goTo(page, `${home}?list=following`);
  await expect(page.getByText(homeLists.needsLogin)).toBeVisible();
  await visit('home-following-visitor');
}

/** Signed in: photos of followed fans, and the season's card. */
export async function tourOfOwnSeason({ page, home, visit }: HomeTour): Promise<void> {
  await goTo(page, `${home}?list=following`);
  await expect(page.getByRole('main').locator('[data-photo]').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await visit('home-following');
  await goTo(page, `${home}my-photo.html`);
  await page.getByRole('button', { name: figures.makeCard }).click();
  const dialog = page.getByRole('dialog', { name: seasonCard.title });
  await expect(dialog.getByRole('img')).toBeVisible();
  await visit('season-card');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
