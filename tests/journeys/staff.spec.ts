/** The staff's desk: a fan reports, a moderator decides on a phone, an owner runs the team. */
import { expect, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import { noticesPath, photoPath } from '../../src/contract/workerPaths.ts';
import { ui } from '../../src/messages/ja.ts';
import { errorText } from '../../src/messages/jaErrors.ts';
import { reporterNotice } from '../../src/messages/jaModeration.ts';
import { pageTexts } from '../../src/messages/jaPages.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { reportReasons, report as reportTexts } from '../../src/messages/jaReports.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { photoReport } from '../../src/messages/jaSocial.ts';
import {
  decisionNames,
  desk,
  passwordAgain,
  reportsPage,
  staffPageNames,
  staffRoleNames,
  teamPage,
} from '../../src/messages/jaStaff.ts';
import { logPage, nameOfAct } from '../../src/messages/jaStaffLog.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { DEMO_DESK } from './support/demoDesk.ts';
import { demoFan, newFan, signIn, signUpAndAgree } from './support/fan.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

let product: Product;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const OFFICE = { viewport: { width: 1440, height: 900 }, isMobile: false };
const staffUrl = (page = '') => `${product.url}/${CLUB}/staff/${page}`;

/** Photos of the demo by fans who are no demo logins: nobody of this file is their author. */
async function othersPhotos() {
  const own: readonly string[] = Object.values(demoLogins).map(({ sub }) => sub);
  return nonEmpty((await photosOf(product.url, CLUB)).filter(({ user_id }) => !own.includes(user_id)));
}

const isListed = async (mediaUrl: string) =>
  (await photosOf(product.url, CLUB)).some(({ media_url }) => media_url === mediaUrl);

/** What a fan writes who reports a photo, besides a tag. */
const WORDS = 'わたしの写真です';

async function reportPhoto(fan: Page, mediaUrl: string): Promise<void> {
  await fan.goto(product.url + photoPath(CLUB, mediaUrl));
  const detail = fan.getByRole('dialog').first();
  await detail.getByRole('button', { name: photoReport.menu, exact: true }).click();
  await detail.getByRole('button', { name: /さんの写真を報告する$/ }).click();
  const form = fan.getByRole('dialog', { name: reportTexts.photoTitle });
  await form.getByRole('radio', { name: reportReasons.copyright }).check();
  await form.getByRole('textbox', { name: reportTexts.text }).fill(`<img src=x onerror=alert(1)>${WORDS}`);
  await form.getByRole('button', { name: reportTexts.action }).click();
  await expect(fan.getByText(reportTexts.done)).toBeVisible();
  await fan.getByRole('dialog', { name: ui.result }).getByRole('button', { name: ui.ok }).click();
}

const menuEntry = (page: Page) =>
  page.getByRole('dialog', { name: shell.menu }).getByRole('link', { name: /^スタッフ/ });

/** Controls of the desk smaller than a thumb. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, a, select, input:not([type=radio]))')]
      .map((element) => ({ name: element.textContent || element.tagName, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );

test('STF-02b STF-21c a reported photo is gone everywhere after five taps on a phone, within 60 s', {
  tag: '@core',
}, async () => {
  const fan = await person();
  const reporter = newFan('通報する人');
  await signUpAndAgree(fan, product.url, product, reporter);
  const [photo] = await othersPhotos();
  const mediaUrl = photo?.media_url ?? '';
  const staff = await person();
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(`${product.url}/${CLUB}/gallery.html`);
  await expect(staff.getByRole('button', { name: shell.menu }).first()).toBeVisible();
  await reportPhoto(fan, mediaUrl);
  const reportedAt = performance.now();
  await staff.reload();
  let taps = 0;
  const tap = async (target: ReturnType<Page['getByRole']>) => {
    await target.tap();
    taps += 1;
  };
  await tap(staff.getByRole('button', { name: shell.menu }).first());
  await expect(menuEntry(staff)).toHaveText(shell.staff(DEMO_DESK.cases + 1));
  await tap(menuEntry(staff));
  await expect(staff.getByRole('heading', { level: 2, name: desk.waiting(DEMO_DESK.cases + 1) })).toBeVisible();
  expect(await violationsOf(staff)).toEqual([]);
  await tap(staff.getByRole('link', { name: desk.toReports }));
  // The latest of those that wait.
  const card = staff.getByRole('article').last();
  await expect(card.locator('img')).toBeVisible();
  await expect(card.getByRole('textbox', { name: reportsPage.reason })).toHaveValue(reportReasons.copyright);
  await test.step('STF-02b STF-02c the report fits a phone, its controls a thumb, and axe finds nothing', async () => {
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await tooSmall(staff)).toEqual([]);
    expect(await violationsOf(staff)).toEqual([]);
  });
  await tap(card.getByRole('button', { name: decisionNames.remove }));
  await tap(staff.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: decisionNames.remove }));
  await expect(card.getByText(reportsPage.done(decisionNames.remove))).toBeVisible();
  expect(taps).toBeLessThanOrEqual(5);

  for (const key of photoKeys(mediaUrl))
    await expect
      .poll(async () => (await fetch(`${product.url}/s3/photos/${key}`)).status, { timeout: 60_000 })
      .toBe(404);
  await expect.poll(() => isListed(mediaUrl), { timeout: 60_000 }).toBe(false);
  await fan.goto(product.url + photoPath(CLUB, mediaUrl));
  await expect(fan.getByRole('dialog', { name: photoDetail.gone })).toBeVisible();
  // The checks of axe on the way count, too.
  const seconds = (performance.now() - reportedAt) / 1000;
  expect(seconds).toBeLessThanOrEqual(60);
  test.info().annotations.push({ type: 'removal', description: `${taps} taps, ${seconds.toFixed(1)} s` });
  await fan.goto(product.url + noticesPath(CLUB));
  const told = reporterNotice('photo', 'remove', reportReasons.copyright);
  await expect(fan.getByText(told.title)).toBeVisible();
  const log = await product.admin('log', '-t', CLUB);
  expect(log).toContain(`photo remove  ${mediaUrl}`);
  await test.step('STF-03a the words of a report are words, whatever they are', async () => {
    await card.getByRole('button', { name: reportsPage.more }).click();
    await expect(card.getByText(WORDS)).toBeVisible();
  });
});

/** Opens the reports, and gives the oldest, of a photo of the demo, with the photo's key. */
async function openOldestCase(staff: Page) {
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(staffUrl('reports.html'));
  const card = staff.getByRole('article').first();
  const href = (await card.getByRole('link', { name: reportsPage.openPhoto }).getAttribute('href')) ?? '';
  return { card, mediaUrl: new URL(href, product.url).searchParams.get('q') ?? '' };
}

test('STF-04d a decision is undone by a tap, and its case stays in its place meanwhile', async () => {
  const staff = await person(OFFICE);
  const { card, mediaUrl } = await openOldestCase(staff);
  const title = (await card.getAttribute('aria-label')) ?? '';
  await test.step('STF-02b a key decides on a desktop', async () => {
    await card.getByRole('button', { name: decisionNames.none }).focus();
    await staff.keyboard.press('2');
    await expect(card.getByText(reportsPage.done(decisionNames.hide))).toBeVisible();
  });
  expect(await isListed(mediaUrl)).toBe(false);
  // A slow line: the list that has the case again comes late.
  const line = Promise.withResolvers<void>();
  await staff.route('**/f/staff/cases?*', async (route) => {
    await line.promise;
    await route.continue();
  });
  const asked = staff.waitForRequest((request) => request.url().includes('/f/staff/cases?'));
  await card.getByRole('button', { name: reportsPage.undo }).click();
  await asked;
  await expect(card).toHaveAccessibleName(title);
  await expect(card.getByText(reportsPage.done(decisionNames.hide))).toBeVisible();
  line.resolve();
  await expect(card.getByRole('button', { name: decisionNames.hide })).toBeVisible();
  await expect.poll(() => isListed(mediaUrl)).toBe(true);
});

test('STF-04a what cannot be undone asks for the password again after an old sign-in', async () => {
  const staff = await person(OFFICE);
  const { card, mediaUrl } = await openOldestCase(staff);
  // As the server answers a sign-in of eleven minutes.
  await staff.route('**/f/staff/case/photo', (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"code":"SIGN_IN_TOO_OLD"}' }),
  );
  await card.getByRole('button', { name: decisionNames.remove }).click();
  await staff.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: decisionNames.remove }).click();
  const asking = staff.getByRole('dialog', { name: passwordAgain.title });
  await asking.getByRole('textbox', { name: passwordAgain.password }).fill('Wrong-Password-1');
  await asking.getByRole('button', { name: passwordAgain.action }).click();
  await expect(asking.getByText(passwordAgain.wrong)).toBeVisible();
  await staff.unroute('**/f/staff/case/photo');
  await asking.getByRole('textbox', { name: passwordAgain.password }).fill(demoFan('official').password);
  await asking.getByRole('button', { name: passwordAgain.action }).click();
  await expect(card.getByText(reportsPage.done(decisionNames.remove))).toBeVisible();
  expect(await isListed(mediaUrl)).toBe(false);
});

