/** A fan's later post with signal, on WebKit; `postToast.spec.ts` of the journeys has it on Chromium. */
import { arrival } from '../../src/messages/jaArrival.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { testPictures } from '../fixtures/pictures.ts';
import { expect, signIn, test } from './support/engineTest.ts';
import { choosePhotos, openPostForm, queuedKeys, submitPost } from './support/posting.ts';

test('toast: FAN-26a FAN-26b a later post is told by a toast until it is public, which leads to the photo', async ({
  open,
  product,
}) => {
  const [first, second] = (await testPictures()).filter(({ expected }) => expected.outcome === 'accept');
  if (!first || !second) throw new Error('no two pictures to post');
  const { screen } = await open();
  await signIn(screen, product);
  await openPostForm(screen);
  await choosePhotos(screen, [first]);
  await submitPost(screen, { hasSignal: true });
  await screen.the('button', arrival.album).touch();
  await screen.the('dialog').gone();

  await openPostForm(screen);
  await choosePhotos(screen, [second]);
  const before = await queuedKeys(screen);
  await screen.the('dialog', postForm.title).the('button', postForm.submit).touch();
  const toast = screen.the('region', arrival.label);
  await expect.poll(() => toast.text(), { timeout: 60_000 }).toContain(arrival.lead(1));
  await screen.the('dialog').gone();
  const [key] = (await queuedKeys(screen)).filter((one) => !before.includes(one));
  await toast.the('button', arrival.seePhoto).touch();
  await screen.part('[data-photo-detail]').see();
  const address = await screen.driver.evaluate<string>('location.href');
  expect(new URL(address).searchParams.get('q')).toBe(key);
  await toast.gone();
});
