/** What a device remembers of its fan (ACC-13, ROL-06): what is changed on another device, in another tab or in another club shows here. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { permission, rules } from '../../src/messages/jaAccount.ts';
import { measurements } from '../../src/messages/jaMeasurements.ts';
import { postForm, postWindow } from '../../src/messages/jaPost.ts';
import { notification, profile } from '../../src/messages/jaSettings.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { suspension } from '../../src/messages/jaSuspension.ts';
import { tenants } from '../../tenants/index.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import {
  demoFan,
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  signIn,
  signUpAndAgree,
  submitForKeys,
} from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
const phones: Phone[] = [];
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close();
});

async function openDevice(): Promise<Phone> {
  const phone = await openPhone({ hasWorker: false });
  phones.push(phone);
  return phone;
}
const partyOf = (club: string) => tenants.find(({ id }) => id === club)?.partyLabel ?? '';
const settingsUrl = (club: string, tab: string) => `${product.url}/common/settings.html?t=${club}&tab=${tab}`;

/** The fan comes back to the app after more than five minutes. */
const comeBack = (page: Page) =>
  page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 6 * 60_000;
    document.dispatchEvent(new Event('visibilitychange'));
  });

async function publishedPermissions(club: string, keys: readonly string[]): Promise<(boolean | undefined)[]> {
  const key = await (await fetch(`${product.url}/config.json`)).json();
  return Promise.all(
    keys.map(async (mediaUrl) => {
      const query = `media_url=${encodeURIComponent(Buffer.from(mediaUrl).toString('base64'))}`;
      const headers = { 'x-api-key': key.apiKey, 'x-api-tenant': club };
      const answer = await fetch(`${product.url}/f/media/public/list/item?${query}`, { headers });
      return (await answer.json()).list?.[0]?.usepermit;
    }),
  );
}

test('ROL-06a TEN-10d permission accepted in one club is asked for in the next, and permits nothing there', {
  tag: '@core',
}, async () => {
  const { page } = await openDevice();
  const files = await lightPictures(2);
  await signUpAndAgree(page, product.url, product, newFan());
  await page.goto(product.url + galleryUrl());
  await openPostForm(page);
  await expect(page.getByRole('switch', { name: postForm.permission(partyOf(CLUB)) })).toBeChecked();
  await pickPhotos(page, files.slice(0, 1));
  const permitted = await submitForKeys(page);
  await expect.poll(() => publishedPermissions(CLUB, permitted)).toEqual([true]);

  await page.goto(product.url + galleryUrl(LEAGUE));
  await page.getByRole('checkbox', { name: rules.agree }).check();
  await page.getByRole('button', { name: rules.submit }).click();
  await expect(page).toHaveURL(new RegExp(`/${LEAGUE}/gallery\\.html`));
  await page.goto(settingsUrl(LEAGUE, 'profile'));
  await expect(page.getByText(profile.permissionState.no(partyOf(LEAGUE)))).toBeVisible();
  await page.goto(product.url + galleryUrl(LEAGUE));
  await page.getByRole('button', { name: shell.post, exact: true }).first().click();
  await page.getByRole('button', { name: postWindow.photo }).click();
  const question = page.getByRole('dialog', { name: permission.title });
  await question.getByRole('button', { name: '閉じる', exact: true }).last().click();
  // Once an opening (ROL-06d), and the switch is off.
  const toggle = page.getByRole('switch', { name: postForm.permission(partyOf(LEAGUE)) });
  await expect(toggle).not.toBeChecked();
  await expect(question).toBeHidden();
  await pickPhotos(page, files.slice(1));
  const kept = await submitForKeys(page);
  await expect.poll(() => publishedPermissions(LEAGUE, kept)).toEqual([false]);
});