test('STF-04f the line drops during a decision: the case stays, and a second press counts once', async () => {
  const staff = await person();
  const { card, mediaUrl } = await openOldestCase(staff);
  const decision = '**/f/staff/case/decision';
  const hide = card.getByRole('button', { name: decisionNames.hide });
  // The server never hears of the first press.
  await staff.route(decision, (route) => route.abort());
  await hide.tap();
  await expect(card.getByText(errorText('NETWORK'))).toBeVisible();
  expect(await isListed(mediaUrl)).toBe(true);
  await staff.unroute(decision);
  // The answer to the second one is lost.
  await staff.route(decision, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const listedAgain = staff.waitForResponse((response) => response.url().includes('/f/staff/cases?'));
  await hide.tap();
  await expect.poll(() => isListed(mediaUrl)).toBe(false);
  await listedAgain;
  await expect(card.getByText(errorText('NETWORK'))).toBeVisible();
  await staff.unroute(decision);
  await hide.tap();
  await expect(card.getByText(reportsPage.done(decisionNames.hide))).toBeVisible();
  const log = await product.admin('log', '-t', CLUB);
  expect(log.split(`photo hide  ${mediaUrl}`)).toHaveLength(2);
});

test('STF-01c STF-01d an owner invites by mail address, changes and removes staff; the log has it all', async () => {
  const owner = await person(OFFICE);
  await signIn(owner, product.url, demoFan('official'));
  await owner.goto(staffUrl('team.html'));
  const press = newFan('広報の花子');
  await owner.getByRole('textbox', { name: teamPage.email }).fill(press.email.toUpperCase());
  await owner.getByRole('button', { name: teamPage.invite }).click();
  await expect(owner.getByText(teamPage.invited(press.email))).toBeVisible();
  const invitation = owner.getByRole('main').getByRole('listitem').filter({ hasText: press.email });
  await expect(invitation).toContainText(staffRoleNames.moderator);
  expect(await violationsOf(owner)).toEqual([]);

  const phone = await person();
  await signUpAndAgree(phone, product.url, product, press);
  await phone.goto(staffUrl());
  await expect(phone.getByRole('heading', { level: 1, name: desk.title })).toBeVisible();
  const pages = phone.getByRole('navigation', { name: desk.nav }).getByRole('link');
  await expect(pages).toHaveText([
    staffPageNames.index,
    staffPageNames.reports,
    staffPageNames.people,
    staffPageNames.inbox,
    staffPageNames.figures,
  ]);

  await owner.reload();
  const role = owner.getByRole('combobox', { name: teamPage.roleOf(press.nickname) });
  await role.selectOption('viewer');
  await expect(owner.getByText(teamPage.changed(press.nickname, staffRoleNames.viewer))).toBeVisible();
  await phone.reload();
  await expect(pages).toHaveText([staffPageNames.index, staffPageNames.figures]);

  await owner.getByRole('button', { name: teamPage.removeOf(press.nickname) }).click();
  await owner.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: teamPage.remove }).click();
  await expect(role).toHaveCount(0);
  await phone.reload();
  await expect(phone.getByRole('heading', { name: pageTexts.notFoundTitle })).toBeVisible();

  await owner.goto(staffUrl('log.html'));
  for (const act of ['staff remove', 'staff change', 'staff join', 'staff invite'])
    await expect(owner.getByText(nameOfAct(act)).first()).toBeVisible();
  await owner.getByRole('combobox', { name: logPage.kind }).selectOption('photo');
  await owner.getByRole('button', { name: logPage.filter }).click();
  await expect(owner.getByText(nameOfAct('staff remove'))).toHaveCount(0);
  expect(await violationsOf(owner)).toEqual([]);
  const saved = owner.waitForEvent('download');
  await owner.getByRole('button', { name: logPage.file }).click();
  expect((await saved).suggestedFilename()).toBe(logPage.fileName(CLUB));
});

