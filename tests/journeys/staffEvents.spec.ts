/** The staff's desk: editors manage matches, seasons, teams and players. */
import { expect, type Page, test } from '@playwright/test';
import { ui } from '../../src/messages/ja.ts';
import { teamPage } from '../../src/messages/jaStaff.ts';
import {
  eventCalendar,
  faultText,
  personMerge,
  recordFile,
  recordForm,
  recordKindNames,
  recordLabels,
  recordsPage,
  wordsPage,
} from '../../src/messages/jaStaffContent.ts';
import { creditLine } from '../../src/rules/credit.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { demoFan, newFan, signIn, signUpAndAgree } from './support/fan.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let picture: string;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
  [picture = ''] = await lightPictures(1);
});
test.afterAll(() => product.stop());

const OFFICE = { viewport: { width: 1440, height: 900 }, isMobile: false };
const staffUrl = (page = '') => `${product.url}/${CLUB}/staff/${page}`;
const labels = recordLabels.events;
const form = (page: Page, kind: 'events' | 'persons' | 'credit-settings' = 'events') =>
  page.getByRole('dialog', { name: new RegExp(`^${recordKindNames[kind]}を`) });
const field = (page: Page, name: string, kind: 'events' | 'persons' | 'credit-settings' = 'events') =>
  // A field that must be filled says so within its label.
  form(page, kind).getByLabel(new RegExp(`^${recordLabels[kind][name]}(必須)?$`));
const save = (page: Page) => page.getByRole('button', { name: recordForm.save }).click();
const openEvent = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

test('STF-12a STF-12b an editor adds a match with its picture on a phone; a fault keeps what was typed', {
  tag: '@core',
}, async () => {
  const staff = await person();
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(staffUrl('events.html'));
  await staff.getByRole('button', { name: recordsPage.add(recordKindNames.events) }).click();
  await field(staff, 'event_name').fill('第99節 港町戦');
  await field(staff, 'event_date').fill('2031-05-10');
  await field(staff, 'crawl_period_start').fill('2031-05-10T09:00');
  await field(staff, 'crawl_period_end').fill('2031-05-01T09:00');
  await field(staff, 'photo_location').fill('ゴール裏\nメインスタンド');
  await form(staff)
    .getByLabel(recordForm.pictureOf(labels.thumbnail ?? ''))
    .setInputFiles(picture);
  await expect(form(staff).getByRole('img', { name: labels.thumbnail ?? '' })).toBeVisible();
  await save(staff);
  const late = faultText('reversed', 'crawl_period_start');
  await expect(form(staff).getByText(late)).toBeVisible();
  await expect(field(staff, 'event_name')).toHaveValue('第99節 港町戦');
  // While the answer is looked at, no field of the form takes the focus.
  await expect(staff.getByRole('button', { name: recordForm.save })).toBeEnabled();
  await test.step('STF-02c STF-12a the form fits a phone and axe finds nothing', async () => {
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violationsOf(staff)).toEqual([]);
  });
  await test.step('STF-12b closing asks before what was typed is lost', async () => {
    await staff.goBack();
    await expect(form(staff).getByText(recordForm.leaveAsk)).toBeVisible();
    await form(staff).getByRole('button', { name: recordForm.stay }).click();
  });
  await field(staff, 'crawl_period_end').fill('2031-05-12T23:59');
  await save(staff);
  await expect(staff.getByText(recordForm.saved)).toBeVisible();
  await expect(form(staff)).toHaveCount(0);
  await openEvent(staff, '第99節 港町戦');
  await expect(field(staff, 'photo_location')).toHaveValue('ゴール裏\nメインスタンド');
  await expect(form(staff).getByRole('img', { name: labels.thumbnail ?? '' })).toHaveJSProperty('complete', true);
  const response = await fetch(`${product.url}/f/event/items`, {
    headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB },
  });
  const { list } = (await response.json()) as { list: { event_name: string; thumbnail: string | null }[] };
  expect(list.find(({ event_name }) => event_name === '第99節 港町戦')?.thumbnail).toMatch(/^ugc\//);
});

