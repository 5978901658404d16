/** What a fan does, by the words on the screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSWORD, demoLogins, demoStaff } from '../../../demo/content/people.ts';
import { activation, login, rules, signUp } from '../../../src/messages/jaAccount.ts';
import { waitingPhotos } from '../../../src/messages/jaPending.ts';
import { postForm, postWindow } from '../../../src/messages/jaPost.ts';
import { shell } from '../../../src/messages/jaShell.ts';
import { tenants } from '../../../tenants/index.ts';
import { CLUB } from '../../support/tenants.ts';
import { filledProduct } from './filled.ts';
import type { Product } from './product.ts';

export const PASSWORD = 'Stadium2026';

export interface NewFan {
  readonly email: string;
  readonly password: string;
  readonly nickname: string;
}
let fans = 0;
export const newFan = (nickname = 'ゴール裏の太郎'): NewFan => {
  fans += 1;
  return { email: `fan-${process.pid}-${fans}@example.jp`, password: PASSWORD, nickname };
};

/** Somebody of the demo content: a fan, or staff of every club. */
export function demoFan(who: keyof typeof demoLogins | keyof typeof demoStaff) {
  const { email } = { ...demoLogins, ...demoStaff }[who];
  return { email, password: filledProduct()?.passwords[email] ?? DEMO_PASSWORD };
}

export const galleryUrl = (club = CLUB): string => `/${club}/gallery.html`;

/** Sign-up → code → rules of the club (ACC-04, ACC-08). Ends on the club's home, or on what is said to a new fan first. */
export async function signUpAndAgree(
  page: Page,
  origin: string,
  product: Product,
  fan: NewFan,
  club = CLUB,
): Promise<void> {
  await page.goto(`${origin}/common/create-account.html?t=${club}`);
  await page.getByLabel(signUp.nickname, { exact: false }).fill(fan.nickname);
  await page.getByLabel(signUp.email, { exact: false }).fill(fan.email);
  await page.getByRole('textbox', { name: signUp.password }).fill(fan.password);
  await page.getByRole('button', { name: signUp.submit }).click();
  await expect(page.getByRole('heading', { level: 1, name: activation.title })).toBeVisible();
  await page.getByLabel(activation.code, { exact: true }).fill(await product.codeFor(fan.email));
  await page.getByRole('checkbox', { name: rules.agree }).check();
  await page.getByRole('button', { name: rules.submit }).click();
  // A new fan is shown the service first, where the club has such a page.
  await expect(page).toHaveURL(new RegExp(`/${club}/$|/tutorial\\.html`));
}

/** A new fan on the gallery of the club, with the worker in control: from here on it opens with no network. */
export async function arriveAsFan(page: Page, origin: string, product: Product, fan: NewFan): Promise<void> {
  await signUpAndAgree(page, origin, product, fan);
  await page.goto(origin + galleryUrl());
  await untilWorkerControls(page);
}

/** Fills the open login modal and waits until it is gone. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  const modal = page.getByRole('dialog', { name: login.title });
  await modal.getByLabel(login.email).fill(email);
  await modal.getByRole('textbox', { name: login.password }).fill(password);
  await modal.getByRole('button', { name: login.submit, exact: true }).click();
  await expect(modal).toBeHidden({ timeout: 30_000 });
}

/** Signs a known fan in on the gallery of a club. */
export async function signIn(
  page: Page,
  origin: string,
  fan: Pick<NewFan, 'email' | 'password'>,
  club = CLUB,
): Promise<void> {
  await page.goto(origin + galleryUrl(club));
  await page
    .getByRole('button', { name: new RegExp(`^(${shell.login}|${shell.join})$`) })
    .first()
    .click();
  await fillLogin(page, fan.email, fan.password);
  // The modal's own history entry goes a moment later, unless the next one takes it: a page asked for meanwhile would be dropped.
  await page.waitForFunction(
    () => history.state?.kind !== 'overlay' || document.querySelector('dialog[open]') !== null,
  );
}

/**
 * Taps until `isDone`: a tap right after something opened under the finger is taken for the second tap of a double tap. On a slow
 * machine a tap shows late: it is not made twice.
 */
export async function tapUntil(tap: () => Promise<void>, isDone: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if (!(await isDone())) await tap();
    await expect.poll(isDone, { timeout: 2_000 }).toBe(true);
  }).toPass();
}