test('ROL-06c a withdrawal on another device shows here, also for earlier photos, with its record', async () => {
  const [here, other] = [await openDevice(), await openDevice()];
  const fan = newFan();
  await signUpAndAgree(here.page, product.url, product, fan);
  await here.page.goto(product.url + galleryUrl());
  await openPostForm(here.page);
  await pickPhotos(here.page, await lightPictures(1));
  const keys = await submitForKeys(here.page);
  await expect.poll(() => publishedPermissions(CLUB, keys)).toEqual([true]);
  await here.page.goto(settingsUrl(CLUB, 'profile'));
  await expect(here.page.getByText(profile.permissionState.yes(partyOf(CLUB)))).toBeVisible();

  await signIn(other.page, product.url, fan);
  await other.page.goto(settingsUrl(CLUB, 'profile'));
  await other.page.getByRole('button', { name: profile.changePermission }).click();
  const dialog = other.page.getByRole('dialog', { name: permission.title });
  await dialog.getByRole('checkbox', { name: permission.checkbox(partyOf(CLUB)) }).uncheck();
  await dialog.getByRole('checkbox', { name: permission.earlierPosts }).check();
  await dialog.getByRole('button', { name: permission.register }).click();
  await expect(other.page.getByText(permission.changed)).toBeVisible();
  expect(await publishedPermissions(CLUB, keys)).toEqual([false]);

  await comeBack(here.page);
  await expect(here.page.getByText(profile.permissionState.no(partyOf(CLUB)))).toBeVisible();
  await here.page.getByText(profile.consents.title).click();
  const records = here.page
    .getByRole('list')
    .filter({ hasText: profile.consents.earlier(1) })
    .getByRole('listitem');
  await expect(records).toContainText([profile.consents.earlier(1), profile.consents.settings(true)]);
});

/** Values that are no part of the session: kept in local storage, IndexedDB or the query cache. */
interface Remembered {
  readonly name: string;
  readonly path: (player: string) => string;
  /** Changes it on the page of `path`. */
  readonly change: (page: Page, isOn: boolean) => Promise<void>;
  readonly isOn: (page: Page) => Promise<boolean>;
  /** The device's alone: another one keeps its own. */
  readonly isOfDevice?: true;
}
const setSwitch = (name: string) => ({
  // A switch shows its new place a moment after the press.
  change: async (page: Page, isOn: boolean) => {
    const toggle = page.getByRole('switch', { name });
    if ((await toggle.isChecked()) !== isOn) await toggle.click();
    await expect(toggle).toBeChecked({ checked: isOn });
  },
  isOn: (page: Page) => page.getByRole('switch', { name }).isChecked(),
});
const star = (page: Page) => page.getByRole('main').locator('button[data-named][aria-pressed]').first();
const rows: readonly Remembered[] = [
  {
    name: 'favourite players',
    path: (player) => `/${CLUB}/player-detail.html?p=${encodeURIComponent(player)}`,
    change: async (page, isOn) => {
      if ((await star(page).getAttribute('aria-pressed')) !== String(isOn)) await star(page).click();
    },
    isOn: async (page) => (await star(page).getAttribute('aria-pressed')) === 'true',
  },
  {
    name: 'notice settings',
    path: () => `/common/settings.html?t=${CLUB}&tab=notification`,
    ...setSwitch(notification.kinds.player[0]),
  },
  {
    name: 'measurement',
    path: () => `/common/settings.html?t=${CLUB}&tab=account`,
    ...setSwitch(measurements.label),
    isOfDevice: true,
  },
];

/**
 * Everything a page keeps in local storage and among the settings of its database, with what keeps it right when it is changed elsewhere.
 * A key that is not here fails the test below: whoever adds one says why it may be believed.
 */
