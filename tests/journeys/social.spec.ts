/** Fans among themselves: comments and replies, likes, follows, notices, and not wanting to see somebody. */
import { expect, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import { pageTitles, photo, ui } from '../../src/messages/ja.ts';
import { photoDetail, photoMarks } from '../../src/messages/jaPhoto.ts';
import { postWindow } from '../../src/messages/jaPost.ts';
import { leaving } from '../../src/messages/jaSettings.ts';
import { shell } from '../../src/messages/jaShell.ts';
import {
  commentRemove,
  commentReport,
  comments,
  firstFollow,
  follow,
  mute,
  reactionUsers,
} from '../../src/messages/jaSocial.ts';
import { tutorial } from '../../src/messages/jaTutorial.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, fillLogin, newFan, signIn, signUpAndAgree } from './support/fan.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

const { fan: FAN, ambassador: AMBASSADOR } = demoLogins;

let product: Product;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const DESK = { viewport: { width: 1280, height: 900 }, isMobile: false };
const photoUrl = (key: string) => `${product.url}/${CLUB}/gallery.html?q=${encodeURIComponent(key)}`;
const talk = (page: Page) => page.getByRole('region', { name: comments.title });
/** On a desktop it stands below the region (FAN-02e). */
const commentField = (page: Page) => page.getByRole('textbox', { name: comments.label });
const unread = (page: Page) => page.getByRole('link', { name: /未読\d+件/ }).first();
const toggle = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function say(page: Page, words: string) {
  const send = page.getByRole('button', { name: comments.send, exact: true });
  await expect(send).toHaveCount(0);
  await commentField(page).fill(words);
  await send.click();
  await expect(talk(page).getByText(words)).toBeVisible();
  await expect(send).toHaveCount(0);
}

test('SOC-03b two fans talk below a photo, follow, read their notices, and one mutes the other', {
  tag: '@core',
}, async () => {
  const fan = await person(DESK);
  const ambassador = await person();
  const [own] = await photosOf(product.url, CLUB, FAN.sub);
  if (!own) throw new Error('the demo fan has no photo');

  // Logged out: the words wait for the login, then go by themselves.
  await ambassador.goto(photoUrl(own.media_url));
  await commentField(ambassador).fill('逆光がきれいです！ https://example.jp/a。');
  await ambassador.getByRole('button', { name: comments.send, exact: true }).click();
  await fillLogin(ambassador, AMBASSADOR.email, demoFan('ambassador').password);
  const said = talk(ambassador).getByRole('article').filter({ hasText: '逆光がきれいです！' });
  await expect(said).toBeVisible();
  await test.step('SOC-05a a link in a comment is a link', async () => {
    await expect(said.getByRole('link', { name: 'https://example.jp/a', exact: true })).toHaveAttribute(
      'rel',
      /nofollow/,
    );
  });
  await test.step('SOC-01c like, bookmark and follow show after success', async () => {
    const like = ambassador
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^\\d+ ?${photoDetail.like}$`) });
    const before = Number(/\d+/.exec((await like.textContent()) ?? '')?.[0]);
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toContainText(String(before + 1));
    await toggle(ambassador, new RegExp(`^${photoMarks.bookmark(0)}`)).click();
    await expect(toggle(ambassador, photoMarks.bookmark(1))).toHaveAttribute('aria-pressed', 'true');
    const followFan = toggle(ambassador, follow.followOf(own.user_screen_name || own.user_name));
    await expect(followFan).toBeEnabled();
    if ((await followFan.getAttribute('aria-pressed')) === 'true') await followFan.click();
    await expect(followFan).toHaveText(follow.follow);
    await followFan.click();
    await expect(followFan).toHaveText(follow.following);
  });

  // The other one hears of it, and reading takes the badge away.
  await signIn(fan, product.url, demoFan('fan'));
  await test.step('HDR-03 what is unread stands at the bell', async () => {
    await expect(unread(fan)).toBeVisible();
    await unread(fan).click();
  });
  await test.step('RTE-08 SOC-08b the notices are listed, and read by it', async () => {
    await expect(fan).toHaveURL(`${product.url}/common/notice-list.html?t=${CLUB}`);
    await expect(fan.getByRole('heading', { level: 1, name: pageTitles['notice-list'] })).toBeVisible();
    await expect(fan.getByText(/あなたをフォローしました/)).toBeVisible();
    await expect(fan.getByText(/あなたの写真に「いいね」しました/).first()).toBeVisible();
    await expect(unread(fan)).toHaveCount(0);
  });
  await fan.getByRole('link', { name: /あなたの写真にコメントしました/ }).click();
  const heard = talk(fan).getByRole('article').filter({ hasText: '逆光がきれいです！' });
  await test.step('SOC-03a a reply names whom it answers', async () => {
    await heard.getByRole('button', { name: /のコメントに返信$/ }).click();
    const field = commentField(fan);
    await expect(field).toHaveAttribute('placeholder', /^@.+ に返信$/);
    await expect(field).toBeFocused();
    await say(fan, 'ありがとうございます！');
  });
  const heart = heard.getByRole('button', { name: /にいいね 0件/ });
  await heart.click();
  await expect(heard.getByRole('button', { name: /にいいね 1件/ })).toHaveAttribute('aria-pressed', 'true');
  await test.step('SOC-02 MOD-01e ambassadors stand first among those who like it', async () => {
    await fan.getByRole('button', { name: photoMarks.likedBy }).click();
    const liked = fan.getByRole('dialog', { name: reactionUsers.title });
    await expect(liked.getByRole('listitem').first()).toContainText('アンバサダー');
    await fan.keyboard.press('Escape');
  });

  // A deleted comment keeps its place and nothing can be done with it.
  await ambassador.reload();
  await expect(talk(ambassador).getByText('ありがとうございます！')).toBeVisible();
  await test.step('SOC-04a SOC-04b a deleted comment keeps its place', async () => {
    await said.getByRole('button', { name: /のコメントの操作$/ }).click();
    await expect(said.getByRole('button', { name: comments.report })).toHaveCount(0);
    await said.getByRole('button', { name: comments.remove, exact: true }).click();
    await ambassador
      .getByRole('dialog', { name: commentRemove.title })
      .getByRole('button', { name: commentRemove.action })
      .click();
    await expect(ambassador.getByText(commentRemove.done)).toBeVisible();
    await ambassador.getByRole('button', { name: ui.ok }).click();
    await expect(said).toHaveCount(0);
    await expect(talk(ambassador).getByText(comments.deleted)).toBeVisible();
  });
  await say(ambassador, 'あとでもう一度書きます。');

  // Reported, then not seen any more.
  await fan.reload();
  const unwanted = talk(fan).getByRole('article').filter({ hasText: 'あとでもう一度書きます。' });
  await test.step('SOC-04a MOD-01c a comment is reported', async () => {
    await unwanted.getByRole('button', { name: /のコメントの操作$/ }).click();
    await unwanted.getByRole('button', { name: comments.report, exact: true }).click();
    await fan
      .getByRole('dialog', { name: commentReport.title })
      .getByRole('button', { name: commentReport.action })
      .click();
    await expect(fan.getByText(commentReport.done)).toBeVisible();
    await fan.getByRole('button', { name: ui.ok }).click();
  });
  await unwanted.getByRole('button', { name: /のコメントの操作$/ }).click();
  await unwanted.getByRole('button', { name: /さんを表示しない$/ }).click();
  await fan.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: mute.action }).click();
  await expect(unwanted).toHaveCount(0);
});

test('MOD-04 RTE-09 a new fan is shown the official user and the ambassadors after the tutorial', {
  tag: '@core',
}, async () => {
  const page = await person();
  await signUpAndAgree(page, product.url, product, newFan('はじめての四郎'));
  await expect(page).toHaveURL(`${product.url}/common/tutorial.html?t=${CLUB}`);
  await expect(page.getByRole('heading', { level: 1, name: tutorial.headline })).toBeVisible();
  await page.getByRole('button', { name: tutorial.begin }).click();
  const modal = page.getByRole('dialog', { name: firstFollow.title });
  await expect(modal.getByText('公式', { exact: true })).toBeVisible();
  const first = modal.getByRole('button', { name: /をフォロー/ }).first();
  // By the keyboard: the dialog opened under the pointer, and a press there within 400 ms counts as the second of a double tap.
  await expect(first).toBeEnabled();
  await first.press('Enter');
  await expect(first).toHaveText(follow.following);
  await modal.getByRole('button', { name: firstFollow.done }).click();
  await expect(modal).toHaveCount(0);
});

test('MOD-04 whom to follow is shown once an account: not on its next device, but to the next account', async () => {
  const [page, other] = [await person(), await person()];
  const fan = newFan('二台目の五郎');
  await signUpAndAgree(page, product.url, product, fan);
  await page.getByRole('button', { name: tutorial.post }).click();
  const modalOf = (where: Page) => where.getByRole('dialog', { name: firstFollow.title });
  await expect(modalOf(page)).toBeVisible();
  const opened = page.getByRole('dialog', { name: postWindow.title, includeHidden: true });
  await expect(opened).toHaveCount(0);
  await modalOf(page).getByRole('button', { name: firstFollow.later }).click();
  await expect(opened).toBeVisible();

  await signIn(other, product.url, fan);
  const own = other.waitForResponse(
    (response) => new URL(response.url()).pathname === '/f/user/attributes' && other.url().includes('/tutorial.html'),
  );
  await other.goto(`${product.url}/common/tutorial.html?t=${CLUB}`);
  expect(await (await own).json()).toMatchObject({ first_steps: false });
  await other.getByRole('button', { name: tutorial.begin }).click();
  await expect(other).toHaveURL(`${product.url}/${CLUB}/`);
  await expect(modalOf(other)).toHaveCount(0);
  await other.getByRole('button', { name: shell.menu }).click();
  await other.getByRole('button', { name: 'ログアウト' }).click();
  await other.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(other).toHaveURL(`${product.url}/${CLUB}/index.html`);
  await signUpAndAgree(other, product.url, product, newFan('同じ端末の六郎'));
  await other.getByRole('button', { name: tutorial.begin }).click();
  await expect(modalOf(other)).toBeVisible();
});

test('ACC-10b SOC-07b the comment of who left stands under the name the leave page promised', async () => {
  const page = await person();
  const leaver = newFan('もうすぐ退会');
  await signUpAndAgree(page, product.url, product, leaver);
  const [first] = await photosOf(product.url, CLUB);
  const key = first?.media_url ?? '';
  await page.goto(photoUrl(key));
  await say(page, 'さようなら、ありがとう');
  await page.goto(`${product.url}/common/delete-account.html?t=${CLUB}`);
  // The sentence of the page, and what it quotes.
  const promise = page.getByText(comments.left);
  await expect(promise).toContainText(`名前は「${comments.left}」`);
  await page.getByRole('checkbox', { name: leaving.agree }).check();
  await page.getByRole('button', { name: leaving.submit, exact: true }).click();
  await page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: leaving.submit }).click();
  await expect(page.getByText(leaving.done)).toBeVisible();

  await page.goto(photoUrl(key));
  const comment = talk(page).getByRole('article', { name: comments.left });
  await expect(comment.getByText(comments.deleted)).toBeVisible();
  await expect(talk(page).getByText('さようなら、ありがとう')).toHaveCount(0);
  await comment.getByRole('button', { name: comments.left }).click();
  await expect(page.getByRole('dialog').getByText(photo.noSuchUser)).toBeVisible();
});
