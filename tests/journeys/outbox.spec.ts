/** The outbox as a fan uses it while photos wait (QUE-03, QUE-04): change, pause, another event, cancel, and being told. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { API_ERRORS, type ApiErrorCode, type ErrorCode } from '../../src/contract/errorCodes.ts';
import { outboxPath } from '../../src/contract/workerPaths.ts';
import { ui } from '../../src/messages/ja.ts';
import { errorText } from '../../src/messages/jaErrors.ts';
import { outbox, outboxEdit, outboxMove } from '../../src/messages/jaOutbox.ts';
import { outboxNotices } from '../../src/messages/jaOutboxNotices.ts';
import { photoProblems, postForm } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { SYNC_TAG } from '../../src/platform/upload/syncTag.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import {
  arriveAsFan,
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  storedJobs,
  submitForKeys,
  untilPrepared,
  userIdOf,
} from './support/fan.ts';
import { isPut, isRegistration, type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectOnce, photosOf } from './support/published.ts';

let product: Product;
let line: Line;
let phone: Phone;
let files: string[];
/** One more picture. */
let extra: string;
let userId = '';
/** Everything posted so far. */
const posted: string[] = [];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  [extra = '', ...files] = await lightPictures(3);
  product = await startProduct();
  line = await openLine(product.url);
  phone = await openPhone({ isWhole: true });
  await arriveAsFan(phone.page, line.url, product, newFan('待つ花子'));
});
test.afterEach(() => {
  line.decide = () => 'pass';
});
test.afterAll(async () => {
  await phone.close();
  await line.close();
  await product.stop();
});

const openOutbox = async (page: Page = phone.page): Promise<Locator> => {
  await page.goto(line.url + outboxPath(CLUB));
  await expect(page.getByRole('heading', { level: 1, name: outbox.title })).toBeVisible();
  return page.getByRole('main');
};
const card = (scope: Locator): Locator => scope.getByRole('article').first();
const press = (scope: Locator, name: string, timeout = 20_000) =>
  scope.getByRole('button', { name, exact: true }).click({ timeout });

/** Queues the pictures without waiting for them to leave. Gives the keys. */
async function queue(message: string): Promise<string[]> {
  const { page } = phone;
  await page.goto(line.url + galleryUrl());
  await openPostForm(page);
  await pickPhotos(page, files, { message });
  await untilPrepared(page, files.length);
  const keys = await submitForKeys(page);
  expect(keys).toHaveLength(files.length);
  userId ||= await userIdOf(page);
  return keys;
}
const expectAllOnce = () => expectOnce(product.url, CLUB, userId, posted);
/** A pause lets the uploads on the wire end: nothing leaves once the lock of the drain is free. */
const untilNothingIsSent = () =>
  expect
    .poll(() => phone.page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name)))
    .not.toContain('outbox');
const hold = () => {
  line.decide = (asked) => (isPut(asked) || isRegistration(asked) ? 'reset' : 'pass');
};
const refuse = (code: ApiErrorCode) => {
  line.decide = (asked) =>
    isRegistration(asked)
      ? { status: API_ERRORS[code], type: 'application/json', body: JSON.stringify({ code }) }
      : 'pass';
};

test('QUE-04c words and tags of a waiting post are changed, and published as changed', { tag: '@core' }, async () => {
  hold();
  posted.push(...(await queue('まだ直せる')));
  const page = await openOutbox();
  await press(card(page), outbox.edit);
  const editor = phone.page.getByRole('dialog', { name: outboxEdit.title });
  await editor.locator('textarea').last().fill('直してから送る');
  await press(editor, outboxEdit.save);
  await expect(phone.page.getByText(outboxEdit.saved)).toBeVisible();
  await expect(editor).toBeHidden();
  await phone.page.reload();
  line.decide = () => 'pass';
  // Its own turn may come first: then there is nothing left to press.
  const isDone = () => expect(page.getByText(outbox.summary.done)).toBeVisible();
  await press(card(page), outbox.sendNow, 5_000).catch(isDone);
  await expectAllOnce();
  const comments = (await photosOf(product.url, CLUB, userId)).map(({ comment }) => comment);
  expect(comments).toEqual(files.map(() => '直してから送る'));
  await expect(page.getByText(outbox.summary.done)).toBeVisible();
});

test('QUE-04b QUE-04f a pause of everything outlives a reload and a new post; two tabs agree; all is sent', {
  tag: '@core',
}, async () => {
  hold();
  posted.push(...(await queue('止めておく')));
  await press(await openOutbox(), outbox.pauseAll);
  await expect(phone.page.getByText(outbox.summary.paused)).toBeVisible();
  await untilNothingIsSent();
  line.decide = () => 'pass';
  const putsBefore = line.asked.filter(isPut).length;
  posted.push(...(await queue('止めたあとの投稿')));
  const page = await openOutbox();
  await expect(page.getByText(outbox.summary.paused)).toBeVisible();
  await expect(page.getByText(outbox.states.held)).toHaveCount(2);
  const other = await phone.context.newPage();
  const otherPage = await openOutbox(other);
  await expect(otherPage.getByText(outbox.summary.paused)).toBeVisible();
  expect(line.asked.filter(isPut)).toHaveLength(putsBefore);
  await press(otherPage, outbox.resumeAll);
  await expectAllOnce();
  await expect(page.getByText(outbox.summary.done)).toBeVisible();
  await other.close();
});