test('STF-12c STF-12e of two editors one is told what the other changed; the last match is copied', async () => {
  const first = await person(OFFICE);
  const second = await person(OFFICE);
  for (const page of [first, second]) {
    await signIn(page, product.url, demoFan('official'));
    await page.goto(staffUrl('events.html'));
  }
  await first.getByRole('button', { name: recordsPage.copyLast }).click();
  await field(first, 'event_name').fill('コピーした試合');
  await expect(field(first, 'event_date')).not.toHaveValue('');
  await save(first);
  await expect(form(first)).toHaveCount(0);
  await second.reload();
  for (const page of [first, second]) await openEvent(page, 'コピーした試合');
  await field(first, 'public_message').fill('先に書いた概要');
  await save(first);
  await expect(form(first)).toHaveCount(0);
  await field(second, 'event_name').fill('あとで書いた名前');
  await save(second);
  await expect(form(second).getByText(recordForm.changed)).toBeVisible();
  await expect(form(second).getByText('先に書いた概要', { exact: false }).first()).toBeVisible();
  await expect(field(second, 'event_name')).toHaveValue('あとで書いた名前');
  await form(second).getByRole('button', { name: recordForm.overwrite }).click();
  await expect(form(second)).toHaveCount(0);
  await openEvent(second, 'あとで書いた名前');
  await expect(field(second, 'public_message')).toHaveValue('先に書いた概要');
});

test('STF-12f STF-12g a file is tried before it is read; the calendar shows what came in', async () => {
  const staff = await person(OFFICE);
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(staffUrl('events.html'));
  await staff.getByText(recordFile.title).click();
  const input = staff.getByLabel(recordFile.choose);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
  const head = 'event_id,event_name,event_type,event_date,crawl_period_start,crawl_period_end';
  const load = (...rows: string[]) =>
    input.setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows].join('\r\n')) });
  await load('csv-1,表の試合,official,2031-02-30,x,2031-02-28 00:00:00', 'csv 2,,game,,,');
  await expect(staff.getByText(recordFile.refused(8))).toBeVisible();
  await load(`csv-1,表の試合,official,${today},${today} 00:00:00,${today} 23:59:59`);
  await expect(staff.getByText(recordFile.would(1, 0, 0))).toBeVisible();
  await expect(staff.getByRole('button', { name: '表の試合' })).toHaveCount(0);
  await staff.getByRole('button', { name: recordFile.apply }).click();
  await expect(staff.getByText(recordFile.done(1, 0))).toBeVisible();
  await staff.getByRole('button', { name: recordsPage.calendar }).click();
  await expect(staff.getByRole('button', { name: '表の試合' }).first()).toBeVisible();
  expect(await violationsOf(staff)).toEqual([]);
  await staff.getByRole('button', { name: eventCalendar.after }).click();
  await staff.getByRole('button', { name: recordsPage.list }).click();
  await test.step('STF-12d a match in progress is ended', async () => {
    await staff.getByRole('button', { name: recordsPage.endOf('表の試合') }).click();
    await staff.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: recordsPage.end }).click();
    await expect(staff.getByText(recordsPage.ended)).toBeVisible();
    await expect(staff.getByRole('button', { name: recordsPage.endOf('表の試合') })).toHaveCount(0);
  });
});

test('STF-11a a word is kept out of the popular ones and shown again', async () => {
  const staff = await person();
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(staffUrl('words.html'));
  await staff.getByLabel(wordsPage.word).fill('ネタバレ');
  await staff.getByRole('button', { name: wordsPage.hide, exact: true }).last().click();
  await expect(staff.getByText(wordsPage.isHidden('ネタバレ'))).toBeVisible();
  await expect(staff.getByLabel(wordsPage.word)).toHaveValue('');
  expect(await violationsOf(staff)).toEqual([]);
  await staff.getByRole('button', { name: wordsPage.showOf('ネタバレ') }).click();
  await expect(staff.getByRole('button', { name: wordsPage.showOf('ネタバレ') })).toHaveCount(0);
});

