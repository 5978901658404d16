/** What fans do most, on every engine alike. Offline means: the server is killed, since WebKit cannot be told to be offline. */
import { demoLogins } from '../../demo/content/people.ts';
import { gallery, ui } from '../../src/messages/ja.ts';
import { arrival } from '../../src/messages/jaArrival.ts';
import { install } from '../../src/messages/jaInstall.ts';
import { keepButton } from '../../src/messages/jaKeepButton.ts';
import { kept } from '../../src/messages/jaKept.ts';
import { waitingPhotos } from '../../src/messages/jaPending.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { photoActions } from '../../src/messages/jaPhotoViewer.ts';
import { search } from '../../src/messages/jaSearch.ts';
import { photoSelection, photoZip } from '../../src/messages/jaSelection.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { block, comments } from '../../src/messages/jaSocial.ts';
import { inspectJpeg, picturesWithPreview, testPictures } from '../fixtures/pictures.ts';
import { isPut, openLine } from '../journeys/support/line.ts';
import { bytesOf, photosOf } from '../journeys/support/published.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { IPHONE } from '../support/iphone.ts';
import { CLUB } from '../support/tenants.ts';
import { drawnPhotos, expect, FAN, galleryOf, signIn, test, untilKept, untilPhotos } from './support/engineTest.ts';
import { choosePhotos, openPostForm, queuedKeys, submitPost, untilWhole } from './support/posting.ts';
import { untouchedPhoto } from './support/untouchedPhoto.ts';

test('sign-in: QUE-01b a fan signs in and still is after kill -9', async ({ open, product }) => {
  const phone = await open();
  await signIn(phone.screen, product);
  await phone.screen.the('link', new RegExp(shell.myPage)).see();
  await phone.killAndReopen();
  await phone.screen.goto(galleryOf(product));
  await phone.screen.the('link', new RegExp(shell.myPage)).see();
});

test('block: STF-05c a fan is blocked from the menu of their page, and unblocked there', async ({ open, product }) => {
  const { screen } = await open();
  await signIn(screen, product);
  const own = [FAN.sub, demoLogins.official.sub];
  const [photo] = nonEmpty((await photosOf(product.url, CLUB)).filter(({ user_id }) => !own.includes(user_id)));
  const { user_id = '', user_screen_name: name = '' } = photo ?? {};
  await screen.goto(`${product.url}/${CLUB}/my-photo.html?u=${user_id}`);
  await screen.the('button', block.menuOf(name)).touch();
  await screen.the('button', block.actionOf(name)).touch();
  await screen.the('dialog', ui.confirm).the('button', block.action).touch();
  await screen.the('button', block.undo).touch();
  await screen.the('button', block.undo).gone();
});

test('photo: PHO-02a PHO-02c opens over the list, next, and back to the list', async ({ open, product }) => {
  const { screen } = await open();
  await screen.goto(galleryOf(product));
  await untilPhotos(screen);
  const cards = screen.part('#main li[data-photo]');
  const [first, second] = await screen.driver.evaluate<string[]>(
    `[...document.querySelectorAll('#main li[data-photo]')].map((card) => card.dataset.photo)`,
  );
  const shown = () => screen.driver.evaluate<string | null>(`new URL(location.href).searchParams.get('q')`);
  const isDrawn = () =>
    screen.driver.evaluate<boolean>(
      `(() => { const picture = document.querySelector('dialog [data-side="open"] img');
        return picture !== null && picture.complete && picture.naturalWidth > 0; })()`,
    );
  await cards.the('link').touch();
  await screen.the('dialog').see();
  expect(await shown()).toBe(first);
  await expect.poll(isDrawn).toBe(true);
  await screen.the('dialog').the('button', photoDetail.next).touch();
  await expect.poll(shown).toBe(second);
  await expect.poll(isDrawn).toBe(true);
  await screen.driver.back();
  await screen.the('dialog').gone();
  expect(await shown()).toBeNull();
  await untilPhotos(screen);
});