test('QUE-03b every permanent refusal says why, what to do, and keeps the photos', { tag: '@core' }, async () => {
  refuse('EVENT_OVER');
  const keys = await queue('断られる');
  const page = await openOutbox();
  const codes: ApiErrorCode[] = [
    'EVENT_NOT_STARTED',
    'EVENT_NOT_FOUND',
    'POST_LIMIT_REACHED',
    'NOT_A_MEMBER',
    'NOT_ALLOWED',
    'SUSPENDED',
    'MEDIA_URL_TAKEN',
    'INVALID_REQUEST',
    'BODY_TOO_LARGE',
    'TENANT_MISMATCH',
    'UNKNOWN_TENANT',
    'EVENT_OVER',
  ];
  await expect(card(page).getByText(outbox.states.refused)).toBeVisible();
  for (const code of nonEmpty(codes)) {
    refuse(code);
    await retry(card(page));
    await expect(card(page).getByRole('alert').getByText(errorText(code)), code).toBeVisible();
    await expect(card(page).getByRole('alert').getByText(adviceOf(code)), code).toBeVisible();
  }
  expect((await storedJobs(phone.page)).filter(({ state }) => state === 'refused')).toHaveLength(1);
  expect((await photosOf(product.url, CLUB, userId)).some(({ media_url }) => keys.includes(media_url))).toBe(false);
});

const adviceOf = (code: ErrorCode): string =>
  Object.hasOwn(outbox.advice, code) ? outbox.advice[code as keyof typeof outbox.advice] : outbox.advice.OTHER;
async function retry(job: Locator): Promise<void> {
  const button = job.getByRole('button', { name: outbox.retry });
  if (!(await button.isVisible())) await press(job, outbox.more);
  await button.click();
}

test('QUE-03b EVENT_OVER the event ended while the post waited: sent to another event, whole and once', {
  tag: '@core',
}, async () => {
  const page = await openOutbox();
  const [was] = (await storedJobs(phone.page)).filter(({ state }) => state === 'refused');
  await expect(card(page).getByText(outbox.advice.EVENT_OVER)).toBeVisible();
  await press(card(page), outbox.move);
  const choice = phone.page.getByRole('dialog', { name: outboxMove.title });
  await choice.getByRole('radio').first().check();
  await press(choice, outboxMove.submit);
  await expect(choice).toBeHidden();
  await expect(page.getByText(outbox.summary.done)).toBeVisible({ timeout: 60_000 });
  const job = (await storedJobs(phone.page)).find(({ id }) => id === was?.id);
  const keys = (job?.photos ?? []).map(({ mediaUrl }) => mediaUrl);
  expect(keys).toHaveLength(files.length);
  expect(keys).not.toEqual(was?.photos.map(({ mediaUrl }) => mediaUrl));
  posted.push(...keys);
  await expectAllOnce();
});

test('QUE-04d one post is paused, saved back to the device, and cancelled after a question', {
  tag: '@core',
}, async () => {
  hold();
  await queue('やっぱりやめる');
  const page = await openOutbox();
  await press(card(page), outbox.more);
  await press(card(page), outbox.pause);
  await expect(card(page).getByText(outbox.states.paused)).toBeVisible();
  line.decide = () => 'pass';
  await phone.page.reload();
  await expect(card(page).getByText(outbox.states.paused)).toBeVisible();
  await expect(phone.page.getByRole('button', { name: shell.waiting(files.length) })).toBeVisible();
  await press(card(page), outbox.more);
  const download = phone.page.waitForEvent('download');
  await press(card(page), outbox.save);
  expect((await download).suggestedFilename()).toMatch(/\.jpg$/i);
  await press(card(page), outbox.cancel);
  const question = phone.page.getByRole('dialog', { name: ui.confirm });
  await expect(question.getByText(outbox.cancelAsk)).toBeVisible();
  await press(question, outbox.cancelAction);
  await expect(phone.page.getByText(outbox.cancelled)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(phone.page.getByRole('button', { name: /^送信待ち \d/ })).toHaveCount(0);
  await expectAllOnce();
});

test('QUE-02a QUE-04e with every page closed the worker sends, and tells a fan who allowed it', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await phone.context.grantPermissions(['notifications'], { origin: line.url });
  hold();
  posted.push(...(await queue('あとはおまかせ')));
  const waiting = (await storedJobs(page)).filter(({ state }) => state === 'waiting').map(({ id }) => id);
  await page.goto('about:blank');
  line.decide = () => 'pass';
  await fireSync(page);
  await expectAllOnce();
  // Asked of the worker: a page in sight is told no notification.
  const told = () =>
    phone.context
      .serviceWorkers()[0]
      ?.evaluate(async () =>
        (
          await (globalThis as unknown as { registration: ServiceWorkerRegistration }).registration.getNotifications()
        ).map(({ title, tag, data }) => ({ title, tag, url: data.url })),
      );
  const { title } = outboxNotices.sent({ event: '', photos: 0 });
  const url = expect.stringContaining('event-detail.html');
  await expect.poll(told).toEqual(nonEmpty(waiting).map((id) => ({ title, tag: `outbox ${id}`, url })));
});

