/** Pictures of highlights: when they are drawn, of which photos, and when they are no longer served. */
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readHighlightsPictures } from '../../server/api/highlights/pictureRepository.ts';
import { type DrawHighlightsDeps, drawHighlights } from '../../server/pictures/drawHighlights.ts';
import type { HighlightsOrder } from '../../server/pictures/encodeHighlights.ts';
import { createPictureProcess } from '../../server/pictures/pictureProcess.ts';
import { HIGHLIGHTS_FORMATS, highlightsPicturePath } from '../../src/contract/highlights.ts';
import { HIGHLIGHTS_PICTURE, HIGHLIGHTS_TIMES } from '../../src/contract/highlightsLimits.ts';
import { findTenant } from '../../tenants/index.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { HOUR, NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
let jpeg: Uint8Array;
let now = NOON;
let made = 0;
let event_id = '';
let errors: string[] = [];
let orders: HighlightsOrder[] = [];
const real = createPictureProcess();
beforeAll(async () => {
  world = await startStaffWorld();
  jpeg = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  now = NOON;
  world.setNow(now);
  orders = [];
  errors = [];
  await world.db.deleteFrom('highlights_page').execute();
  await world.db.deleteFrom('credit_setting').execute();
  await world.db.deleteFrom('identity_limit').execute();
  event_id = `pictures-${++made}`;
  await world.addEvent(event_id, { event_name: '最終節' });
});
afterAll(async () => {
  real.close();
  await world.close();
});

const as = `editor-${CLUB}`;
const later = (ms: number) => {
  now += ms;
  world.setNow(now);
};
/** Notes what is asked of the picture process, and answers with few bytes. */
const noting: DrawHighlightsDeps['pictures'] = {
  async drawHighlights(order) {
    orders.push(order);
    const bytes = new TextEncoder().encode(`drawn ${orders.length}`);
    return {
      is: 'highlights',
      pictures: [
        { format: 'wide', bytes },
        { format: 'tall', bytes },
      ],
    };
  },
};
const draw = (change: Partial<DrawHighlightsDeps> = {}) =>
  drawHighlights({
    db: world.db,
    objects: { stat: async () => ({ size: jpeg.length, owner: 'x', storedAt: NOON }), read: async () => jpeg },
    pictures: noting,
    now: () => now,
    onError: (error) => errors.push((error as Error).message),
    ...change,
  });
const post = async (fields = {}, by?: string) => {
  later(1_000);
  const author = by ?? (await world.newFan());
  const photo = world.storePhoto(author, event_id, { usepermit: true, ...fields });
  expect((await world.post(author, event_id, [photo])).status).toBe(200);
  return { media_url: photo.media_url, author };
};
const write = (title = '逆転の夜', revision: number | null = null) =>
  world.staff.ok('putStaffHighlights', {
    as,
    body: { event_id, revision, title, text: '', sections: ['photos', 'numbers'] },
  });
const setState = (is_published: boolean, revision: number) =>
  world.staff.ok('putStaffHighlightsState', { as, body: { event_id, revision, is_published } });
const publish = async () => {
  await write();
  await setState(true, 1);
};
const place = () => ({ tenant: CLUB, eventId: event_id });
const pathOf = async (format: 'wide' | 'tall' = 'wide') => {
  const found = (await readHighlightsPictures(world.db, place())).find((one) => one.format === format);
  return found ? highlightsPicturePath(CLUB, { eventId: event_id, tag: found.tag, format }) : null;
};
/** After the time in which answers are shared. */
const get = async (path: string | null) => {
  later(HIGHLIGHTS_TIMES.shared);
  const response = await world.send('GET', path ?? '/none', {});
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers };
};

test('WAL-08a both pictures are drawn by the process itself, in their sizes, and served as JPEG', async () => {
  await post();
  await publish();
  expect(await draw({ pictures: real })).toBe(1);
  for (const format of ['wide', 'tall'] as const) {
    const { status, bytes, headers } = await get(await pathOf(format));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(bytes.length).toBeLessThanOrEqual(HIGHLIGHTS_PICTURE.bytes);
    const { width, height, format: kind } = await sharp(bytes).metadata();
    expect({ width, height, kind }).toEqual({ ...HIGHLIGHTS_FORMATS[format], kind: 'jpeg' });
  }
  const shown = await world.staff.ok('getStaffHighlights', { as, query: { event_id } });
  expect(shown.pictures.map(({ format }) => format)).toEqual(['wide', 'tall']);
  expect([shown.is_drawing, errors]).toEqual([false, []]);
});

test('WAL-08a only permitted photos are in them, three at most, with credits by the setting, title and day', async () => {
  const [first] = [await post(), await post(), await post(), await post()];
  const secret = await post({ usepermit: false });
  const setting = { tenant: CLUB, type: 'C', official_label: '公式', extra_text: '提供', ambassador: 'OFF' } as const;
  await world.db.insertInto('credit_setting').values(setting).execute();
  await publish();
  await draw();
  const [order] = nonEmpty(orders);
  expect(order?.highlights).toHaveLength(HIGHLIGHTS_PICTURE.photos);
  expect(order?.highlights.map(({ credit }) => credit)).not.toContain(`© 公式 / ${secret.author} 提供`);
  expect(order?.highlights.map(({ credit }) => credit)).not.toContain(`© 公式 / ${first?.author} 提供`);
  expect(nonEmpty(order?.highlights ?? []).every(({ credit }) => /^© 公式 \/ new-\d+ 提供$/.test(credit))).toBe(true);
  const site = findTenant(CLUB)?.name;
  expect(order?.texts).toEqual({ title: '逆転の夜', event: '最終節', date: '2026/06/10', site });
  expect(order?.colors).toEqual(findTenant(CLUB)?.config.colors);
  expect(order?.counts).toContainEqual(expect.objectContaining({ value: '5', unit: '枚' }));
});

