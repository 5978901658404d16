/** The desk's rarer days: a fan is suspended, two moderators meet, a photo is gone, a message waits, the team's records are kept. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { demoStaff, fans } from '../../demo/content/people.ts';
import { memberPath } from '../../src/contract/workerPaths.ts';
import { ui } from '../../src/messages/ja.ts';
import { errorText } from '../../src/messages/jaErrors.ts';
import { reportReasons, report as reportTexts } from '../../src/messages/jaReports.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { block } from '../../src/messages/jaSocial.ts';
import { decisionNames, inboxPage, peoplePage, reportsPage } from '../../src/messages/jaStaff.ts';
import {
  recordFile,
  recordForm,
  recordKindNames,
  recordLabels,
  recordsPage,
} from '../../src/messages/jaStaffContent.ts';
import { logPage, nameOfAct } from '../../src/messages/jaStaffLog.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { demoFan, newFan, signIn, signUpAndAgree } from './support/fan.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const OFFICE = { viewport: { width: 1440, height: 900 }, isMobile: false };
const confirm = (page: Page, action: string) =>
  page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: action }).click();

async function openDesk(who: Parameters<typeof demoFan>[0], page: string, options?: Parameters<typeof person>[0]) {
  const staff = await person(options);
  await signIn(staff, product.url, demoFan(who));
  await staff.goto(`${product.url}/${CLUB}/staff/${page}`);
  return staff;
}

test('STF-04b STF-04c a reported fan is suspended for thirty days; a second moderator is told', async () => {
  const [accused] = fans;
  const { sub = '', nickname = '' } = accused ?? {};
  const reporter = await person();
  await signIn(reporter, product.url, demoFan('fan'));
  await test.step('STF-03a a fan is reported from the menu of their page', async () => {
    await reporter.goto(product.url + memberPath(CLUB, sub));
    await reporter.getByRole('button', { name: block.menuOf(nickname) }).tap();
    await reporter.getByRole('button', { name: reportTexts.fanOf(nickname) }).tap();
    const form = reporter.getByRole('dialog', { name: reportTexts.fanTitle });
    await form.getByRole('radio', { name: reportReasons.harassment }).check();
    await form.getByRole('button', { name: reportTexts.action }).tap();
    await expect(reporter.getByText(reportTexts.done)).toBeVisible();
  });

  const first = await openDesk('official', 'reports.html');
  const second = await openDesk('moderator', 'reports.html');
  const cardOn = (page: Page) => page.getByRole('article', { name: nickname, exact: true });
  await expect(cardOn(second)).toBeVisible();
  await cardOn(first).getByRole('button', { name: decisionNames.suspend }).tap();
  const asked = first.getByRole('dialog', { name: ui.confirm });
  await expect(asked.getByText(reportsPage.askSuspend(nickname))).toBeVisible();
  await asked.getByRole('combobox', { name: reportsPage.days }).selectOption('30');
  expect(await violationsOf(first)).toEqual([]);
  await asked.getByRole('button', { name: decisionNames.suspend }).tap();
  await expect(cardOn(first).getByText(reportsPage.done(decisionNames.suspend))).toBeVisible();

  await cardOn(second).getByRole('button', { name: decisionNames.none }).tap();
  await expect(second.getByText(errorText('ALREADY_DECIDED'))).toBeVisible();
  await expect(cardOn(second)).toHaveCount(0);

  await second.goto(`${product.url}/${CLUB}/staff/people.html`);
  await second.getByRole('searchbox', { name: peoplePage.search }).fill(sub);
  await second.getByRole('button', { name: peoplePage.find, exact: true }).tap();
  const found = second.getByRole('article', { name: nickname });
  await expect(found.getByText(peoplePage.suspended, { exact: true })).toBeVisible();
  await cardOn(first).getByRole('button', { name: reportsPage.undo }).tap();
  await expect(cardOn(first).getByRole('button', { name: decisionNames.suspend })).toBeVisible();
  await second.reload();
  await second.getByRole('searchbox', { name: peoplePage.search }).fill(sub);
  await second.getByRole('button', { name: peoplePage.find, exact: true }).tap();
  await expect(found).toBeVisible();
  await expect(found.getByText(peoplePage.suspended, { exact: true })).toHaveCount(0);
});

test('STF-04b STF-04c an author is warned; a case whose photo is gone is closed', async () => {
  const staff = await openDesk('moderator', 'reports.html');
  const [warned, gone] = [staff.getByRole('article').first(), staff.getByRole('article').nth(1)];
  await expect(warned.getByText(reportReasons.privacy).first()).toBeVisible();
  await warned.getByRole('button', { name: decisionNames.warn }).tap();
  await expect(warned.getByText(reportsPage.done(decisionNames.warn))).toBeVisible();
  // A warning was read: nothing takes it back.
  await expect(warned.getByRole('button', { name: reportsPage.undo })).toHaveCount(0);

  const href = (await gone.getByRole('link', { name: reportsPage.openPhoto }).getAttribute('href')) ?? '';
  const mediaUrl = new URL(href, product.url).searchParams.get('q') ?? '';
  await product.admin('photo', 'remove', mediaUrl, '--reason', 'test', '-t', CLUB);
  await staff.reload();
  const left = staff.getByRole('article').first();
  await expect(left.getByText(reportsPage.gone, { exact: true })).toBeVisible();
  await left.getByRole('button', { name: decisionNames.none }).tap();
  await expect(left.getByText(reportsPage.done(decisionNames.none))).toBeVisible();
  await staff.getByRole('button', { name: reportsPage.decided }).tap();
  await expect(staff.getByText(decisionNames.warn).first()).toBeVisible();
});

test('STF-07a STF-07b a member is found by mail address, and signed out on all devices', async () => {
  const fan = await person();
  const member = newFan('電話をなくした人');
  await signUpAndAgree(fan, product.url, product, member);
  const staff = await openDesk('moderator', 'people.html');
  await staff.getByText(peoplePage.byMail).first().tap();
  await staff.getByRole('textbox', { name: peoplePage.email }).fill(` ${member.email.toUpperCase()} `);
  await staff.getByRole('button', { name: peoplePage.byMail }).tap();
  const card = staff.getByRole('article', { name: member.nickname });
  await card.getByRole('textbox', { name: peoplePage.reason }).fill('本人からの依頼');
  await card.getByRole('button', { name: peoplePage.signOut }).tap();
  await confirm(staff, peoplePage.signOut);
  await expect(staff.getByText(peoplePage.signedOut(1))).toBeVisible();
  await fan.goto(`${product.url}/${CLUB}/gallery.html`);
  await expect(fan.getByRole('button', { name: new RegExp(`^(${shell.login}|${shell.join})$`) }).first()).toBeVisible();
  const log = await product.admin('log', '-t', CLUB);
  expect(log).not.toContain(member.email);
});

test('STF-09b a message is closed without an answer, and taken up again', async () => {
  const staff = await openDesk('moderator', 'inbox.html');
  const name = (await staff.getByRole('article').first().getAttribute('aria-label')) ?? '';
  const card = staff.getByRole('article', { name, exact: true });
  await card.getByRole('button', { name: inboxPage.close }).tap();
  await expect(card).toHaveCount(0);
  await staff.getByRole('button', { name: inboxPage.done, exact: true }).tap();
  await expect(card.getByText(inboxPage.outcomes.closed)).toBeVisible();
  await card.getByRole('button', { name: inboxPage.reopen }).tap();
  await expect(card).toHaveCount(0);
  await staff.getByRole('button', { name: inboxPage.open, exact: true }).tap();
  await expect(card.getByRole('button', { name: inboxPage.close })).toBeVisible();
});

type Kind = keyof typeof recordKindNames;
/** Adds a record by its form. A choice is one of a list. */
async function addRecord(staff: Page, kind: Kind, values: Readonly<Record<string, string>>, choice?: [string, string]) {
  const switches = staff.getByRole('button', { name: recordKindNames[kind], exact: true });
  await switches.click();
  await staff.getByRole('button', { name: recordsPage.add(recordKindNames[kind]) }).click();
  const form = staff.getByRole('dialog', { name: recordForm.newTitle(recordKindNames[kind]) });
  const field = (name: string) => form.getByLabel(new RegExp(`^${recordLabels[kind][name]}(必須)?$`));
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
  if (choice) await field(choice[0]).selectOption(choice[1]);
  await form.getByRole('button', { name: recordForm.save }).click();
  await expect(form).toHaveCount(0);
}
const row = (staff: Page, name: string) => staff.getByRole('listitem').filter({ hasText: name });