test('STF-12i an editor who is removed while a form is open is told, and what was typed stays', async () => {
  const owner = await person(OFFICE);
  await signIn(owner, product.url, demoFan('official'));
  await owner.goto(staffUrl('team.html'));
  const press = newFan('広報の人');
  await owner.getByLabel(teamPage.email).fill(press.email);
  await owner.getByLabel(teamPage.role, { exact: true }).selectOption('editor');
  await owner.getByRole('button', { name: teamPage.invite }).click();
  await expect(owner.getByText(teamPage.invited(press.email))).toBeVisible();
  const phone = await person();
  await signUpAndAgree(phone, product.url, product, press);
  await phone.goto(staffUrl('players.html'));
  await phone.getByRole('button', { name: recordsPage.add(recordKindNames.persons) }).click();
  await field(phone, 'name', 'persons').fill('新しい 選手');
  await owner.reload();
  await expect(owner.getByRole('combobox', { name: teamPage.roleOf(press.nickname) })).toHaveValue('editor');
  await owner.getByRole('button', { name: teamPage.removeOf(press.nickname) }).click();
  await owner.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: teamPage.remove }).click();
  await expect(owner.getByText(teamPage.removed(press.nickname))).toBeVisible();
  await save(phone);
  await expect(form(phone, 'persons').getByText(recordForm.suspended)).toBeVisible();
  await expect(field(phone, 'name', 'persons')).toHaveValue('新しい 選手');
});

test('STF-13a STF-13b a player is added, and the credit line is seen before it is saved', async () => {
  const staff = await person();
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(staffUrl('players.html'));
  await staff.getByRole('button', { name: recordsPage.add(recordKindNames.persons) }).click();
  await field(staff, 'name', 'persons').fill('新入 団');
  await field(staff, 'number', 'persons').fill('99');
  await save(staff);
  await expect(staff.getByRole('button', { name: '新入 団 99' })).toBeVisible();
  await test.step('STF-13c a spelling that fans wrote is given to the listed name', async () => {
    await staff.getByText(personMerge.title).click();
    await staff.getByLabel(personMerge.from).fill('新入団');
    await staff.getByLabel(personMerge.into).selectOption('新入 団');
    await staff.getByRole('button', { name: personMerge.action, exact: true }).click();
    const question = staff.getByRole('dialog', { name: ui.confirm });
    await question.getByRole('button', { name: personMerge.action }).click();
    await expect(staff.getByText(personMerge.done('新入団', '新入 団', 0))).toBeVisible();
  });
  await staff.getByRole('button', { name: recordKindNames['credit-settings'] }).click();
  const open = staff
    .getByRole('listitem')
    .getByRole('button')
    .or(staff.getByRole('button', { name: recordsPage.add(recordKindNames['credit-settings']) }));
  await open.first().click();
  await field(staff, 'type', 'credit-settings').selectOption('C');
  await field(staff, 'official_label', 'credit-settings').fill('港町FC');
  await field(staff, 'extra_text', 'credit-settings').fill('無断転載禁止');
  const setting = { type: 'C', official_label: '港町FC', ambassador: 'OFF', extra_text: '無断転載禁止' } as const;
  const line = creditLine(setting, { posterName: recordForm.previewName, isAmbassador: false, companyLabel: '' });
  await expect(form(staff, 'credit-settings').getByText(recordForm.previewFan(line))).toBeVisible();
  await save(staff);
  await expect(form(staff, 'credit-settings')).toHaveCount(0);
  await expect(staff.getByText('無断転載禁止', { exact: false }).first()).toBeVisible();
});
