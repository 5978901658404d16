/** What lies between fans and the desk: a fan blocks a fan, several cases are decided together, an author appeals. */
import { expect, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import { noticesPath, photoPath } from '../../src/contract/workerPaths.ts';
import { ui } from '../../src/messages/ja.ts';
import { contact } from '../../src/messages/jaAccount.ts';
import { contactForm } from '../../src/messages/jaContact.ts';
import { heldByWord, nameTaken } from '../../src/messages/jaModeration.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { appeal, reportReasons, report as reportTexts } from '../../src/messages/jaReports.ts';
import { blocks } from '../../src/messages/jaSettings.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { block, comments, photoReport } from '../../src/messages/jaSocial.ts';
import { decisionNames, desk, inboxPage, peoplePage, reportsPage } from '../../src/messages/jaStaff.ts';
import { heldWords } from '../../src/messages/jaStaffContent.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
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

const byFan = async () =>
  nonEmpty((await photosOf(product.url, CLUB)).filter(({ user_id }) => user_id === demoLogins.fan.sub));

async function reportPhoto(fan: Page, mediaUrl: string): Promise<void> {
  await fan.goto(product.url + photoPath(CLUB, mediaUrl));
  const detail = fan.getByRole('dialog').first();
  await detail.getByRole('button', { name: photoReport.menu, exact: true }).click();
  await detail.getByRole('button', { name: /さんの写真を報告する$/ }).click();
  const form = fan.getByRole('dialog', { name: reportTexts.photoTitle });
  await form.getByRole('radio', { name: reportReasons.spam }).check();
  await form.getByRole('button', { name: reportTexts.action }).click();
  await fan.getByRole('dialog', { name: ui.result }).getByRole('button', { name: ui.ok }).click();
}

test('STF-05c a fan is blocked from the menu of their page, gone everywhere, and unblocked in the settings', async () => {
  const page = await person();
  await signUpAndAgree(page, product.url, product, newFan('静かに見たい人'));
  const [photo] = await byFan();
  const { user_id = '', user_screen_name: name = '', media_url = '' } = photo ?? {};
  const memberPage = `${product.url}/${CLUB}/my-photo.html?u=${user_id}`;
  await page.goto(memberPage);
  await expect(page.getByRole('main').locator('li[data-photo]').first()).toBeVisible();
  await page.getByRole('button', { name: block.menuOf(name) }).tap();
  await page.getByRole('button', { name: block.actionOf(name) }).tap();
  await page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: block.action }).tap();
  await expect(page.getByText(block.state)).toBeVisible();
  await expect(page.getByRole('main').locator('li[data-photo]')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(product.url + photoPath(CLUB, media_url));
  await expect(page.getByRole('dialog', { name: photoDetail.gone })).toBeVisible();
  await page.goto(`${product.url}/common/settings.html?t=${CLUB}&tab=account`);
  await expect(page.getByRole('heading', { name: blocks.title })).toBeVisible();
  await page.getByRole('button', { name: blocks.undoOf(name) }).tap();
  await expect(page.getByText(blocks.empty)).toBeVisible();
  await page.goto(memberPage);
  await expect(page.getByRole('main').locator('li[data-photo]').first()).toBeVisible();
});

