/** Posting photos, by the words on the screen. */

import type { Photo } from '../../../src/contract/entities.ts';
import { permission } from '../../../src/messages/jaAccount.ts';
import { postForm, postWindow } from '../../../src/messages/jaPost.ts';
import { shell } from '../../../src/messages/jaShell.ts';
import type { TestPicture } from '../../fixtures/pictures.ts';
import { readJobs } from '../../journeys/support/fan.ts';
import { photosOf } from '../../journeys/support/published.ts';
import { CLUB } from '../../support/tenants.ts';
import { expect, FAN } from './engineTest.ts';
import type { Screen } from './screen.ts';

export async function openPostForm(screen: Screen): Promise<void> {
  await screen.the('button', shell.post).touch();
  await screen
    .the('dialog', postWindow.title)
    .the('button', new RegExp(`^${postWindow.photo}`))
    .touch();
  const allow = screen.the('button', permission.accept);
  const events = screen.the('combobox', new RegExp(`^${postForm.event}`));
  await expect.poll(async () => ((await allow.count()) ?? 0) + ((await events.count()) ?? 0)).toBeGreaterThan(0);
  if (await allow.count()) await allow.touch();
  await events.see();
}

/** Chooses the first event that can be posted to, and these files; waits until all of them are kept on the device. */
export async function choosePhotos(screen: Screen, pictures: readonly TestPicture[]): Promise<void> {
  const form = screen.the('dialog', postForm.title);
  await form.the('combobox', new RegExp(`^${postForm.event}`)).select(1);
  await form.part('input[type="file"][multiple]').choose(pictures.map(({ path }) => path));
  await expect
    .poll(() => form.the('button', /^\d+枚目の写真を外す$/).count(), { timeout: 120_000 })
    .toBe(pictures.length);
}

/** Presses 「投稿する」 and waits for the word that the photos are safe; with signal, that they have arrived. */
export async function submitPost(screen: Screen, { hasSignal = false } = {}): Promise<void> {
  await screen.the('dialog', postForm.title).the('button', postForm.submit).touch();
  if (!hasSignal) return screen.the('dialog', postForm.savedTitle).see();
  await expect.poll(() => screen.the('dialog').text()).toContain(postForm.sent);
}

/** Keys the photos of the queue will have, as they stand on the device's disk. */
export const queuedKeys = (screen: Screen): Promise<string[]> =>
  screen.driver.evaluate<string[]>(
    `(${readJobs})().then((jobs) => jobs.flatMap(({ photos }) => photos.map(({ mediaUrl }) => mediaUrl)))`,
  );

/** Waits until exactly these photos are public besides `before`, each with its original; gives them. */
export async function untilWhole(origin: string, before: readonly Photo[], keys: readonly string[]): Promise<Photo[]> {
  const known = new Set(before.map(({ media_url }) => media_url));
  let photos: Photo[] = [];
  const wholeOnes = async () => {
    photos = (await photosOf(origin, CLUB, FAN.sub)).filter(({ media_url }) => !known.has(media_url));
    return photos
      .map(({ media_url, original_pending }) => (original_pending ? `${media_url}, its original to come` : media_url))
      .sort();
  };
  await expect.poll(wholeOnes, { timeout: 120_000 }).toEqual([...keys].sort());
  return photos;
}
