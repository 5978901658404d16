/** The screens of a post that is public while its originals wait (PUB-03), for checks that hold for all screens. */
import { expect } from '@playwright/test';
import { outboxPath } from '../../../src/contract/workerPaths.ts';
import { ui } from '../../../src/messages/ja.ts';
import { outbox } from '../../../src/messages/jaOutbox.ts';
import { photoDetail } from '../../../src/messages/jaPhoto.ts';
import { openPostForm, pickPhotos, signIn, submitForKeys, untilPrepared } from './fan.ts';
import type { Tour } from './tour.ts';

/** In a browser without workers, whose requests the test could not hold up. `files`: pictures larger than a preview. */
export async function tourOfStages({ page, origin, club, fan, files, visit }: Tour): Promise<void> {
  // Headless browsers tell nothing of the line: the choice for mobile lines would not be offered.
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { type: 'cellular' });
    Object.defineProperty(navigator, 'connection', { value: connection });
  });
  await page.route('**/original/*.jpg*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await signIn(page, origin, fan, club);
  await openPostForm(page);
  await pickPhotos(page, files, { message: '先に公開' });
  await untilPrepared(page, files.length);
  const [key = ''] = await submitForKeys(page);
  await page.goto(origin + outboxPath(club));
  const job = page.getByRole('article').first();
  await expect(job.getByText(/^写真は公開されています。/)).toBeVisible({ timeout: 60_000 });
  await visit('outbox-public');
  const choice = page.getByRole('radio', { name: outbox.onMeteredChoices.posts.label });
  await choice.check();
  await expect(job.getByText(outbox.follows.metered)).toBeVisible();
  await visit('outbox-public-metered');
  await job.getByRole('button', { name: outbox.more }).click();
  await job.getByRole('button', { name: outbox.drop }).click();
  await expect(page.getByRole('dialog', { name: ui.confirm })).toBeVisible();
  await visit('outbox-drop');
  await page.goto(`${origin}/${club}/?q=${encodeURIComponent(key)}`);
  await expect(page.getByText(photoDetail.originals.held)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await visit('photo-public');
}
