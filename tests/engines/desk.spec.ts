/** What staff do at the desk on a phone, on the engine of iPhones: reports, words, people, inbox and the light table. */
import { demoLogins } from '../../demo/content/people.ts';
import { memberPath } from '../../src/contract/workerPaths.ts';
import { ui } from '../../src/messages/ja.ts';
import { reportReasons, report as reportTexts } from '../../src/messages/jaReports.ts';
import { block, photoReport } from '../../src/messages/jaSocial.ts';
import { decisionNames, inboxPage, peoplePage, reportsPage } from '../../src/messages/jaStaff.ts';
import { heldWords } from '../../src/messages/jaStaffContent.ts';
import { staffPhotos } from '../../src/messages/jaStaffPhotos.ts';
import { photosOf } from '../journeys/support/published.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { type EngineProduct, expect, FAN, galleryOf, OFFICIAL, signIn, test } from './support/engineTest.ts';
import type { Screen } from './support/screen.ts';

const PHONE = { width: 390, height: 844 };
/** A field by the first words of its name: the rest counts characters. */
const labelled = (words: string) => new RegExp(`^${words}`);

async function openDesk(screen: Screen, { product }: EngineProduct, page: string): Promise<void> {
  await screen.driver.resize(PHONE);
  await signIn(screen, product, OFFICIAL);
  await screen.goto(`${product.url}/${CLUB}/staff/${page}`);
}
const fitsPhone = (screen: Screen) =>
  screen.driver.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

test('desk: STF-03a STF-04d a photo is reported on a phone, hidden by one tap and shown again', async ({
  open,
  product,
}) => {
  const own: readonly string[] = Object.values(demoLogins).map(({ sub }) => sub);
  const [photo] = nonEmpty((await photosOf(product.url, CLUB)).filter(({ user_id }) => !own.includes(user_id)));
  const mediaUrl = photo?.media_url ?? '';
  const isListed = async () => (await photosOf(product.url, CLUB)).some(({ media_url }) => media_url === mediaUrl);
  const fan = (await open()).screen;
  await signIn(fan, product);
  await fan.goto(`${galleryOf(product)}?q=${encodeURIComponent(mediaUrl)}`);
  await fan.the('dialog').the('button', photoReport.menu).touch();
  await fan.the('button', /さんの写真を報告する$/).touch();
  const form = fan.the('dialog', reportTexts.photoTitle);
  await form.the('radio', reportReasons.copyright).touch();
  await form.the('button', reportTexts.action).touch();
  await fan.the('dialog', ui.result).the('button', ui.ok).touch();

  const staff = (await open()).screen;
  await openDesk(staff, { product }, 'reports.html');
  // The latest of those that wait.
  const card = staff.part('#main li:last-child > article');
  await card.the('button', decisionNames.hide).touch();
  await expect.poll(() => card.text()).toContain(reportsPage.done(decisionNames.hide));
  expect([await isListed(), await fitsPhone(staff)]).toEqual([false, true]);
  await card.the('button', reportsPage.undo).touch();
  await card.the('button', decisionNames.hide).see();
  expect(await isListed()).toBe(true);
  await card.the('button', decisionNames.none).touch();
  await expect.poll(() => card.text()).toContain(reportsPage.done(decisionNames.none));
});