test('taken over: RTE-02a PHO-01b the server’s page answers, and takes no picture to come for a failed one', async ({
  open,
  product,
}) => {
  const { screen } = await open();
  await screen.goto(galleryOf(product));
  await screen.the('button', shell.search).see();
  const sources = () =>
    screen.driver.evaluate<string[]>(
      `[...document.querySelectorAll('#root:not([inert]) #main li[data-photo] img')].map((picture) => picture.getAttribute('src'))`,
    );
  await expect.poll(async () => (await sources()).length).toBeGreaterThan(12);
  expect((await sources()).filter((source) => !source.includes('/thumbnail/'))).toEqual([]);
});

test('search: SRC-01a words find photos and people while they are typed', async ({ open, product }) => {
  const { screen } = await open();
  await screen.goto(galleryOf(product));
  await screen.the('button', shell.search).touch();
  const panel = screen.the('dialog', search.title);
  await panel.the('searchbox').fill('ゴール');
  await panel.the('heading', search.photos('ゴール')).see();
  await panel.the('searchbox').fill('高峰');
  await panel.the('link', /高峰/).touch();
  await screen.the('dialog').gone();
  await expect.poll(() => screen.driver.evaluate(`location.pathname + location.search`)).toMatch(/player-detail.*p=/);
  await untilPhotos(screen, 1);
});

test('comment: SOC-03b a fan comments, and everybody reads it', async ({ open, product }) => {
  const { screen } = await open();
  await signIn(screen, product);
  const [, , photo] = await photosOf(product.url, CLUB);
  const address = `${galleryOf(product)}?q=${encodeURIComponent(photo?.media_url ?? '')}`;
  const words = `この角度は初めて見ました（${screen.driver.engine}）`;
  await screen.goto(address);
  const talk = screen.the('region', comments.title);
  await talk.the('textbox', comments.label).fill(words);
  await talk.the('button', comments.send).touch();
  await talk.the('button', comments.send).gone();
  const other = await open();
  await other.screen.goto(address);
  await expect.poll(() => other.screen.the('region', comments.title).text()).toContain(words);
});

test('actions: FAN-02e SOC-01c like, bookmark, share, copy, follow and comment from the opened photo', async ({
  open,
  product,
}) => {
  const { screen } = await open();
  await signIn(screen, product);
  const { media_url } = await untouchedPhoto(product.url, FAN.sub);
  await screen.goto(`${galleryOf(product)}?q=${encodeURIComponent(media_url)}`);
  const opened = screen.the('dialog');
  const actions = opened.the('region', photoActions.group);
  const toggles = [
    actions.the('button', new RegExp(`${photoDetail.like}$`)),
    actions.the('button', /^ブックマーク/),
    opened.the('button', /さんをフォロー/),
  ];
  const pressed = () => Promise.all(toggles.map((toggle) => toggle.attribute('aria-pressed')));
  // Who follows whom is known a moment after the photo is drawn.
  await expect.poll(() => toggles[2]?.attribute('disabled')).toBeNull();
  const before = await pressed();
  for (const toggle of toggles) await toggle.touch();
  const after = before.map((is) => String(is !== 'true'));
  await expect.poll(pressed).toEqual(after);
  await actions.the('button', photoDetail.share).touch();
  await actions.the('link', photoDetail.shareBy.line).see();
  await actions.the('button', new RegExp(`^${photoDetail.copyUrl}$`)).touch();
  await expect.poll(() => screen.driver.evaluate(`document.body.textContent`)).toContain(photoDetail.copied);
  await actions.the('button', /^コメント/).touch();
  const field = opened.the('textbox', comments.label);
  const words = `ボタンから（${screen.driver.engine}）`;
  await field.fill(words);
  await opened.the('button', comments.send).touch();
  await opened.the('button', comments.send).gone();

  await screen.driver.reload();
  await expect.poll(pressed).toEqual(after);
  await expect.poll(() => opened.the('region', comments.title).text()).toContain(words);
});

