/** The staff's desk: an editor moves a cancelled match to another date, or its posts into the event that takes its place. */
import { expect, type Page, test } from '@playwright/test';
import { ui } from '../../src/messages/ja.ts';
import { passwordAgain } from '../../src/messages/jaStaff.ts';
import {
  faultText,
  recordForm,
  recordKindNames,
  recordLabels,
  recordsPage,
  sampleTags,
} from '../../src/messages/jaStaffContent.ts';
import { eventMove as texts } from '../../src/messages/jaStaffMoves.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { demoFan, newFan, openPostForm, pickPhotos, signIn, signUpAndAgree } from './support/fan.ts';
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
const labels = recordLabels.events;
interface ListedEvent {
  readonly event_id: string;
  readonly event_name: string;
  readonly event_date: string;
  readonly count: number;
}

async function events(): Promise<readonly ListedEvent[]> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const response = await fetch(`${product.url}/f/event/items`, { headers });
  return ((await response.json()) as { list: ListedEvent[] }).list;
}
/** An event of the demo that has photos; `rank` 0: the latest. */
async function postedEvent(rank: number): Promise<ListedEvent> {
  const found = (await events()).filter(({ count }) => count > 0)[rank];
  if (!found) throw new Error('The demo has no such event.');
  return found;
}
const openDesk = async (page: Page) => {
  await signIn(page, product.url, demoFan('official'));
  await page.goto(`${product.url}/${CLUB}/staff/events.html`);
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: texts.title(name) });
const openMove = (page: Page, name: string) =>
  page.getByRole('button', { name: texts.openOf(name), exact: true }).click();
/** By the keyboard: a press on the place of the press before may be the second of a double tap. */
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name }).press('Enter');

test('STF-08a STF-08f an editor gives a match another date on a phone; a fault keeps what was typed', {
  tag: '@core',
}, async () => {
  const staff = await person();
  await openDesk(staff);
  const match = await postedEvent(0);
  await openMove(staff, match.event_name);
  const form = dialog(staff, match.event_name);
  await expect(form.getByText(`この企画の写真は${match.count}枚です`, { exact: false })).toBeVisible();
  const day = form.getByLabel(new RegExp(`^${labels.event_date}`));
  const end = form.getByLabel(new RegExp(`^${labels.crawl_period_end}`));
  const kept = await end.inputValue();
  await day.fill('2031-05-10');
  await expect(end).not.toHaveValue(kept);
  await form.getByLabel(texts.note).fill('会場は臨時スタジアムです');
  await end.fill('2020-01-01T00:00');
  await form.getByRole('button', { name: texts.moveDate }).click();
  await confirm(staff, texts.moveDate);
  await expect(form.getByText(faultText('past', ''))).toBeVisible();
  await expect(form.getByLabel(texts.note)).toHaveValue('会場は臨時スタジアムです');
  await expect(form.getByRole('button', { name: texts.moveDate })).toBeEnabled();
  await test.step('STF-02c the window fits a phone and axe finds nothing', async () => {
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violationsOf(staff)).toEqual([]);
  });
  await end.fill('2031-05-12T23:59');
  await form.getByRole('button', { name: texts.moveDate }).click();
  await confirm(staff, texts.moveDate);
  await expect(staff.getByText(texts.dated)).toBeVisible();
  await expect(form).toHaveCount(0);
  const after = (await events()).find(({ event_id }) => event_id === match.event_id);
  expect(after).toMatchObject({ event_date: '2031-05-10', count: match.count });
});