/** Two taps as quick as a finger's, by the times they carry: a busy machine hands them over later than a double tap may take. */
export async function tapTwice(page: Page, x: number, y: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const now = Date.now() / 1_000;
  for (const [type, at] of [
    ['touchStart', 0],
    ['touchEnd', 0.03],
    ['touchStart', 0.12],
    ['touchEnd', 0.15],
  ] as const)
    await devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [{ x, y }] : [],
      timestamp: now + at,
    });
  await devTools.detach();
}

/** Opens the post form from wherever the fan is. */
export async function openPostForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: shell.post, exact: true }).first().click();
  await page.getByRole('button', { name: postWindow.photo }).click();
  const permission = page.getByRole('button', { name: '承諾する', exact: true });
  const form = page.getByRole('dialog', { name: postForm.title });
  const event = form.getByRole('combobox', { name: postForm.event });
  await expect(permission.or(event).first()).toBeVisible();
  if (!(await event.isVisible())) await permission.click();
  await expect(event).toBeVisible();
}

export interface Picked {
  readonly message?: string;
  readonly tags?: string;
  /** Part of the event's name; the first of the list if not given. */
  readonly event?: string;
}

/** Fills the open form. Does not wait for the preparation unless told to. */
export async function pickPhotos(page: Page, files: readonly string[], picked: Picked = {}): Promise<void> {
  const form = page.getByRole('dialog', { name: postForm.title });
  const events = form.getByRole('combobox', { name: postForm.event });
  if (picked.event !== undefined) {
    const value = await events.locator('option', { hasText: picked.event }).first().getAttribute('value');
    await events.selectOption(value);
  } else if ((await events.inputValue()) === '') await events.selectOption({ index: 1 });
  await form.getByLabel(postForm.choosePhotos).setInputFiles([...files]);
  if (picked.message !== undefined) await form.locator('textarea').first().fill(picked.message);
}

/** The open form's row of players. */
export function playerRow(page: Page, club = CLUB): Locator {
  const label = tenants.find(({ id }) => id === club)?.config.playerlabel;
  return page.getByRole('dialog').getByRole('group', { name: new RegExp(`^${label}`) });
}

/** Waits until every photo in the form says that it is ready. */
export async function untilPrepared(page: Page, count: number): Promise<void> {
  const ready = page.getByRole('button', { name: new RegExp(`枚目 .* ${postForm.states.ready}$`) });
  await expect(ready).toHaveCount(count, { timeout: 180_000 });
}

/** Presses 「投稿する」 and waits for the word that the photos are safe. */
export async function submitPost(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: postForm.title })
    .getByRole('button', { name: '投稿する', exact: true })
    .click();
  await expect(
    page.getByRole('dialog', { name: postForm.savedTitle }).or(page.getByText('写真の投稿が完了しました。')).first(),
  ).toBeVisible();
}

/** As `submitPost`. Gives the keys of this post's photos. */
export async function submitForKeys(page: Page): Promise<string[]> {
  const before = new Set(await queuedKeys(page));
  await submitPost(page);
  return (await queuedKeys(page)).filter((key) => !before.has(key));
}

interface StoredJob {
  readonly id: string;
  readonly userId: string;
  readonly state: string;
  readonly error: string | null;
  readonly photos: readonly { readonly mediaUrl: string; readonly step: string }[];
}

/** Evaluated in the page: the queue as it stands on the device's disk. */
export const readJobs = (): Promise<StoredJob[]> =>
  new Promise<StoredJob[]>((done, fail) => {
    const opening = indexedDB.open('fan-photo');
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction('jobs').objectStore('jobs').getAll();
      all.onerror = () => fail(all.error);
      all.onsuccess = () => {
        opening.result.close();
        done(all.result);
      };
    };
  });

export const storedJobs = (page: Page): Promise<StoredJob[]> => page.evaluate(readJobs);

export const pendingCards = (page: Page) => page.getByRole('region', { name: waitingPhotos.pendingTitle });

/** sub of the signed-in fan, from the device's store. */
export async function userIdOf(page: Page): Promise<string> {
  const jobs = await storedJobs(page);
  const first = jobs[0];
  if (!first) throw new Error('nothing is queued');
  return first.userId;
}

export const queuedKeys = async (page: Page): Promise<string[]> =>
  (await storedJobs(page)).flatMap(({ photos }) => photos.map(({ mediaUrl }) => mediaUrl));

/** The worker has installed and controls the page: from now on the product opens with no network. */
export async function untilWorkerControls(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 120_000,
  });
}
