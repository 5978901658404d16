/** The badges of §6, wherever people stand: cards, the photo, comments, lists of people. */
import { expect, test } from '@playwright/test';
import { marks } from '../../src/messages/jaMarks.ts';
import { photoMarks } from '../../src/messages/jaPhoto.ts';
import { comments, reactionUsers } from '../../src/messages/jaSocial.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, galleryUrl, signIn } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

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

interface Listed {
  readonly media_url: string;
  readonly user_id: string;
}

test('ROL-04d a visitor sees on cards whose photos are official, an ambassador’s or a premium user’s', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  const ask = async (path: string) =>
    (
      await page.request.get(`${product.url}/f${path}`, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } })
    ).json();
  const [{ user_id: official }] = (await ask('/official/userId')).list;
  const [{ ambassador_user_id: ambassador }] = (await ask('/ambassador/items')).list;
  const photos: Listed[] = (await ask('/media/public/list/items/all?l=100')).media_list;
  const album: Listed[] = (await ask(`/media/public/list/items/event?e=${CLUB}-photocon&l=100`)).media_list;
  const isFan = ({ user_id }: Listed) => user_id !== official && user_id !== ambassador;
  const honoured = album.find(isFan);
  const plain = album.find((photo) => isFan(photo) && photo.user_id !== honoured?.user_id);
  if (honoured === undefined || plain === undefined) throw new Error('two fans in the album are needed');
  // The event's data comes with its page.
  await page.route('**/event-detail.html?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /"premium_user_ids":\[[^\]]*\]/g,
      `"premium_user_ids":["${honoured.user_id}"]`,
    );
    await route.fulfill({ response: answer, body });
  });
  await page.route('**/f/memorial/event/item/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), premium_user_ids: [honoured.user_id] } });
  });
  const cases = [
    [galleryUrl(), photos.find(({ user_id }) => user_id === official), marks.official],
    [galleryUrl(), photos.find(({ user_id }) => user_id === ambassador), marks.ambassador],
    [`/${CLUB}/event-detail.html?e=${CLUB}-photocon`, honoured, marks.premium],
  ] as const;
  for (const [path, photo, mark] of cases)
    await test.step(mark, async () => {
      if (photo === undefined) throw new Error(`nobody's photo to show ${mark}`);
      await page.goto(product.url + path);
      const card = page.getByRole('main').locator(`li[data-photo="${photo.media_url}"]`);
      await expect
        .poll(async () => {
          if ((await card.count()) === 0) await page.mouse.wheel(0, 600);
          return card.count();
        })
        .toBe(1);
      await expect(card.getByRole('img', { name: mark, exact: true })).toBeVisible();
      await card.getByRole('link').click();
      await expect(page.getByRole('dialog').getByText(mark, { exact: true }).first()).toBeVisible();
    });
  // A fan's card has none of them.
  await page.goto(`${product.url}/${CLUB}/event-detail.html?e=${CLUB}-photocon`);
  await expect(page.getByRole('img', { name: marks.premium, exact: true }).first()).toBeVisible();
  const card = page.locator(`li[data-photo="${plain.media_url}"]`);
  await expect(card).toHaveCount(1);
  for (const mark of Object.values(marks))
    await expect(card.getByRole('img', { name: mark, exact: true })).toHaveCount(0);
});

for (const [who, mark, id] of [
  ['fan', marks.premium, 'ROL-04c'],
  ['ambassador', marks.ambassador, 'ROL-04b'],
] as const)
  test(`${id} ROL-04d ${mark} stands at comments and among those who reacted`, async () => {
    const { page } = phone;
    let sub = '';
    // The demo's fan as a premium user of the event.
    await page.route('**/f/memorial/event/item/*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), premium_user_ids: [sub] } });
    });
    await signIn(page, product.url, demoFan(who));
    sub = await page.evaluate(() => localStorage.getItem('USER_ID') ?? '');
    expect(sub).not.toBe('');
    await page.goto(`${product.url}/${CLUB}/event-detail.html?e=${CLUB}-photocon`);
    await page.getByRole('main').locator('li[data-photo]').first().getByRole('link').click();
    const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-photo-detail]') });
    const like = dialog.locator('[data-shortcut="like"]');
    if ((await like.getAttribute('aria-pressed')) === 'false') await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    const text = `きれいな一枚 ${who}`;
    await dialog.getByRole('textbox', { name: comments.label }).fill(text);
    await dialog.getByRole('button', { name: comments.send }).click();
    const comment = dialog.getByRole('article').filter({ hasText: text });
    await expect(comment.getByText(mark, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: photoMarks.likedBy }).click();
    const people = page.getByRole('dialog', { name: reactionUsers.title });
    await expect(people.getByText(mark, { exact: true }).first()).toBeVisible();
  });
