/**
 * A stadium's screen from the key at the desk to the quiet end: approval, removal, no network, revocation. How soon things happen is
 * measured in tests/operations/edgeWall.test.ts.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import { staffWall } from '../../src/messages/jaStaffWall.ts';
import { wallScreen } from '../../src/messages/jaWall.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import { demoFan, signIn } from './support/fan.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

let product: Product;
let browser: Browser;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** The event of which the demo's fan has most photos that the club may use. */
async function fansEvent() {
  const own = nonEmpty(
    (await photosOf(product.url, CLUB)).filter(({ user_id, usepermit }) => user_id === demoLogins.fan.sub && usepermit),
  );
  return own[0]?.event_id ?? '';
}

async function openRemote(staff: Page, eventId: string) {
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(`${product.url}/${CLUB}/staff/wall.html?e=${eventId}`);
  const remote = staff.getByRole('region', { name: staffWall.remote });
  await expect(remote).toBeVisible();
  return remote;
}

/** Makes a key and returns its address, as staff copy it. */
async function makeKey(remote: ReturnType<Page['getByRole']>, name: string) {
  await remote.getByRole('textbox', { name: staffWall.keyName }).fill(name);
  await remote.getByRole('button', { name: staffWall.addKey }).click();
  const address = remote.getByRole('textbox', { name: staffWall.newKey(name) });
  await expect(address).toBeVisible();
  return address.inputValue();
}

/** A kiosk's browser: nobody is signed in. */
async function openScreen(address: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion });
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByRole('main', { name: wallScreen.label })).toBeVisible();
  return page;
}
const photosOn = (screen: Page) => screen.getByRole('img', { name: new RegExp(wallScreen.photoOf('')) });

test('WAL-01b WAL-02b a permitted photo waits, is approved, shown, hidden and gone', {
  tag: '@core',
}, async () => {
  const eventId = await fansEvent();
  const staff = await person();
  const remote = await openRemote(staff, eventId);
  const address = await makeKey(remote, '場内');
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(staff)).toEqual([]);
  const screen = await openScreen(address);
  // The page says nothing of the key, and photos wait for staff.
  await expect(screen.getByText(wallScreen.empty)).toBeVisible();
  await expect(photosOn(screen)).toHaveCount(0);
  expect(await violationsOf(screen)).toEqual([]);

  const chosen = staff.waitForRequest((request) => request.url().endsWith('/f/staff/wall/photo'));
  await remote.getByRole('button', { name: staffWall.approve, exact: true }).tap();
  const { media_url } = (await chosen).postDataJSON() as { media_url: string };
  await expect(photosOn(screen)).toHaveCount(1);
  await expect(screen.getByRole('img', { name: wallScreen.qr })).toBeVisible();

  await test.step('WAL-02b a moderator hides the photo that is shown', async () => {
    await product.admin('photo', 'hide', '-t', CLUB, media_url, '--reason', 'test');
    await expect(photosOn(screen)).toHaveCount(0);
  });

  await test.step('WAL-04c a swipe rejects, a key approves, and the last decision is taken back', async () => {
    const waiting = async () =>
      Number(/\d+/.exec((await remote.getByRole('heading').first().textContent()) ?? '')?.[0]);
    const before = await waiting();
    expect(before).toBeGreaterThan(2);
    const photo = remote.locator('figure [data-card]');
    await photo.scrollIntoViewIfNeeded();
    const box = await photo.boundingBox();
    if (!box) throw new Error('nothing to swipe');
    await staff.mouse.move(box.x + 200, box.y + 60);
    await staff.mouse.down();
    await staff.mouse.move(box.x + 60, box.y + 60, { steps: 4 });
    await staff.mouse.up();
    await expect.poll(waiting).toBe(before - 1);
    await remote.getByRole('button', { name: staffWall.undo }).tap();
    await expect.poll(waiting).toBe(before);
    await remote.focus();
    await staff.keyboard.press('a');
    await expect.poll(waiting).toBe(before - 1);
    await expect(photosOn(screen)).toHaveCount(1);
  });

  await test.step('WAL-04a blackout and board reach the screen', async () => {
    await remote.getByRole('button', { name: staffWall.blackout }).tap();
    await expect(photosOn(screen)).toHaveCount(0);
    await remote.getByRole('button', { name: staffWall.light }).tap();
    await expect(photosOn(screen)).toHaveCount(1);
    await remote.getByRole('textbox', { name: staffWall.board }).fill('ハーフタイム');
    await remote.getByRole('button', { name: staffWall.saveBoard }).tap();
    await expect(screen.getByText('ハーフタイム')).toBeVisible();
  });

  await test.step('WAL-01c the key is revoked', async () => {
    await remote.getByRole('button', { name: staffWall.revokeOf('場内') }).tap();
    await staff.getByRole('dialog').getByRole('button', { name: staffWall.revoke }).tap();
    await expect(photosOn(screen)).toHaveCount(0);
    await expect(screen.getByText('ハーフタイム')).toHaveCount(0);
  });
  expect(await product.admin('log', '-t', CLUB)).toContain('wall revoke-key');
});

test('WAL-05a WAL-05b without network the screen plays on, starts again, and recovers by itself', async () => {
  const eventId = await fansEvent();
  const staff = await person({ viewport: { width: 1440, height: 900 }, isMobile: false });
  const remote = await openRemote(staff, eventId);
  const address = await makeKey(remote, '屋外');
  await remote.getByRole('combobox', { name: staffWall.approval }).selectOption('no');
  const screen = await openScreen(address, 'reduce');
  await expect(photosOn(screen)).toHaveCount(1);
  await screen.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The worker has the page once it was told of it, and the pictures are there.
  await expect
    .poll(() =>
      screen.evaluate(async () => {
        const pictures = (await (await caches.open('wall')).keys()).length;
        return pictures > 2 && (await caches.match(location.href)) !== undefined;
      }),
    )
    .toBe(true);
  await screen.context().setOffline(true);
  const first = await photosOn(screen).getAttribute('src');
  await expect.poll(() => photosOn(screen).getAttribute('src')).not.toBe(first);
  await screen.reload();
  await expect(photosOn(screen)).toHaveCount(1);
  // Nothing on the screen tells of it: no notice, no pointer, nothing to scroll (WAL-05d).
  const signs = screen.getByRole('alert').or(screen.getByRole('dialog')).or(screen.getByRole('status'));
  await expect(signs).toHaveCount(0);
  const look = () => {
    const { cursor, overflow } = getComputedStyle(document.documentElement);
    return { cursor, overflow };
  };
  expect(await screen.evaluate(look)).toEqual({ cursor: 'none', overflow: 'hidden' });
  await screen.context().setOffline(false);
  await remote.getByRole('button', { name: staffWall.blackout }).click();
  await expect(photosOn(screen)).toHaveCount(0);
});