test('STF-02a STF-01f fans and visitors find nothing at the desk, nor do staff of another tenant', async () => {
  for (const page of ['', 'reports.html', 'team.html', 'log.html', 'nothing.html'])
    expect([page, (await fetch(staffUrl(page))).status]).toEqual([page, 404]);
  const fan = await person();
  const scripts: string[] = [];
  fan.on('request', (request) => scripts.push(request.url()));
  await fan.goto(staffUrl('team.html'));
  await expect(fan.getByRole('heading', { name: pageTexts.notFoundTitle })).toBeVisible();
  await signIn(fan, product.url, demoFan('fan'));
  await fan.goto(staffUrl('team.html'));
  await expect(fan.getByRole('heading', { name: pageTexts.notFoundTitle })).toBeVisible();
  await fan.goto(`${product.url}/${CLUB}/gallery.html`);
  await fan.getByRole('button', { name: shell.menu }).first().click();
  await expect(fan.getByRole('dialog', { name: shell.menu }).getByRole('link').first()).toBeVisible();
  await expect(menuEntry(fan)).toHaveCount(0);
  expect(scripts.filter((url) => /\/f\/staff\/|StaffDesk/.test(url))).toEqual([]);
  // The official user of every demo tenant: an owner there, not elsewhere without the role.
  await product.admin('official', 'set', demoLogins.fan.sub, '-t', LEAGUE);
  const other = await person();
  await signIn(other, product.url, demoFan('official'), LEAGUE);
  await other.goto(`${product.url}/${LEAGUE}/staff/`);
  await expect(other.getByRole('heading', { name: pageTexts.notFoundTitle })).toBeVisible();
});
