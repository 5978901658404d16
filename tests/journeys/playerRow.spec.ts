/** The post form's row of players: who stands in it, and that nothing moves under a finger. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { NAMES_PATIENCE_MS } from '../../src/features/post/playerRow.ts';
import { favorites, players as texts } from '../../src/messages/jaPlayers.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { tenants } from '../../tenants/index.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import {
  demoFan,
  galleryUrl,
  openPostForm,
  pickPhotos,
  playerRow,
  signIn,
  submitPost,
  tapUntil,
  untilPrepared,
} from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { stopTimersOf } from './support/timers.ts';

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  phone = await openPhone({ hasWorker: false });
});
test.afterEach(() => phone.close());

/** How much of its right end a row fades (PlayerSelector.module.css), in CSS pixels. */
const FADE = 28;

const labelOf = (club: string) => tenants.find(({ id }) => id === club)?.config.playerlabel ?? '';
const formOf = (page: Page) => page.getByRole('dialog', { name: postForm.title });
const chipsOf = (row: Locator) => row.locator('[data-player]');
const namesOf = (row: Locator) =>
  chipsOf(row).evaluateAll((all: HTMLElement[]) => all.map((one) => one.dataset.player));
const allButton = (row: Locator, club = CLUB) => row.getByRole('button', { name: texts.allOf(labelOf(club)) });

/** Where everything in the form stands now; asked again, where the same things stand then. */
async function placesOf(form: Locator): Promise<() => Promise<number[][]>> {
  const parts = await form.evaluateHandle((element) => [
    // The card of a post that has arrived comes and goes over the form.
    ...element.querySelectorAll(':is(button, textarea, input, select, li):not([popover] *)'),
  ]);
  return () => parts.evaluate((all) => all.map((one) => Object.values(one.getBoundingClientRect().toJSON())));
}

/** Makes somebody a favourite on their page. */
async function makeFavorite(page: Page): Promise<string> {
  await page.goto(`${product.url}/${CLUB}/`);
  await page
    .getByRole('region', { name: texts.from(labelOf(CLUB)) })
    .getByRole('link')
    .nth(4)
    .tap();
  const star = page.getByRole('main').getByRole('button', { name: /を推しにする$/, pressed: false });
  await star.tap();
  const name = new URL(page.url()).searchParams.get('p') ?? '';
  await expect(page.getByRole('button', { name: favorites.add(name), pressed: true })).toBeVisible();
  return name;
}