test('STF-04e STF-06a cases are decided together; the author appeals from the notice and is told', async () => {
  const fan = await person();
  await signUpAndAgree(fan, product.url, product, newFan('通報する人'));
  const photos = nonEmpty((await byFan()).slice(0, 2));
  for (const { media_url } of photos) await reportPhoto(fan, media_url);

  const staff = await person();
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(`${product.url}/${CLUB}/staff/reports.html`);
  await staff.getByRole('button', { name: reportsPage.select }).tap();
  await expect(staff.getByRole('checkbox')).toHaveCount(DEMO_DESK.cases + 2);
  for (const at of [0, 1].map((latest) => DEMO_DESK.cases + latest)) await staff.getByRole('checkbox').nth(at).check();
  const together = staff.getByRole('region', { name: reportsPage.select });
  await expect(together.getByText(reportsPage.selected(2))).toBeVisible();
  await together.getByRole('textbox', { name: reportsPage.reason }).fill('宣伝のため');
  expect(await violationsOf(staff)).toEqual([]);
  await together.getByRole('button', { name: reportsPage.together(decisionNames.hide) }).tap();
  await expect(staff.getByText(reportsPage.done(decisionNames.hide))).toHaveCount(2);

  const author = await person();
  await signIn(author, product.url, demoFan('fan'));
  await author.goto(product.url + noticesPath(CLUB));
  await author.getByRole('button', { name: appeal.action }).first().tap();
  const form = author.getByRole('dialog', { name: appeal.title });
  await form.getByRole('textbox', { name: appeal.text }).fill('自分で撮った写真です。<b>宣伝</b>ではありません。');
  await form.getByRole('button', { name: appeal.send }).tap();
  await author.getByRole('dialog', { name: ui.result }).getByRole('button', { name: ui.ok }).tap();
  await expect(author.getByText(appeal.states.sent)).toBeVisible();
  await expect(author.getByRole('button', { name: appeal.action })).toHaveCount(1);

  // Whoever decided does not answer.
  const other = await person();
  await signIn(other, product.url, demoFan('moderator'));
  await other.goto(`${product.url}/${CLUB}/staff/`);
  await expect(other.getByText(desk.appeals(DEMO_DESK.appeals + 1))).toBeVisible();
  await other.getByRole('link', { name: desk.toReports }).tap();
  await other.getByRole('button', { name: reportsPage.appealed }).tap();
  const words = '自分で撮った写真です。宣伝ではありません。';
  const card = other.getByRole('article').filter({ hasText: words });
  await expect(card).toBeVisible();
  await card.getByRole('textbox', { name: reportsPage.answerReason }).fill('宣伝ではないと確認しました');
  expect(await violationsOf(other)).toEqual([]);
  await card.getByRole('button', { name: reportsPage.overturn }).tap();
  await expect(other.getByText(reportsPage.answered.overturned)).toBeVisible();
  await author.reload();
  await expect(author.getByText(appeal.states.overturned)).toBeVisible();
});

test('STF-11b a comment with a word of the club waits until a moderator finds nothing wrong', async () => {
  const staff = await person();
  await signIn(staff, product.url, demoFan('official'));
  const reports = `${product.url}/${CLUB}/staff/reports.html`;
  await staff.goto(reports);
  const field = staff.getByRole('textbox', { name: heldWords.word });
  await field.fill('オフサイド野郎');
  await staff.getByRole('button', { name: heldWords.add }).tap();
  await expect(staff.getByText(heldWords.isAdded('オフサイド野郎'))).toBeVisible();
  await expect(field).toHaveValue('');
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(staff)).toEqual([]);

  const fan = await person();
  await signUpAndAgree(fan, product.url, product, newFan('言いすぎた人'));
  const [photo] = await byFan();
  const words = 'おふさいど 野郎と言われた';
  await fan.goto(product.url + photoPath(CLUB, photo?.media_url ?? ''));
  const talk = fan.getByRole('region', { name: comments.title });
  const own = fan.getByRole('textbox', { name: comments.label });
  await own.fill(words);
  await fan.getByRole('button', { name: comments.send }).click();
  await expect(own).toHaveValue('');
  await fan.goto(product.url + noticesPath(CLUB));
  await expect(fan.getByText(heldByWord('comment').title)).toBeVisible();
  await fan.goto(product.url + photoPath(CLUB, photo?.media_url ?? ''));
  await expect(own).toBeVisible();
  await expect(talk.getByText(words)).toHaveCount(0);

  await staff.goto(reports);
  const card = staff.getByRole('article').filter({ hasText: words });
  await expect(card.getByText(reportsPage.count(0))).toBeVisible();
  await card.getByRole('button', { name: decisionNames.none }).tap();
  await expect(card.getByRole('button', { name: reportsPage.undo })).toBeVisible();
  await fan.reload();
  await expect(talk.getByText(words)).toBeVisible();

  await staff.getByRole('button', { name: heldWords.removeOf('オフサイド野郎') }).tap();
  await expect(staff.getByText(heldWords.none)).toBeVisible();
});

