/** A private window of WebKit keeps nothing and cannot store a Blob in IndexedDB: photos are kept as plain bytes, so posting works. */
import { inspectJpeg, testPictures } from '../fixtures/pictures.ts';
import { bytesOf, photosOf } from '../journeys/support/published.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { expect, FAN, signIn, test } from './support/engineTest.ts';
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

test('private window: T01 T03 posts offline where no Blob can be stored', async ({ open, product }) => {
  const pictures = (await testPictures()).filter(({ expected }) => expected.outcome === 'accept').slice(0, 2);
  const { screen } = await open({ isPrivate: true });
  await signIn(screen, product);
  expect(await screen.driver.evaluate(STORE_BLOB), 'otherwise this shows nothing').toBe('refused');
  await openPostForm(screen);
  const before = await photosOf(product.url, CLUB, FAN.sub);

  await choosePhotos(screen, pictures);
  await product.crash();
  await submitPost(screen);
  const keys = await queuedKeys(screen);
  expect(keys).toHaveLength(pictures.length);

  await product.restart();
  await untilWhole(product.url, before, keys);
  for (const key of nonEmpty(keys))
    expect(await inspectJpeg(await bytesOf(product.url, key))).toMatchObject({ hasExif: false, hasGps: false });
});