test('browse offline: DAT-02a what was seen once starts cold with no network', async ({ open, product }) => {
  const phone = await open();
  await phone.screen.goto(galleryOf(product));
  const photos = await untilPhotos(phone.screen);
  await untilKept(phone.screen, photos);
  await product.crash();
  await phone.killAndReopen();
  await phone.screen.goto(galleryOf(product));
  expect(await untilPhotos(phone.screen, photos.length)).toEqual(expect.arrayContaining(photos));
  await expect.poll(() => phone.screen.part('#main').text()).toContain(shell.unreachable);
});

test('kept: KEP-01c KEP-01e a match is kept whole, and opens with all photos with no network', async ({
  open,
  product,
}) => {
  const phone = await open();
  const [newest] = await photosOf(product.url, CLUB);
  const ofMatch = (await photosOf(product.url, CLUB)).filter(({ event_id }) => event_id === newest?.event_id);
  const page = `${product.url}/${CLUB}/event-detail.html?e=${newest?.event_id}`;
  await phone.screen.goto(page);
  await phone.screen.the('button', keepButton.keep).touch();
  const sheet = phone.screen.the('dialog', kept.title);
  await sheet.the('button', new RegExp(`^${kept.start}$`)).touch();
  await expect.poll(() => sheet.text(), { timeout: 60_000 }).toContain(kept.whole);
  await untilKept(phone.screen, []);
  await product.crash();
  await phone.killAndReopen();
  await phone.screen.goto(page);
  await expect.poll(() => phone.screen.part('#main').text()).toContain(gallery.end(ofMatch.length));
  // Below the first screen they are asked for once the fan comes near.
  const comeNear = `[...document.querySelectorAll('#main li[data-photo] img')].find((one) => !one.complete)?.scrollIntoView()`;
  const drawn = async () => {
    await phone.screen.driver.evaluate(comeNear);
    return (await drawnPhotos(phone.screen)).length;
  };
  await expect.poll(drawn).toBe(ofMatch.length);
});

test('take home: KEP-02a KEP-02e selected photos become a ZIP in memory, saved by a press', async ({
  open,
  product,
}) => {
  const { screen } = await open();
  await screen.goto(galleryOf(product));
  await untilPhotos(screen);
  // Chromium would open a window of the system, where nobody can press; the others have none.
  await screen.driver.evaluate('delete globalThis.showSaveFilePicker');
  const allowed = (await photosOf(product.url, CLUB)).filter(({ usepermit }) => usepermit).slice(0, 2);
  await screen.the('button', new RegExp(`^${photoSelection.select}$`)).touch();
  for (const { media_url } of allowed) await screen.part(`#main li[data-photo="${media_url}"]`).the('checkbox').touch();
  const bar = screen.the('region', photoSelection.group);
  await expect.poll(() => bar.text()).toContain(photoSelection.count(allowed.length));
  await bar.the('button', photoSelection.save).touch();
  const card = screen.the('region', photoZip.label);
  await expect.poll(() => card.text(), { timeout: 60_000 }).toContain(photoZip.ready(1));
  await card.the('button', /^ZIPを保存/).touch();
  await expect.poll(() => card.text()).toContain(photoZip.done(allowed.length));
});

test('post offline: QUE-01b QUE-01d survives kill -9, arrives once, without GPS', async ({ open, product }) => {
  const pictures = (await testPictures()).filter(({ expected }) => expected.outcome === 'accept');
  const picked = [...pictures.filter(({ hasGps }) => hasGps), ...pictures].slice(0, 3);
  const phone = await open();
  await signIn(phone.screen, product);
  await untilKept(phone.screen, await untilPhotos(phone.screen));
  // Seen once with signal: the events to post to are there without.
  await openPostForm(phone.screen);
  const before = await photosOf(product.url, CLUB, FAN.sub);

  await product.crash();
  await choosePhotos(phone.screen, picked);
  await submitPost(phone.screen);
  const keys = await queuedKeys(phone.screen);
  expect(keys).toHaveLength(picked.length);
  await phone.killAndReopen();
  await phone.screen.goto(galleryOf(product));
  await phone.screen.the('region', waitingPhotos.pendingTitle).see();
  expect(await queuedKeys(phone.screen)).toEqual(keys);
  expect((await drawnPhotos(phone.screen)).length).toBeGreaterThan(0);

  await product.restart();
  const arrived = await untilWhole(product.url, before, keys);
  await phone.screen.the('region', waitingPhotos.pendingTitle).gone();
  for (const photo of nonEmpty(arrived)) {
    const facts = await inspectJpeg(await bytesOf(product.url, photo.media_url));
    expect({ width: photo.width, height: photo.height }).toEqual({ width: facts.width, height: facts.height });
    expect({ hasExif: facts.hasExif, hasGps: facts.hasGps }).toEqual({ hasExif: false, hasGps: false });
  }
});