test('STF-08c STF-08d posts go into another match after the password; the old address leads there', async () => {
  const staff = await person(OFFICE);
  await openDesk(staff);
  const match = await postedEvent(1);
  await staff.getByRole('button', { name: recordsPage.copyLast }).click();
  await staff.getByLabel(new RegExp(`^${labels.event_name}`)).fill('代わりの日の企画');
  await staff.getByRole('button', { name: recordForm.save }).click();
  await expect(staff.getByText(recordForm.saved)).toBeVisible();
  await openMove(staff, match.event_name);
  const form = dialog(staff, match.event_name);
  await form.getByRole('button', { name: texts.into }).click();
  const choice = form.getByLabel(new RegExp(`^${texts.target}`));
  const option = choice.getByRole('option', { name: '代わりの日の企画' });
  await choice.selectOption((await option.getAttribute('value')) ?? '');
  // As the server answers a sign-in of eleven minutes.
  await staff.route('**/f/staff/event/move', (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"code":"SIGN_IN_TOO_OLD"}' }),
  );
  await form.getByRole('button', { name: texts.moveInto, exact: true }).click();
  await confirm(staff, texts.moveInto);
  const asking = staff.getByRole('dialog', { name: passwordAgain.title });
  await expect(asking).toBeVisible();
  await staff.unroute('**/f/staff/event/move');
  await asking.getByRole('textbox', { name: passwordAgain.password }).fill(demoFan('official').password);
  await asking.getByRole('button', { name: passwordAgain.action }).press('Enter');
  await expect(staff.getByText(texts.begun)).toBeVisible();
  const ids = async () => (await events()).map(({ event_id }) => event_id);
  await expect.poll(ids, { timeout: 60_000 }).not.toContain(match.event_id);
  const into = (await events()).find(({ event_name }) => event_name === '代わりの日の企画');
  expect(into?.count).toBe(match.count);
  const address = (id: string | undefined) => `/${CLUB}/event-detail.html?e=${id}`;
  const answer = await fetch(product.url + address(match.event_id), { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, address(into?.event_id)]);
  const fan = await person();
  await fan.goto(`${product.url}/${CLUB}/event-list.html`);
  await expect(fan.getByRole('heading', { level: 1 })).toBeVisible();
  // As a link inside the product does it.
  await fan.evaluate((path) => history.pushState(null, '', path), address(match.event_id));
  await expect(fan.getByRole('heading', { level: 1, name: '代わりの日の企画' })).toBeVisible();
  await expect(fan).toHaveURL(product.url + address(into?.event_id));
});

test('STF-20a STF-20b a player gets a picture and seasons at the desk', async () => {
  const staff = await person();
  await openDesk(staff);
  await staff.getByRole('button', { name: recordKindNames.seasons }).click();
  await expect(staff.getByRole('main').getByRole('listitem').first()).toBeVisible();
  const season = (await staff.getByRole('main').getByRole('listitem').first().getByRole('strong').textContent()) ?? '';
  await staff.goto(`${product.url}/${CLUB}/staff/players.html`);
  await staff.getByRole('button', { name: recordsPage.add(recordKindNames.persons) }).click();
  const form = staff.getByRole('dialog', { name: recordForm.newTitle(recordKindNames.persons) });
  const personLabels = recordLabels.persons;
  await form.getByLabel(new RegExp(`^${personLabels.name}`)).fill('港 太郎');
  await form.getByRole('checkbox', { name: season }).check();
  await form.getByLabel(recordForm.pictureOf(personLabels.picture ?? '')).setInputFiles(picture);
  await expect(form.getByRole('img', { name: personLabels.picture ?? '' })).toBeVisible();
  expect(await violationsOf(staff)).toEqual([]);
  await form.getByRole('button', { name: recordForm.save }).click();
  await expect(staff.getByText(recordForm.saved)).toBeVisible();
  await staff.getByRole('button', { name: '港 太郎' }).click();
  const edit = staff.getByRole('dialog', { name: recordForm.editTitle(recordKindNames.persons) });
  await expect(edit.getByRole('checkbox', { name: season })).toBeChecked();
  await expect(edit.getByRole('img', { name: personLabels.picture ?? '' })).toHaveJSProperty('complete', true);
  const pictures = async () => {
    const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
    const response = await fetch(`${product.url}/f/person/pictures`, { headers });
    const { list } = (await response.json()) as { list: { name: string }[] };
    return list.map(({ name }) => name);
  };
  await expect.poll(pictures, { timeout: 30_000 }).toContain('港 太郎');
});

test('STF-20c PST-05b sample hashtags of the desk are in the post form; the file comes back', async () => {
  const staff = await person();
  await openDesk(staff);
  await staff.goto(`${product.url}/${CLUB}/staff/words.html`);
  const field = staff.getByRole('textbox', { name: sampleTags.field });
  const before = await field.inputValue();
  expect(before).toContain('#');
  await field.fill('#青空の下\nホームゲーム\n');
  await staff.getByRole('button', { name: sampleTags.save }).click();
  await expect(staff.getByText(sampleTags.saved)).toBeVisible();
  await expect(field).toHaveValue('#青空の下\n#ホームゲーム');
  const tags = async () => (await fetch(`${product.url}/${CLUB}/tag.txt`)).text();
  expect(await tags()).toBe('#青空の下\n#ホームゲーム\n');
  const fan = await person();
  await signUpAndAgree(fan, product.url, product, newFan());
  await fan.goto(`${product.url}/${CLUB}/`);
  await openPostForm(fan);
  await pickPhotos(fan, [picture]);
  await fan.getByRole('button', { name: '#青空の下' }).click();
  await expect(fan.getByRole('button', { name: '#等々力' })).toHaveCount(0);
  await staff.getByRole('button', { name: sampleTags.reset }).click();
  await confirm(staff, sampleTags.reset);
  await expect(field).toHaveValue(before);
});