test('WAL-08a without a permitted photo there is no picture', async () => {
  await post({ usepermit: false });
  await publish();
  await draw();
  expect([orders, await pathOf(), errors]).toEqual([[], null, []]);
  const shown = await world.staff.ok('getStaffHighlights', { as, query: { event_id } });
  expect([shown.has_usable, shown.is_drawing]).toEqual([false, false]);
});

test('WAL-08b a picture is drawn once for a content: for no draft, for no request, again after a change', async () => {
  await post();
  await write();
  const numbers = async () => (await world.staff.ok('getStaffHighlights', { as, query: { event_id } })).numbers;
  await expect.poll(numbers).toMatchObject({ photos: 1, posters: 1 });
  expect(await draw()).toBe(0);
  await setState(true, 1);
  expect(await draw()).toBe(1);
  const path = await pathOf();
  for (let i = 0; i < 5; i++) expect((await get(path)).status).toBe(200);
  expect(await draw()).toBe(0);
  // Looked at again, nothing has changed.
  later(HIGHLIGHTS_TIMES.lookFirst + HOUR);
  expect(await draw()).toBe(0);
  expect(orders).toHaveLength(1);
  await write('延長の夜', 2);
  expect(await draw()).toBe(1);
  expect(orders.at(-1)?.texts.title).toBe('延長の夜');
  expect([(await get(path)).status, (await get(await pathOf())).status]).toEqual([404, 200]);
});

test('WAL-08b a drawing that fails is tried again later, and stops after a few tries', async () => {
  await post();
  await publish();
  const fails = { drawHighlights: async () => Promise.reject(new Error('no memory')) };
  expect([await draw({ pictures: fails }), await draw({ pictures: fails })]).toEqual([0, 0]);
  expect(errors).toEqual(['Drawing highlights failed: no memory']);
  for (const pause of HIGHLIGHTS_TIMES.retries) {
    later(pause);
    await draw({ pictures: fails });
  }
  expect(errors.at(-1)).toBe('Drawing highlights failed for the last time: no memory');
  later(HOUR);
  await draw({ pictures: fails });
  expect(errors).toHaveLength(HIGHLIGHTS_TIMES.retries.length + 1);
  later(HIGHLIGHTS_TIMES.lookLast);
  expect(await draw()).toBe(1);
});

test('WAL-08c a picture goes with a photo that is hidden, removed or withdrawn, and another one follows', async () => {
  await post();
  const acts: ((photo: { media_url: string; author: string }) => Promise<unknown>)[] = [
    ({ media_url }) =>
      world.db
        .updateTable('photo')
        .set({ hidden_at: new Date(now) })
        .where('media_url', '=', media_url)
        .execute(),
    ({ media_url, author }) => world.ok('deletePhoto', { as: author, body: { public_list_id: 'event', media_url } }),
    ({ author }) =>
      world.ok('putUsepermit', { as: author, body: { usepermit: false, wording: '1', earlier_posts: true } }),
    ({ author }) =>
      world.db
        .insertInto('suspension')
        .values({ tenant: CLUB, user_id: author, reason: 'x', until: null, at: new Date(now) })
        .execute(),
    ({ author }) => world.db.updateTable('profile').set({ nickname: '別名' }).where('user_id', '=', author).execute(),
  ];
  await publish();
  for (const act of acts) {
    const goes = await post();
    // As after some time.
    await world.db.updateTable('highlights_page').set({ due_at: '-infinity' }).execute();
    expect(await draw()).toBe(1);
    expect(orders.at(-1)?.highlights).toHaveLength(2);
    const path = await pathOf();
    expect((await get(path)).status).toBe(200);
    await act(goes);
    expect((await get(path)).status).toBe(404);
    expect(await draw()).toBe(1);
    await world.db
      .updateTable('photo')
      .set({ hidden_at: new Date(now) })
      .where('media_url', '=', goes.media_url)
      .execute();
    await draw();
    expect((await get(await pathOf())).status).toBe(200);
  }
  expect(orders.at(-1)?.highlights).toHaveLength(1);
});

test('WAL-08c a photo that is hidden while it is drawn is in no picture', async () => {
  const { media_url } = await post();
  await publish();
  const hides: DrawHighlightsDeps['pictures'] = {
    async drawHighlights(order) {
      await world.db
        .updateTable('photo')
        .set({ hidden_at: new Date(now) })
        .where('media_url', '=', media_url)
        .execute();
      return noting.drawHighlights(order);
    },
  };
  expect(await draw({ pictures: hides })).toBe(0);
  expect([orders.length, await pathOf()]).toEqual([1, null]);
  // The next permitted photo has its picture.
  await post();
  await write('別の夜', 2);
  expect(await draw()).toBe(1);
});

test('WAL-08b other tenants, other names and pages taken back have no picture', async () => {
  await post();
  await publish();
  await draw();
  const path = (await pathOf()) ?? '';
  const wrong = [
    path.replace(`/${CLUB}/`, `/${LEAGUE}/`),
    path.replace('-wide', '-huge'),
    path.replace('-wide', '-tall').replace('.jpg', '.png'),
    path.replace(event_id, '..%2f'),
    path.replace(/[\w-]{22}-wide/, `${'x'.repeat(22)}-wide`),
  ];
  for (const one of wrong) expect((await get(one)).status, one).toBe(404);
  expect((await get(path)).headers.get('cache-control')).toBe(`public, max-age=${HIGHLIGHTS_PICTURE.maxAgeS}`);
  await setState(false, 2);
  expect((await get(path)).status).toBe(404);
});