test('desk: STF-05c STF-04b a fan blocks a fan, and an author is suspended and taken back, on a phone', async ({
  open,
  product,
}) => {
  const own: readonly string[] = Object.values(demoLogins).map(({ sub }) => sub);
  const [photo] = nonEmpty((await photosOf(product.url, CLUB)).filter(({ user_id }) => !own.includes(user_id)));
  const { user_id: userId = '', user_name: name = '' } = photo ?? {};
  const fan = (await open()).screen;
  await fan.driver.resize(PHONE);
  await signIn(fan, product);
  await fan.goto(product.url + memberPath(CLUB, userId));
  await fan.the('button', block.menuOf(name)).touch();
  await fan.the('button', block.actionOf(name)).touch();
  await fan.the('dialog', ui.confirm).the('button', block.action).touch();
  await expect.poll(() => fan.part('#main').text()).toContain(block.state);
  expect(await fitsPhone(fan)).toBe(true);

  const staff = (await open()).screen;
  await openDesk(staff, { product }, 'reports.html');
  const card = staff.part('#main li:first-child > article');
  await card.the('button', decisionNames.suspend).touch();
  const asked = staff.the('dialog', ui.confirm);
  await asked.the('combobox', labelled(reportsPage.days)).select(1);
  await asked.the('button', decisionNames.suspend).touch();
  await expect.poll(() => card.text()).toContain(reportsPage.done(decisionNames.suspend));
  expect(await fitsPhone(staff)).toBe(true);
  // A busy button ignores presses: the list is fetched anew first.
  const undo = card.the('button', reportsPage.undo);
  await expect.poll(() => undo.attribute('aria-disabled')).not.toBe('true');
  await undo.touch();
  await card.the('button', decisionNames.suspend).see();
  // Other tests of this worker have the same fans.
  await fan.the('button', block.undo).touch();
  await fan.the('button', block.undo).gone();
});

test('desk: STF-11b a moderator names a word of the club on a phone, and takes it back', async ({ open, product }) => {
  const { screen } = await open();
  await openDesk(screen, { product }, 'reports.html');
  await screen.the('textbox', labelled(heldWords.word)).fill('オフサイド野郎');
  await screen.the('button', heldWords.add).touch();
  await screen.the('button', heldWords.removeOf('オフサイド野郎')).touch();
  await screen.the('button', heldWords.removeOf('オフサイド野郎')).gone();
  expect(await fitsPhone(screen)).toBe(true);
});

test('desk: STF-07a a fan is found by name on a phone, and shown in private after a reason', async ({
  open,
  product,
}) => {
  const { screen } = await open();
  await openDesk(screen, { product }, 'people.html');
  await screen.the('searchbox', labelled(peoplePage.search)).fill(FAN.nickname);
  await screen.the('button', peoplePage.find).touch();
  const card = screen.the('article', FAN.nickname);
  await card.the('textbox', labelled(peoplePage.reason)).fill('名前についての確認');
  await card.the('button', peoplePage.reveal).touch();
  await expect.poll(() => card.text()).toContain(FAN.email);
  expect(await fitsPhone(screen)).toBe(true);
});

test('desk: STF-09b a message is answered from a template on a phone, with one question before', async ({
  open,
  product,
}) => {
  const { screen } = await open();
  await openDesk(screen, { product }, 'inbox.html');
  const cards = screen.part('#main li > article');
  await cards.see();
  const before = (await cards.count()) ?? 0;
  await cards.the('combobox', labelled(inboxPage.template)).select(1);
  await cards.the('button', inboxPage.send).touch();
  await screen.the('dialog', ui.confirm).the('button', inboxPage.send).touch();
  await expect.poll(() => cards.count()).toBe(before - 1);
  expect(await fitsPhone(screen)).toBe(true);
});

test('desk: STF-15a STF-15e a thumb gives stars and a best shot, and takes both back', async ({ open, product }) => {
  const [photo] = nonEmpty((await photosOf(product.url, CLUB)).filter(({ event_id }) => event_id !== null));
  const { screen } = await open();
  await openDesk(screen, { product }, `photos.html?e=${photo?.event_id}`);
  await screen
    .the('list', staffPhotos.list)
    .the('button', /さんの写真/)
    .touch();
  const view = screen.the('region', /枚目/);
  const [stars, best] = [view.the('button', staffPhotos.giveStars(4)), view.the('button', staffPhotos.best)];
  const states = () => Promise.all([stars, best].map((one) => one.attribute('aria-pressed')));
  const before = await states();
  await stars.touch();
  await best.touch();
  const after = before.map((is) => String(is !== 'true'));
  await expect.poll(states).toEqual(after);
  expect(await fitsPhone(screen)).toBe(true);
  await stars.touch();
  await best.touch();
  await expect.poll(states).toEqual(before);
});
