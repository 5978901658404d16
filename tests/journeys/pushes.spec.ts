/** Pushes to a fan's phone: switched on, lost and brought back, shown while the app is closed. */
import { expect, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import type { PushPayload } from '../../src/contract/entities.ts';
import { userMark } from '../../src/contract/userMark.ts';
import { contact } from '../../src/messages/jaAccount.ts';
import { contactForm } from '../../src/messages/jaContact.ts';
import { notices } from '../../src/messages/jaNotices.ts';
import { notification, push } from '../../src/messages/jaSettings.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { unknownPush } from '../../src/messages/jaUnknownPush.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, signIn, untilWorkerControls } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

const { fan: FAN, ambassador: AMBASSADOR } = demoLogins;

let product: Product;
let phones: Phone[] = [];
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterEach(async () => {
  await Promise.all(phones.map((phone) => phone.close()));
  phones = [];
});
test.afterAll(() => product.stop());

/** Chromium here has no push service: a subscription as the browser would make it. What it is told comes by its own tools. */
function haveSubscription() {
  const key = new Uint8Array(65).fill(4).buffer;
  const made = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/journey',
    options: { applicationServerKey: null },
    getKey: (name: string) => (name === 'auth' ? key.slice(0, 16) : key),
    unsubscribe: async () => sessionStorage.removeItem('subscribed'),
  };
  PushManager.prototype.getSubscription = async () =>
    (sessionStorage.getItem('subscribed') ? made : null) as unknown as PushSubscription;
  PushManager.prototype.subscribe = async () => {
    if (sessionStorage.getItem('unreachable')) throw new DOMException('no push service', 'AbortError');
    sessionStorage.setItem('subscribed', '1');
    return made as unknown as PushSubscription;
  };
}

test('SOC-08c a fan switches pushes on, is told with the app closed, and writes to the operator', async () => {
  const phone = await openPhone({ isWhole: true });
  phones.push(phone);
  const { page, context } = phone;
  await context.grantPermissions(['notifications'], { origin: product.url });
  await context.addInitScript(haveSubscription);
  await signIn(page, product.url, demoFan('fan'));
  await untilWorkerControls(page);
  await page.goto(`${product.url}/common/settings.html?t=${CLUB}&tab=notification`);
  const choice = page.getByRole('switch', { name: push.label });
  await test.step('ACC-11c pushes are switched on', async () => {
    await expect(choice).not.toBeChecked();
    await choice.click();
    await expect(page.getByText(push.on)).toBeVisible();
    await page.reload();
    await expect(choice).toBeChecked();
  });
  await test.step('KEP-04c a subscription the browser dropped is made anew at the next start', async () => {
    await page.evaluate(() => sessionStorage.removeItem('subscribed'));
    await page.reload();
    await expect(choice).toBeChecked();
    expect(await page.evaluate(() => sessionStorage.getItem('subscribed'))).toBe('1');
    await expect(page.getByText(push.lost)).toHaveCount(0);
  });
  await test.step('KEP-04d one that cannot be made anew is told, and a press brings it back', async () => {
    await page.evaluate(() => {
      sessionStorage.removeItem('subscribed');
      sessionStorage.setItem('unreachable', '1');
    });
    await page.reload();
    await expect(page.getByText(push.lost)).toBeVisible();
    await expect(choice).not.toBeChecked();
    await page.evaluate(() => sessionStorage.removeItem('unreachable'));
    await choice.click();
    await expect(page.getByText(push.on)).toBeVisible();
    await expect(page.getByText(push.lost)).toHaveCount(0);
    await expect(choice).toBeChecked();
  });
  await test.step('FAN-05f new photos of favourites are asked for beside it', async () => {
    const asked = page.getByRole('switch', { name: notification.kinds.player[0] });
    await expect(asked).not.toBeChecked();
    await asked.click();
    await expect(asked).toBeChecked();
    await expect(asked).toBeEnabled();
    await page.reload();
    await expect(asked).toBeChecked();
  });

  await test.step('MOD-01a the message to the operator, with the fan’s own address in it', async () => {
    await page.goto(`${product.url}/${CLUB}/`);
    await page
      .getByRole('button', { name: new RegExp(`^(${shell.menu}|${shell.other})$`) })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: shell.menu })
      .getByRole('button', { name: shell.contact, exact: true })
      .click();
    const form = page.getByRole('dialog', { name: contact.title });
    await expect(form.getByLabel(contactForm.email)).toHaveValue(FAN.email);
    await form.getByLabel(contactForm.message).fill('通知の設定について教えてください。');
    await form.getByRole('button', { name: contactForm.submit }).click();
    await expect(page.getByText(contactForm.sent)).toBeVisible();
  });

  // The app is closed; two pushes arrive, one of them for somebody else who was here before.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((done) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found) done(found.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.goto('about:blank');
  const tell = async (userId: string, name: string, change: Partial<PushPayload> = {}) => {
    const payload: PushPayload = {
      for: await userMark(userId),
      tenant: CLUB,
      kind: 'follow',
      id: name,
      name,
      title: '',
      body: '',
      count: 1,
      media_url: null,
      target: userId,
      unread: 2,
      ...change,
    };
    const data = JSON.stringify(payload);
    await tools.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data });
  };
  const shown = () =>
    worker.evaluate(async () => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration };
      return (await scope.registration.getNotifications()).map(({ title, data }) => [title, data.url]);
    });
  const told = [notices.follow(notices.by('新しいファン')), `${product.url}/${CLUB}/my-photo.html?u=${FAN.sub}`];
  const somethingElse = [unknownPush.title, `${product.url}/${CLUB}/common/notice-list.html`];
  // The browser loses pushes that come right after its tools were opened: they are sent until one shows.
  await expect
    .poll(
      async () => {
        await tell(AMBASSADOR.sub, 'よその人');
        await tell(FAN.sub, '新しいファン');
        return shown();
      },
      { timeout: 20_000 },
    )
    .toEqual(expect.arrayContaining([told, somethingElse]));
  await test.step('KEP-04b of what is for somebody else it is told that there is something', async () => {
    expect(await shown()).toHaveLength(2);
  });
  await test.step('FAN-05f new photos of favourites are told, and lead to the photos of their match', async () => {
    await tell(FAN.sub, '高峰 蓮', { kind: 'player', title: '開幕戦', count: 2, target: `${CLUB}-today` });
    await expect
      .poll(shown)
      .toContainEqual([notices.player('高峰 蓮', 2), `${product.url}/${CLUB}/event-detail.html?e=${CLUB}-today`]);
    await page.goto(`${product.url}/${CLUB}/event-detail.html?e=${CLUB}-today`);
    await expect(page.getByRole('main').locator('li[data-photo]').first()).toBeVisible();
  });
});