/** Tab one opens the form with two photos and words; another tab opens the same draft. `isDeaf`: word of the first one's post does not reach it. */
async function draftInTwoTabs(message: string, isDeaf: boolean): Promise<{ first: Page; second: Page; form: Locator }> {
  hold();
  const first = phone.page;
  await first.goto(line.url + galleryUrl());
  await openPostForm(first);
  await pickPhotos(first, files, { message });
  await untilPrepared(first, files.length);
  const second = await phone.context.newPage();
  if (isDeaf)
    await second.addInitScript(() => {
      const Heard = BroadcastChannel;
      globalThis.BroadcastChannel = class extends Heard {
        constructor(name: string) {
          super(name === 'outbox' ? 'unheard' : name);
        }
      };
    });
  await second.goto(line.url + galleryUrl());
  await openPostForm(second);
  const form = second.getByRole('dialog', { name: postForm.title });
  await expect(form.getByText(postForm.restored)).toBeVisible();
  await untilPrepared(second, files.length);
  return { first, second, form };
}

const postFrom = async (page: Page): Promise<string[]> => {
  const keys = await submitForKeys(page);
  userId ||= await userIdOf(page);
  return keys;
};

test('SAF-22 one draft in two tabs: what the second adds is sent whole, and it says what was posted before', {
  tag: '@core',
}, async () => {
  const { first, second, form } = await draftInTwoTabs('先に押した投稿', true);
  const keys = await postFrom(first);
  posted.push(...keys);
  await pickPhotos(second, [extra], { message: 'あとから足した一枚' });
  await untilPrepared(second, files.length + 1);
  const [added, ...more] = await submitForKeys(second);
  expect(more).toEqual([]);
  posted.push(added ?? 'the third photo is lost');
  await expect(form).toBeHidden();
  await expect(second.getByText(postForm.savedBeside(files.length))).toBeVisible();
  line.decide = () => 'pass';
  await expectAllOnce();
  const words = new Map((await photosOf(product.url, CLUB, userId)).map((one) => [one.media_url, one.comment]));
  expect(keys.map((key) => words.get(key))).toEqual(files.map(() => '先に押した投稿'));
  expect(words.get(added ?? '')).toBe('あとから足した一枚');
  await second.close();
});

test('SAF-22 an open form gives up photos another tab posted, keeps its own, and posts nothing twice', {
  tag: '@core',
}, async () => {
  const { first, second, form } = await draftInTwoTabs('となりのタブ', false);
  await pickPhotos(second, [extra], { message: 'こちらの言葉' });
  await untilPrepared(second, files.length + 1);
  posted.push(...(await postFrom(first)));
  await expect(form.getByText(photoProblems.posted(files.length))).toBeVisible();
  await expect(form.getByRole('button', { name: /枚目の写真を外す/ })).toHaveCount(1);
  // The form stood open: it is opened again, with what is its own.
  await second.reload();
  await untilPrepared(second, 1);
  await expect(form.locator('textarea').first()).toHaveValue('こちらの言葉');
  posted.push(...(await submitForKeys(second)));
  line.decide = () => 'pass';
  await expectAllOnce();
  await second.close();
});

test('SAF-22 new words for photos another tab posted: nothing is sent, the form says so and keeps them', {
  tag: '@core',
}, async () => {
  const { first, second, form } = await draftInTwoTabs('もとの言葉', true);
  posted.push(...(await postFrom(first)));
  await form.locator('textarea').first().fill('書き直した言葉');
  await form.getByRole('button', { name: postForm.submit, exact: true }).click();
  await expect(form.getByText(photoProblems.posted(files.length))).toBeVisible();
  await expect(form.locator('textarea').first()).toHaveValue('書き直した言葉');
  await expect(second.getByRole('dialog', { name: postForm.savedTitle })).toBeHidden();
  line.decide = () => 'pass';
  await expectAllOnce();
  await second.close();
});

/** The browser's Background Sync comes when it likes: this fires it now. */
async function fireSync(page: Page): Promise<void> {
  const cdp = await phone.context.newCDPSession(page);
  const registered = new Promise<string>((done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(line.url));
      if (ours) done(ours.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: line.url,
    registrationId,
    tag: SYNC_TAG,
    lastChance: false,
  });
  await cdp.detach();
}