const KEPT: readonly (readonly [key: RegExp, why: string])[] = [
  [/^USER_(?:ID|NAME|PERMISSION|SUSPENSION)$/, 'renewed by getAccountState; by fan and tenant'],
  [/^(?:login_tenant|tenant_id)$/, 'decides nothing'],
  [/^favorite_players$/, 'joined with the account at each start and return; by fan and tenant'],
  [/^recent_players$/, 'of posts made on this device; by fan and tenant'],
  [/^push$/, 'compared with browser and server at each start'],
  [/^unread$/, 'asked at each start; by fan and tenant'],
  [
    /^(?:posting_rules_told|post_told|bookmark_told|arrivals-told)$/,
    'what this device has told its fan; by fan or post',
  ],
  [/^(?:photoSize|shortcuts|outbox-notify|measures|send-rules|analytics_client)$/, 'a choice of the device, no fan’s'],
  [/^(?:born|waiting-photos)$/, 'whether the browser deleted this database, and what waited in it (QUE-05a)'],
  [/^(?:install|home|kept|system-fetch)/, 'what was seen or kept on the device, no fan’s'],
];
const keptKeys = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((done, fail) => {
        const opening = indexedDB.open('fan-photo');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('settings').objectStore('settings').getAllKeys();
          all.onerror = () => fail(all.error);
          all.onsuccess = () => {
            opening.result.close();
            done([...Object.keys(localStorage), ...all.result.map(String)]);
          };
        };
      }),
  );

test('ACC-13c favourites, notice settings and measurement: two devices, two tabs, value by value', async () => {
  const [here, other] = [await openDevice(), await openDevice()];
  for (const { page } of [here, other]) await signIn(page, product.url, demoFan('fan'));
  const player = await firstPlayer(here.page);
  const tab = await newTab(here.context);
  for (const { name, path, change, isOn, isOfDevice } of rows) {
    await test.step(name, async () => {
      const url = product.url + path(player);
      for (const page of [here.page, tab, other.page]) await page.goto(url);
      await expect.poll(() => isOn(other.page).catch(() => null)).not.toBeNull();
      const before = await isOn(here.page);
      await change(other.page, !before);
      await expect.poll(() => isOn(other.page)).toBe(!before);
      if (isOfDevice) {
        await comeBack(here.page);
        await change(here.page, !before);
      } else
        await expect(async () => {
          // The other device's change may still be on its way to the server.
          await comeBack(here.page);
          await expect.poll(() => isOn(here.page), { timeout: 3_000 }).toBe(!before);
        }).toPass();
      await expect.poll(() => isOn(here.page)).toBe(!before);
      await change(here.page, before);
      await expect.poll(() => isOn(tab)).toBe(before);
    });
  }
  const keys = await keptKeys(here.page);
  expect(keys).toEqual(expect.arrayContaining(['USER_ID', 'favorite_players', 'measures']));
  expect(keys.filter((key) => !KEPT.some(([known]) => known.test(key)))).toEqual([]);
});

test('OPR-03b ACC-13c a suspension reaches a page that was open, in its club alone', async () => {
  const here = await openDevice();
  await signIn(here.page, product.url, demoFan('fan'));
  const userId = await here.page.evaluate(() => localStorage.getItem('USER_ID') ?? '');
  await product.admin('users', 'suspend', userId, '-t', CLUB, '--reason', '迷惑な投稿');
  const choices = here.page.getByRole('dialog', { name: postWindow.title });
  const open = () => here.page.getByRole('button', { name: shell.post, exact: true }).first().click();
  await open();
  await expect(choices.getByText(suspension.reason('迷惑な投稿'))).toBeVisible();
  await here.page.goto(product.url + galleryUrl(LEAGUE));
  await open();
  await expect(choices.getByRole('button', { name: postWindow.photo })).toBeVisible();
  await expect(choices.getByText(suspension.title)).toHaveCount(0);
});

async function newTab(context: BrowserContext): Promise<Page> {
  return context.newPage();
}
async function firstPlayer(page: Page): Promise<string> {
  await page.goto(`${product.url}/${CLUB}/`);
  const link = page.locator('a[href*="player-detail.html?p="]').first();
  return new URL((await link.getAttribute('href')) ?? '', product.url).searchParams.get('p') ?? '';
}
