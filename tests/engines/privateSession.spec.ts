/**
 * A private window of WebKit keeps nothing and cannot store a Blob in IndexedDB: photos are kept as plain bytes, so posting works. Nor is
 * there a browser's cache behind the worker's: what code did not come is not there, and WebKit does not ask again for a module that failed.
 */
import { inspectJpeg, testPictures } from '../fixtures/pictures.ts';
import { bytesOf, photosOf } from '../journeys/support/published.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { type EngineFixtures, type EngineProduct, expect, FAN, signIn, test } from './support/engineTest.ts';
import { choosePhotos, openPostForm, queuedKeys, submitPost, untilWhole } from './support/posting.ts';

/** Says what became of a Blob that was put into a store. */
const STORE_BLOB = `new Promise((done) => {
  const opening = indexedDB.open('blob-probe');
  opening.onupgradeneeded = () => opening.result.createObjectStore('store');
  opening.onerror = () => done('no database');
  opening.onsuccess = () => {
    const end = (what) => { opening.result.close(); indexedDB.deleteDatabase('blob-probe'); done(what); };
    try {
      const putting = opening.result.transaction('store', 'readwrite').objectStore('store').put(new Blob(['x']), 'key');
      putting.onerror = () => end('refused');
      putting.onsuccess = () => end('stored');
    } catch {
      end('refused');
    }
  };
})`;

/** On a first visit the worker has not kept the code of the app yet when the line breaks. */
const FORGET_CODE = `caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))`;

for (const [words, isFirstVisit] of [
  ['private window: T01 T03 posts offline where no Blob can be stored', false],
  ['first visit: QUE-02c code asked for in vain is asked for again', true],
] as const)
  test(words, ({ open, product }) => postOffline({ open, product }, isFirstVisit));

async function postOffline({ open, product }: EngineFixtures & EngineProduct, isFirstVisit: boolean): Promise<void> {
  const pictures = (await testPictures()).filter(({ expected }) => expected.outcome === 'accept').slice(0, 2);
  const { screen } = await open({ isPrivate: true });
  await signIn(screen, product);
  expect(await screen.driver.evaluate(STORE_BLOB), 'otherwise this shows nothing').toBe('refused');
  await openPostForm(screen);
  const before = await photosOf(product.url, CLUB, FAN.sub);

  await choosePhotos(screen, pictures);
  if (isFirstVisit) await screen.driver.evaluate(FORGET_CODE);
  await product.crash();
  await submitPost(screen);
  const keys = await queuedKeys(screen);
  expect(keys).toHaveLength(pictures.length);

  await product.restart();
  await untilWhole(product.url, before, keys);
  for (const key of nonEmpty(keys))
    expect(await inspectJpeg(await bytesOf(product.url, key))).toMatchObject({ hasExif: false, hasGps: false });
}
