/** A build comes, brings a newer database, and goes again: posts that wait survive both ways, and no page stays blank (T28). */
import { expect, type Frame, type Page, test } from '@playwright/test';
import { outboxPath } from '../../src/contract/workerPaths.ts';
import { outbox } from '../../src/messages/jaOutbox.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { findTenant } from '../../tenants/index.ts';
import { openForge } from '../api/attackSetup.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { DIST, isLater, makeNextBuild, type NextBuild } from './nextBuild.ts';
import { type Deployments, startDeployments } from './support/deployments.ts';
import {
  galleryUrl,
  openPostForm,
  pickPhotos,
  queuedKeys,
  signIn,
  storedJobs,
  submitPost,
  untilPrepared,
  untilWorkerControls,
} from './support/fan.ts';
import { isPut, type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { expectOnce } from './support/published.ts';

let server: Deployments;
let line: Line;
let phone: Phone;
let next: NextBuild;
let files: string[];
let userId = '';
/** What has arrived so far. */
const arrived: string[] = [];

test.describe.configure({ mode: 'serial', timeout: 300_000 });
test.beforeAll(async () => {
  next = await makeNextBuild();
  server = await startDeployments(DIST);
  const { addFan } = await openForge(server.first);
  userId = await addFan('updater', CLUB);
  const { db } = server.first.deps;
  await db
    .updateTable('membership')
    .set({ agreed_version: findTenant(CLUB)?.rulesVersion ?? '' })
    .execute();
  await db.insertInto('usepermit').values({ tenant: CLUB, user_id: userId, usepermit: true }).execute();
  const period = { crawl_period_start: '2020-01-01 00:00:00', crawl_period_end: '2099-01-01 00:00:00' };
  const nothing = { thumbnail: null, post_limit: null, descriptive_photo: null, season_id: null, user_id: null };
  const event = { event_id: 'match', event_name: '第1節', event_type: 'official', event_date: '2026-01-01' } as const;
  await db
    .insertInto('event')
    .values({ tenant: CLUB, ...event, ...period, ...nothing })
    .execute();
  line = await openLine(server.url);
  phone = await openPhone();
  files = await lightPictures(2);
});
test.afterAll(async () => {
  await phone.close();
  await line.close();
  await server.close();
  next.remove();
});

/** A post that cannot leave: its photo waits on the device. */
async function postInVain(page: Page, file: string): Promise<string[]> {
  line.decide = (asked) => (isPut(asked) ? 'reset' : 'pass');
  await openPostForm(page);
  await pickPhotos(page, [file]);
  await untilPrepared(page, 1);
  await submitPost(page);
  // A later post is told by a toast, over which nothing has to be closed (FAN-26).
  const sheet = page.getByRole('dialog', { name: postForm.savedTitle });
  if ((await sheet.count()) > 0) await sheet.getByRole('button', { name: '閉じる' }).last().click();
  const keys = (await queuedKeys(page)).filter((key) => !arrived.includes(key));
  expect(keys).toHaveLength(1);
  return keys;
}

/** Changes the device's database as another build would have left it. Plain IndexedDB: no code of ours stands between. */
const rewriteStore = (page: Page, how: 'as the build before' | 'with a post of a later schema') =>
  page.evaluate(
    (wish) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('fan-photo');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const tx = opening.result.transaction(['jobs', 'bytes'], 'readwrite');
          const jobs = tx.objectStore('jobs');
          const all = jobs.getAll();
          all.onsuccess = () => {
            const waiting = all.result.find(({ state }) => state !== 'done');
            if (wish === 'as the build before') {
              const { registering: _, refusedSession: __, ...older } = waiting;
              jobs.put({ ...older, version: 0 });
            } else {
              jobs.put({ id: 'later', version: 99, photos: [{ name: 'later' }], news: { unknown: true } });
              tx.objectStore('bytes').put({ buffer: new ArrayBuffer(9), type: 'image/jpeg' }, 'later/original');
            }
          };
          tx.oncomplete = () => {
            opening.result.close();
            done();
          };
          tx.onerror = () => fail(tx.error);
        };
      }),
    how,
  );
const databaseVersion = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name === 'fan-photo')?.version);
const bytesKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((done) => {
        const opening = indexedDB.open('fan-photo');
        opening.onsuccess = () => {
          const keys = opening.result.transaction('bytes').objectStore('bytes').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            done(keys.result);
          };
        };
      }),
  );

/** Takes the build that is offered. */
async function takeUpdate(page: Page): Promise<void> {
  await page.reload();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await expect(page.getByText(shell.updateReady)).toBeVisible();
  // 'load' would also tell of the hidden frames (takeOver.ts).
  const isPage = (frame: Frame) => frame === page.mainFrame();
  const begun = page.waitForEvent('framenavigated', { predicate: isPage, timeout: 60_000 });
  await page.getByRole('button', { name: shell.update }).click();
  await begun;
  await page.waitForLoadState();
  await expect(page.getByRole('button', { name: shell.post, exact: true }).first()).toBeVisible();
}
const runsLater = async (page: Page) =>
  // A page the server drew names its client for later, in `data-code`.
  isLater(
    await page.evaluate(() =>
      [...document.scripts].map(({ src, dataset }) => `${src} ${dataset.code ?? ''}`).join(' '),
    ),
  );

test('T28 QUE-01c a new build with other chunks and database takes over what the one before left waiting', async () => {
  const { page } = phone;
  await signIn(page, line.url, { email: 'updater@example.jp', password: 'Stadium-2026' });
  await page.goto(line.url + galleryUrl());
  await untilWorkerControls(page);
  const keys = await postInVain(page, files[0] ?? '');
  await rewriteStore(page, 'as the build before');
  const before = await databaseVersion(page);

  await server.deploy(next.dist);
  await takeUpdate(page);
  expect(await runsLater(page)).toBe(true);
  await expect.poll(() => databaseVersion(page)).toBe(next.databaseVersion);
  expect(next.databaseVersion).toBe((before ?? 0) + 1);
  expect(await queuedKeys(page)).toEqual(keys);
  const asked = line.answered.filter(({ path }) => next.deltas.includes(path.replace('/assets/', '')));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(({ encoding }) => encoding !== 'dcz')).toEqual([]);

  line.decide = () => 'pass';
  await page.reload();
  arrived.push(...keys);
  await expectOnce(server.url, CLUB, userId, arrived);
});

test('T28 QUE-01c back to the build before: it sends what it can read of the newer one’s, leaves the rest', async () => {
  const { page } = phone;
  const keys = await postInVain(page, files[1] ?? '');
  await rewriteStore(page, 'with a post of a later schema');

  await server.deploy(DIST);
  await takeUpdate(page);
  expect(await runsLater(page)).toBe(false);
  expect(await databaseVersion(page), 'nobody can go back to an older version').toBe(next.databaseVersion);
  await page.goto(line.url + outboxPath(CLUB));
  await expect(page.getByRole('main').getByText(outbox.states.waiting).first()).toBeVisible();
  expect((await storedJobs(page)).map(({ id }) => id)).toContain('later');

  line.decide = () => 'pass';
  await page.reload();
  arrived.push(...keys);
  await expectOnce(server.url, CLUB, userId, arrived);
  await expect.poll(() => bytesKeys(page)).toEqual(['later/original']);
  expect((await storedJobs(page)).find(({ id }) => id === 'later')).toMatchObject({ version: 99 });
});