test('STF-12a STF-12f seasons, teams, a contest and a limited event are made, and saved as a file', async () => {
  const staff = await openDesk('editor', 'events.html', OFFICE);
  const period = { crawl_period_start: '2031-05-10T09:00', crawl_period_end: '2031-05-12T23:59' };
  await addRecord(staff, 'seasons', {
    season_name: '2031シーズン',
    season_period_start: '2031-02-01T00:00',
    season_period_end: '2031-12-31T23:59',
  });
  await expect(row(staff, '2031シーズン')).toBeVisible();
  await addRecord(staff, 'teams', { team_name: '港町ユース' });
  await expect(row(staff, '港町ユース')).toBeVisible();
  const contest = { event_name: '春のフォトコン', event_date: '2031-05-10', ...period };
  await addRecord(staff, 'events', contest, ['event_type', 'photocon']);
  const limited = { event_name: '限定の撮影会', event_date: '2031-05-11', ...period, post_limit: '3' };
  await addRecord(staff, 'events', { ...limited, userLimited: demoStaff.viewer.sub }, ['event_type', 'others']);
  await expect(row(staff, '春のフォトコン')).toBeVisible();
  await staff.getByText(recordFile.title).click();
  const saving = staff.waitForEvent('download');
  await staff.getByRole('button', { name: recordFile.save }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  for (const name of ['春のフォトコン', '限定の撮影会', demoStaff.viewer.sub]) expect(text).toContain(name);
});

test('STF-13a STF-14b an ambassador and a reserved name are added; an owner filters the log by person', async () => {
  const staff = await openDesk('editor', 'players.html', OFFICE);
  const [, ambassador] = fans;
  await addRecord(staff, 'ambassadors', {
    ambassador_user_id: ambassador?.sub ?? '',
    ambassador_name: '応援アンバサダー',
  });
  await expect(row(staff, '応援アンバサダー')).toBeVisible();
  await addRecord(staff, 'reserved-names', { name: '港町スタジアム', owner: 'none' });
  await expect(row(staff, '港町スタジアム')).toBeVisible();

  const owner = await openDesk('official', 'log.html', OFFICE);
  const acts = owner.getByRole('main').getByText(nameOfAct('create reserved-names'));
  await expect(acts.first()).toBeVisible();
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
  await owner.getByRole('textbox', { name: logPage.who }).fill(demoStaff.editor.sub);
  await owner.getByLabel(logPage.since).fill(today);
  await owner.getByRole('button', { name: logPage.filter }).click();
  await expect(acts.first()).toBeVisible();
  await owner.getByRole('textbox', { name: logPage.who }).fill(demoStaff.viewer.sub);
  await owner.getByRole('button', { name: logPage.filter }).click();
  await expect(owner.getByText(logPage.empty)).toBeVisible();
});
