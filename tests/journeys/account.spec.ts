/** The life of an account, from sign-up to leaving, as a fan lives it. */
import { expect, type Page, test } from '@playwright/test';
import { ui } from '../../src/messages/ja.ts';
import { activation, login, logout, permission, rules, signUp } from '../../src/messages/jaAccount.ts';
import { identityErrors } from '../../src/messages/jaErrors.ts';
import { expired } from '../../src/messages/jaExpired.ts';
import {
  crop,
  exporting,
  forgot,
  leaving,
  notification,
  profile,
  sessions,
  settings,
  stored,
} from '../../src/messages/jaSettings.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { firstFollow } from '../../src/messages/jaSocial.ts';
import { tutorial } from '../../src/messages/jaTutorial.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import {
  alert,
  changeMailAddress,
  changePassword,
  lockByWrongPasswords,
  press,
  pressBeside,
  wrongOf,
} from './support/accountSteps.ts';
import {
  arriveAsFan,
  fillLogin,
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  signUpAndAgree,
  storedJobs,
  submitPost,
  untilPrepared,
} from './support/fan.ts';
import { placesNaming } from './support/kept.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { openLogin } from './support/tourSteps.ts';

let product: Product;
let picture: string;
test.beforeAll(async () => {
  product = await startProduct();
  [picture = ''] = await lightPictures(1);
});
test.afterAll(() => product.stop());

const common = (page: string, query = '') => `${product.url}/common/${page}.html?t=${CLUB}${query}`;

async function withPhone(run: (phone: Phone) => Promise<void>, options: Parameters<typeof openPhone>[0] = {}) {
  const phone = await openPhone({ hasWorker: false, ...options });
  try {
    await run(phone);
  } finally {
    await phone.close();
  }
}

const withWorker = (run: (phone: Phone) => Promise<void>) => withPhone(run, { hasWorker: true });

async function openSettings(page: Page, tab: keyof typeof settings.tabs): Promise<void> {
  await page.goto(common('settings'));
  const tabs = page.getByRole('navigation', { name: settings.tabsLabel });
  await tabs.getByRole('link', { name: settings.tabs[tab], exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`tab=${tab}`));
}

