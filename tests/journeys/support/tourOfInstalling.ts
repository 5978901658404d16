/** The page about the service with the instructions it gives an iPhone. */
import { expect } from '@playwright/test';
import { install as installing } from '../../../src/messages/jaInstall.ts';
import { tutorial } from '../../../src/messages/jaTutorial.ts';
import { IPHONE } from '../../support/iphone.ts';
import type { Tour } from './tour.ts';
import { dialogOf, goTo, leaveDialog } from './tourSteps.ts';

/** The page about the service, and its instructions for the home screen of an iPhone: other devices offer that by themselves. */
export async function tourOfInstalling({ page, origin, club, visit }: Omit<Tour, 'fan' | 'files'>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setUserAgentOverride', { userAgent: IPHONE });
  await goTo(page, `${origin}/common/tutorial.html?t=${club}`);
  const install = page.getByRole('main').getByRole('button', { name: tutorial.install, exact: true });
  await expect(install).toBeVisible();
  await page.waitForLoadState('networkidle');
  await visit('tutorial');
  await install.click();
  await expect(dialogOf(page, installing.title).getByRole('listitem').first()).toBeVisible();
  await visit('install');
  await leaveDialog(page);
  await session.send('Emulation.setUserAgentOverride', { userAgent: '' });
  await session.detach();
}