test('public first: PUB-01a PUB-02a public with its previews alone, whole once its originals have come', async ({
  open,
  product,
}) => {
  const [path = ''] = await picturesWithPreview(1);
  const picture = (await testPictures()).find((one) => one.path === path);
  if (!picture) throw new Error('no picture larger than a preview');
  const line = await openLine(product.url);
  try {
    line.decide = (asked) => (isPut(asked) && asked.path.includes('/original/') ? 'reset' : 'pass');
    const { screen } = await open();
    await signIn(screen, { ...product, url: line.url });
    await openPostForm(screen);
    await choosePhotos(screen, [picture]);
    await submitPost(screen, { hasSignal: true });
    const [key] = await queuedKeys(screen);
    const posted = async () => (await photosOf(product.url, CLUB, FAN.sub)).find(({ media_url }) => media_url === key);
    expect(await posted()).toMatchObject({ has_preview: true, original_pending: true });

    line.decide = () => 'pass';
    await screen.driver.reload();
    await expect.poll(async () => (await posted())?.original_pending, { timeout: 120_000 }).toBe(false);
    const facts = await inspectJpeg(await bytesOf(product.url, key ?? ''));
    const { width, height } = picture.expected;
    expect(facts).toMatchObject({ width, height, hasExif: false, hasGps: false });
  } finally {
    await line.close();
  }
});

test('home screen: TEN-11e an iPhone finds icon and startup pictures, both ways, with nothing opened', async ({
  open,
  product,
}) => {
  const { screen } = await open({ userAgent: IPHONE });
  await screen.goto(`${product.url}/common/tutorial.html?t=${CLUB}`);
  const pictures = () =>
    screen.driver.evaluate<string[]>(
      `Promise.all([...document.querySelectorAll('link[rel="apple-touch-startup-image"]')].map(async ({ href, media }) => {
        const picture = new Image();
        picture.src = href;
        await picture.decode();
        return media + (picture.naturalWidth < picture.naturalHeight ? ' upright' : ' on its side');
      }))`,
    );
  await expect.poll(pictures).toEqual(['(orientation: portrait) upright', '(orientation: landscape) on its side']);
  const icon = `document.querySelector('link[rel="apple-touch-icon"]')?.getAttribute('href') ?? null`;
  expect(await screen.driver.evaluate<string | null>(icon)).toBe(`/${CLUB}/icons/apple-touch-180.png`);
});

test('install: TEN-11d T11 an iPhone is shown the way to its home screen, once, when photos have arrived', async ({
  open,
  product,
}) => {
  const [picture] = (await testPictures()).filter(({ expected }) => expected.outcome === 'accept');
  if (!picture) throw new Error('no picture to post');
  const { screen } = await open({ userAgent: IPHONE });
  await signIn(screen, product);
  await screen.the('button', shell.post).see();
  await openPostForm(screen);
  await choosePhotos(screen, [picture]);
  await submitPost(screen, { hasSignal: true });
  const guide = screen.the('dialog', install.title);
  await screen.the('button', arrival.album).touch();
  await guide.the('listitem').see();
  expect(await guide.the('listitem').count()).toBe(3);
  await guide.the('button', install.close).touch();
  await guide.gone();
  await screen.driver.reload();
  await screen.the('button', shell.post).see();
  // They begin at the lower edge of this page: whether one is drawn there is the engine's choice.
  await screen.part('#main li[data-photo]').see();
  await screen.driver.evaluate(`document.querySelector('#main li[data-photo]').scrollIntoView({ block: 'center' })`);
  await untilPhotos(screen, 1);
  await guide.gone();
});