test('ACC-04b from sign-up to leaving', { tag: '@core' }, async () => {
  await withPhone(async ({ page }) => {
    const fan = newFan('はじめ');
    await test.step('sign-up, a wrong code, a resent code, rules', async () => {
      await test.step('RTE-11 the sign-up form', async () => {
        await page.goto(common('create-account'));
        await page.getByText(signUp.more, { exact: true }).click();
        await page.getByLabel(signUp.name, { exact: false }).first().fill('新井 はじめ');
        await page.getByLabel(signUp.nickname, { exact: false }).fill(fan.nickname);
        await page.getByLabel(signUp.email, { exact: false }).fill(fan.email);
        await page.getByRole('textbox', { name: signUp.password }).fill(fan.password);
        await page.getByLabel(signUp.birthYear).selectOption('1990');
        await page.getByLabel(signUp.prefecture).selectOption('神奈川県');
        await press(page, signUp.submit);
      });
      const code = page.getByLabel(activation.code, { exact: true });
      await test.step('RTE-13 a wrong code', async () => {
        await expect(page).toHaveURL(/\/common\/account-activation\.html\?t=/);
        await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
        await code.fill(wrongOf(await product.codeFor(fan.email)));
        await press(page, activation.submit);
        await expect(alert(page)).toContainText(identityErrors.CodeMismatchException);
      });
      await test.step('ACC-04c a resent code', async () => {
        await press(page, activation.resend);
        await expect(page.getByText(activation.resent)).toBeVisible();
        // As pasted from a mail, with what stands around it.
        await code.fill(`コード: ${await product.codeFor(fan.email)}`);
        await press(page, activation.submit);
      });
      await test.step('RTE-14 ACC-02d the rules', async () => {
        await expect(page).toHaveURL(/\/common\/rule-agreement\.html\?t=/);
        await page.getByRole('checkbox', { name: rules.agree }).check();
        await press(page, rules.submit);
        await press(page, tutorial.begin);
        await expect(page).toHaveURL(new RegExp(`/${CLUB}/$`));
      });
      await page.getByRole('dialog').getByRole('button', { name: firstFollow.later }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('ACC-11a avatar and nickname', async () => {
      await page.goto(`${product.url}/${CLUB}/my-photo.html`);
      await page.getByRole('link', { name: settings.title, exact: true }).click();
      await page.getByLabel(profile.choose).setInputFiles(picture);
      const modal = page.getByRole('dialog', { name: crop.title });
      await expect(modal.getByRole('img', { includeHidden: true }).first()).toBeVisible();
      await modal.getByRole('button', { name: crop.use }).click();
      await expect(page.getByText(profile.avatarSaved)).toBeVisible();
      const avatar = page.getByRole('main').locator('img[src*="/avatar/"]').first();
      await expect
        .poll(() => avatar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
        .toEqual([288, 288]);
      await expect(page.getByLabel(signUp.birthYear)).toHaveValue('1990');
      await page.getByLabel(signUp.nickname, { exact: false }).fill('はじめ二世');
      await press(page, settings.save);
      await expect(page.getByText(settings.saved)).toBeVisible();
      await press(page, profile.changePermission);
      await page.getByRole('checkbox', { name: permission.checkbox('クラブ側') }).check();
      await press(page, permission.register);
      await expect(page.getByText(permission.changed)).toBeVisible();
      await press(page, ui.ok);
      await page.reload();
      await expect(page.getByLabel(signUp.nickname, { exact: false })).toHaveValue('はじめ二世');
      await expect(page.getByText(profile.permissionState.yes('クラブ側'))).toBeVisible();
    });

    const changed = `new-${fan.email}`;
    await test.step('mail address, password, notices', async () => {
      await test.step('TAB-01b the tabs of the settings', async () => {
        await page.goto(common('settings'));
        const links = page.getByRole('navigation', { name: settings.tabsLabel }).getByRole('link');
        await expect(links).toHaveText(['プロフィール', 'メール', 'お知らせ', 'アカウント']);
      });
      await openSettings(page, 'mail');
      await changeMailAddress(page, { wanted: changed, password: fan.password, codeFor: product.codeFor });
      await changePassword(page, fan.password);
      await lockByWrongPasswords(page);

      await test.step('ACC-11c what is told can be turned off', async () => {
        await openSettings(page, 'notification');
        const follow = page.getByRole('switch', { name: notification.kinds.follow[0], exact: true });
        await follow.click();
        await expect(follow).not.toBeChecked();
        await expect(follow).toBeEnabled();
        await page.reload();
        await expect(follow).not.toBeChecked();
        await expect(page.getByRole('switch', { name: notification.kinds.reply[0], exact: true })).toBeChecked();
      });
    });

    await test.step('ACC-03a ACC-03b logout', async () => {
      await page.getByRole('banner').getByRole('button', { name: shell.menu }).click();
      await page.getByRole('dialog', { name: shell.menu }).getByRole('button', { name: shell.logout }).click();
      await page.getByRole('dialog', { name: logout.title }).getByRole('button', { name: logout.action }).click();
      await expect(page).toHaveURL(new RegExp(`/${CLUB}/index\\.html$`));
      expect(await page.evaluate(() => localStorage.getItem('login_tenant'))).toBeNull();
      expect(await page.evaluate(() => localStorage.getItem('tenant_id'))).toBe(CLUB);
    });

    const last = 'Extra-Time-120';
    await test.step('ACC-05 RTE-12 the locked account refuses the right password; a reset opens it', async () => {
      await openLogin(page);
      const modal = page.getByRole('dialog', { name: login.title });
      await modal.getByLabel(login.email).fill(changed);
      await modal.getByRole('textbox', { name: login.password }).fill('Second-Half-90');
      await modal.getByRole('button', { name: login.submit, exact: true }).click();
      await expect(modal.getByRole('alert')).toContainText(identityErrors.LimitExceededException);
      await modal.getByRole('link', { name: login.forgot }).click();
      await expect(page).toHaveURL(/\/common\/forgot-password\.html\?t=/);
      // What was typed in the modal stands here.
      await expect(page.getByLabel(forgot.email, { exact: false })).toHaveValue(changed);
      await press(page, forgot.send);
      await expect(page.getByText(forgot.sentTo(changed))).toBeVisible();
      await page.getByLabel(forgot.code, { exact: true }).fill(wrongOf(await product.codeFor(changed)));
      await page.getByRole('textbox', { name: forgot.password }).fill('short1');
      await press(page, forgot.submit);
      await expect(page.getByRole('alert')).toContainText(identityErrors.InvalidPasswordException);
      await page.getByRole('textbox', { name: forgot.password }).fill(last);
      await press(page, forgot.submit);
      await expect(alert(page)).toContainText(identityErrors.CodeMismatchException);
      await page.getByLabel(forgot.code, { exact: true }).fill(await product.codeFor(changed));
      await press(page, forgot.submit);
      await fillLogin(page, changed, last);
      await expect(page).toHaveURL(new RegExp(`/${CLUB}/$`));
    });

    await test.step('ACC-10a RTE-10 leaving', async () => {
      await page.goto(common('delete-account'));
      await expect(page.getByText(leaving.lead('はじめ二世'))).toBeVisible();
      const submit = page.getByRole('button', { name: leaving.submit, exact: true });
      await expect(submit).toBeDisabled();
      await page.getByRole('checkbox', { name: leaving.agree }).check();
      await submit.click();
      await page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: leaving.submit }).click();
      await expect(page.getByText(leaving.done)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/${CLUB}/index\\.html$`));
    });
  });
});

test('ACC-04e SAF-15 a reload keeps what was typed into the sign-up but no secret; done or left it is gone', async () => {
  await withPhone(async ({ page }) => {
    const fan = newFan('書きかけの人');
    const name = page.getByLabel(signUp.name, { exact: false }).first();
    const nickname = page.getByLabel(signUp.nickname, { exact: false });
    const email = page.getByLabel(signUp.email, { exact: false });
    const password = page.getByRole('textbox', { name: signUp.password });
    const fill = async () => {
      if (!(await name.isVisible())) await page.getByText(signUp.more, { exact: true }).click();
      await name.fill('新井 はじめ');
      await nickname.fill(fan.nickname);
      await email.fill(fan.email);
      await password.fill(fan.password);
      await page.getByLabel(signUp.prefecture).selectOption('神奈川県');
    };
    const words = [fan.email, fan.nickname, '新井 はじめ', fan.password];
    await page.goto(common('create-account'));
    await fill();
    expect(await placesNaming(page, [fan.password])).toEqual([]);
    await page.reload();
    await expect(name).toHaveValue('新井 はじめ');
    await expect(nickname).toHaveValue(fan.nickname);
    await expect(email).toHaveValue(fan.email);
    await expect(page.getByLabel(signUp.prefecture)).toHaveValue('神奈川県');
    await expect(password).toHaveValue('');

    await test.step('left on purpose', async () => {
      await page.getByRole('link', { name: login.code }).click();
      await expect(page.getByRole('heading', { level: 1, name: activation.title })).toBeVisible();
      expect(await placesNaming(page, words)).toEqual([]);
    });
    await test.step('opened anew by somebody else', async () => {
      await page.goto(common('create-account'));
      await fill();
      await page.goto('about:blank');
      await page.goto(common('create-account'));
      await expect(name).toHaveValue('');
      expect(await placesNaming(page, words)).toEqual([]);
    });
    await test.step('done', async () => {
      await fill();
      await page.reload();
      await expect(email).toHaveValue(fan.email);
      await password.fill(fan.password);
      await press(page, signUp.submit);
      await expect(page.getByRole('heading', { level: 1, name: activation.title })).toBeVisible();
      expect(await placesNaming(page, [fan.nickname, '新井 はじめ', fan.password])).toEqual([]);
    });
  });
});

test('QUE-05c a login ended from another device: says so, loses nothing, sends after the next login', {
  tag: '@core',
}, async () => {
  const fan = newFan('二台持ち');
  await withWorker(async (phone) => {
    const { page } = phone;
    await arriveAsFan(page, product.url, product, fan);
    await openPostForm(page);
    await pickPhotos(page, [picture]);
    await untilPrepared(page, 1);
    await phone.setOffline(true);
    await submitPost(page);
    await press(page, ui.close).catch(() => page.keyboard.press('Escape'));

    await withPhone(
      async ({ page: other }) => {
        await test.step('RTE-17 to a page of one’s own: the index, and after the login the page itself', async () => {
          // A visitor's way to a page of one's own: the index, and after the login the page itself.
          await other.goto(common('settings', '&tab=account'));
          await expect(other).toHaveURL(new RegExp(`/${CLUB}/index\\.html$`));
          await fillLogin(other, fan.email, fan.password);
          await expect(other).toHaveURL(/settings\.html/);
        });
        await test.step('ACC-03c the list of sign-ins', async () => {
          await expect(other.getByText(sessions.current, { exact: true })).toBeVisible();
          await expect(other.getByRole('listitem').filter({ hasText: 'Chrome（Android）' })).toBeVisible();
        });
        await press(other, exporting.start);
        const saving = other.waitForEvent('download');
        await other.getByRole('link', { name: exporting.save }).click();
        expect((await saving).suggestedFilename()).toMatch(/^推しコレ-\d{4}-\d\d-\d\d\.zip$/);
        await press(other, stored.clear);
        await expect(other.getByText(stored.cleared)).toBeVisible();
        await press(other, sessions.everywhere);
        await press(other, sessions.everywhereAction);
        await expect(other.getByText(sessions.everywhereDone)).toBeVisible();
      },
      { isMobile: false, viewport: { width: 1280, height: 900 } },
    );

    await phone.setOffline(false);
    await page.reload();
    await expect(page.getByText(expired.waiting(1))).toBeVisible({ timeout: 30_000 });
    expect(await storedJobs(page)).toHaveLength(1);
    await pressBeside(page, expired.waiting(1), expired.login);
    await expect(page.getByText(login.retryAs(fan.nickname))).toBeVisible();
    await fillLogin(page, fan.email, fan.password);
    const left = async () => (await storedJobs(page)).filter(({ state }) => state !== 'done').length;
    await expect.poll(left, { timeout: 120_000 }).toBe(0);
  });
});

test('ACC-08a TEN-10a another club asks for its rules once, and leads back to where the fan was', {
  tag: '@core',
}, async () => {
  const [fan, other] = [newFan('はしご'), LEAGUE];
  await withPhone(async ({ page }) => {
    await signUpAndAgree(page, product.url, product, fan);
    await page.goto(product.url + galleryUrl(other));
    await expect(page.getByRole('heading', { level: 1, name: rules.title })).toBeVisible();
    await press(page, rules.later);
    await expect(page).toHaveURL(product.url + galleryUrl(other));
    await test.step('ACC-09 the index clears what was stored', async () => {
      await page.goto(`${product.url}/${other}/event-list.html`);
      await page.getByRole('main').locator('a[href*="event-detail.html"]').first().click();
      await expect(page).toHaveURL(/event-detail/);
      await expect(page.getByRole('heading', { level: 1, name: rules.title })).toHaveCount(0);
      const storedPlace = () =>
        page.evaluate(() => [sessionStorage.getItem('eventCategory'), sessionStorage.getItem('scrollPosition')]);
      expect(await storedPlace()).not.toContain(null);
      await page.getByRole('link', { name: shell.home }).first().click();
      await expect.poll(storedPlace).toEqual([null, null]);
    });

    await test.step('ACC-08b another tab asks again; agreeing leads back', async () => {
      const tab = await page.context().newPage();
      await tab.goto(product.url + galleryUrl(other));
      await tab.getByRole('checkbox', { name: rules.agree }).check();
      await press(tab, rules.submit);
      await expect(tab).toHaveURL(product.url + galleryUrl(other));
      await tab.goto(product.url + galleryUrl(CLUB));
      await expect(tab.getByRole('list').first()).toBeVisible();
      await expect(tab.getByRole('heading', { level: 1, name: rules.title })).toHaveCount(0);
    });
  });
});