test('STF-07a STF-07b a member is found by name, shown in private on request, and given another name', async () => {
  const fan = await person();
  const member = newFan('変な名前');
  await signUpAndAgree(fan, product.url, product, member);
  const staff = await person();
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(`${product.url}/${CLUB}/staff/people.html`);
  await staff.getByRole('searchbox', { name: peoplePage.search }).fill(member.nickname);
  await staff.getByRole('button', { name: peoplePage.find, exact: true }).tap();
  const card = staff.getByRole('article', { name: member.nickname });
  await expect(card.getByRole('heading', { name: peoplePage.consents })).toBeVisible();
  await expect(card.getByText(member.email)).toHaveCount(0);
  await expect(card.getByRole('button', { name: peoplePage.reveal })).toBeDisabled();
  await card.getByRole('textbox', { name: peoplePage.reason }).fill('名前についての確認');
  await card.getByRole('button', { name: peoplePage.reveal }).tap();
  await expect(card.getByText(member.email)).toBeVisible();
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(staff)).toEqual([]);
  await card.getByRole('button', { name: peoplePage.rename }).tap();
  await staff.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: peoplePage.rename }).tap();
  await expect(staff.getByText(/名前を「ファン\d{4}」にしました/)).toBeVisible();
  await fan.goto(product.url + noticesPath(CLUB));
  await expect(fan.getByText(nameTaken(member.nickname, '').title)).toBeVisible();
});

test('STF-10a STF-09b a claimant without an account writes, confirms by code, and is answered', async () => {
  const visitor = await person();
  const [photo] = await byFan();
  const address = product.url + photoPath(CLUB, photo?.media_url ?? '');
  const form = visitor.getByRole('dialog', { name: contact.title });
  await test.step('FAN-14a the address search engines are given leads to the form', async () => {
    await visitor.goto(`${product.url}/${CLUB}/?open=contact`);
    await expect(form).toBeVisible();
  });
  await visitor.goto(`${product.url}/${CLUB}/gallery.html`);
  await visitor.getByRole('button', { name: shell.menu }).first().tap();
  await visitor.getByRole('dialog', { name: shell.menu }).getByRole('button', { name: shell.contact }).tap();
  await form.getByRole('combobox', { name: contactForm.topic }).selectOption('takedown');
  await form.getByRole('textbox', { name: contactForm.photo }).fill(address);
  await form.getByRole('textbox', { name: contactForm.claimant }).fill('権利 花子');
  await form.getByRole('textbox', { name: contactForm.email }).fill('rights@example.jp');
  await form.getByRole('textbox', { name: contactForm.message }).fill('無断で写っています');
  expect(await violationsOf(visitor)).toEqual([]);
  await form.getByRole('button', { name: contactForm.submit }).tap();
  await expect(form.getByRole('textbox', { name: contactForm.code })).toBeVisible();
  await form.getByRole('textbox', { name: contactForm.code }).fill(await product.codeFor('rights@example.jp'));
  expect(await violationsOf(visitor)).toEqual([]);
  await form.getByRole('button', { name: contactForm.codeSubmit }).tap();
  await expect(visitor.getByText(contactForm.sent)).toBeVisible();

  const staff = await person();
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(`${product.url}/${CLUB}/staff/inbox.html`);
  const card = staff.getByRole('article', { name: inboxPage.from('権利 花子') });
  await expect(card.getByText(inboxPage.confirmed)).toBeVisible();
  await card.getByRole('combobox', { name: inboxPage.template }).selectOption('removed');
  await expect(card.getByRole('textbox', { name: inboxPage.answer })).toHaveValue(inboxPage.templates.removed.text);
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(staff)).toEqual([]);
  await card.getByRole('button', { name: inboxPage.send }).tap();
  await staff.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: inboxPage.send }).tap();
  await expect(card).toHaveCount(0);
  await staff.getByRole('button', { name: inboxPage.done }).tap();
  // No mail server is set up here: nothing is said to be sent.
  await expect(staff.getByText(inboxPage.outcomes.mailing)).toBeVisible();
});