test('FAN-03c favourites, those chosen last, those of the match, all; a press or late names move nothing', async () => {
  const { page } = phone;
  await signIn(page, product.url, demoFan('fan'));
  const favorite = await makeFavorite(page);
  await page.goto(product.url + galleryUrl());
  await openPostForm(page);
  const row = playerRow(page);
  await pickPhotos(page, await lightPictures(1));
  await untilPrepared(page, 1);
  expect((await namesOf(row))[0]).toBe(favorite);
  const recent = (await namesOf(row)).at(-1) ?? '';
  const lastOne = row.locator(`[data-player="${recent}"]`);
  await lastOne.tap();
  await expect(lastOne).toHaveAttribute('aria-pressed', 'true');
  await submitPost(page);

  // However slow this machine: the names do not come late.
  await stopTimersOf(page, NAMES_PATIENCE_MS);
  await page.goto(product.url + galleryUrl());
  let answer = () => {};
  const asked = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(/\/f\/event\/item\/[^/]+\/persons/, async (route) => {
    await asked;
    await route.continue();
  });
  const shown = page.waitForResponse(/\/f\/event\/item\/[^/]+\/persons/);
  await openPostForm(page);
  const form = formOf(page);
  await expect(chipsOf(row)).toHaveCount(2);
  await expect(row).toHaveAttribute('aria-busy', 'true');
  const message = form.locator('textarea').first();
  const [before, height] = [await message.boundingBox(), (await row.boundingBox())?.height];
  answer();
  const list: { name: string }[] = (await (await shown).json()).list;
  await expect(row).toHaveAttribute('aria-busy', 'false');
  const names = await namesOf(row);
  const others = list.map(({ name }) => name).filter((name) => name !== favorite && name !== recent);
  expect(names.slice(0, 2 + others.length)).toEqual([favorite, recent, ...others]);
  expect([await message.boundingBox(), (await row.boundingBox())?.height]).toEqual([before, height]);

  await test.step('the last one is cut by the edge, all are large enough for a thumb', async () => {
    const list = (await row.getByRole('list').boundingBox()) ?? { x: 0, width: 0 };
    const edge = list.x + list.width;
    const boxes = await chipsOf(row).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect(boxes.some(({ left, right }) => left < edge - 10 && right > edge - FADE)).toBe(true);
    expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  });

  const places = await placesOf(form);
  const still = await places();
  for (const index of [0, 1, 0]) {
    const chip = chipsOf(row).nth(index);
    const isOn = (await chip.getAttribute('aria-pressed')) === 'true';
    await chip.tap();
    await expect(chip).toHaveAttribute('aria-pressed', String(!isOn));
    expect(await places()).toEqual(still);
  }
  expect(await namesOf(row)).toEqual(names);

  await test.step('the whole list finds the 14 by number; the row keeps its order and shows who was chosen', async () => {
    await allButton(row).tap();
    const sheet = page.getByRole('dialog', { name: texts.allOf(labelOf(CLUB)) });
    await expect(sheet.getByRole('group').first()).toHaveAccessibleName(favorites.mark);
    await sheet.getByRole('searchbox', { name: postForm.searchPlayers(labelOf(CLUB)) }).fill('１４');
    const found = sheet.locator('[data-player]');
    await expect(found).toHaveCount(1);
    await expect(found).toHaveText(/^14/);
    const fourteen = (await found.getAttribute('data-player')) ?? '';
    await tapUntil(
      () => found.tap(),
      async () => (await found.getAttribute('aria-pressed')) === 'true',
    );
    await expect(sheet.getByRole('status').filter({ hasText: postForm.chosen(2) })).toBeVisible();
    await sheet.getByRole('button', { name: postForm.playersChosen }).tap();
    await expect(sheet).toHaveCount(0);
    expect((await namesOf(row)).slice(0, names.length)).toEqual(names);
    const chip = row.locator(`[data-player="${fourteen}"]`);
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expect(chip).toBeInViewport();
    await expect(form, 'the step back of the sheet leaves the form open').toBeVisible();
  });
});

test('FAN-03c PST-04a in a league a chip tells number and team, and a chosen team leaves its own', async () => {
  const { page } = phone;
  await signIn(page, product.url, demoFan('fan'), LEAGUE);
  await openPostForm(page);
  const row = playerRow(page, LEAGUE);
  await expect(row).toHaveAttribute('aria-busy', 'false');
  const teams = await formOf(page).getByRole('combobox', { name: postForm.team }).locator('option').allTextContents();
  const ofTeam = new RegExp(`^(${favorites.mark})?\\d+.+(${teams.slice(1).join('|')})$`);
  for (const text of nonEmpty(await chipsOf(row).allTextContents())) expect(text).toMatch(ofTeam);
  const first = chipsOf(row).first();
  const name = (await first.getAttribute('data-player')) ?? '';
  await first.tap();
  const own = teams.at(-1) ?? '';
  await formOf(page).getByRole('combobox', { name: postForm.team }).selectOption({ label: own });
  const ofOthers = () => chipsOf(row).filter({ hasNotText: name }).filter({ hasNotText: own });
  await expect(ofOthers()).toHaveCount(0);
  await expect(chipsOf(row).filter({ hasText: own })).not.toHaveCount(0);
  await expect(row.locator(`[data-player="${name}"]`), 'chosen ones stay').toHaveAttribute('aria-pressed', 'true');
  await allButton(row, LEAGUE).tap();
  const sheet = page.getByRole('dialog', { name: texts.allOf(labelOf(LEAGUE)) });
  await expect(sheet.getByRole('group')).toHaveCount(1);
  await expect(sheet.getByRole('group')).toHaveAccessibleName(own);
});
