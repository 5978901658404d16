/** The desk's page of photos: filters, best shots, stars, face tags, and downloads for the club's use. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { CLUB_DOWNLOAD_MAX, STAFF_PHOTOS } from '../../src/contract/staffLimits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { HOUR, NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(async () => {
  world.setNow(NOON);
  for (const table of ['photo', 'photo_download', 'consent', 'identity_limit'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(() => world.close());

const as = `editor-${CLUB}`;
const event_id = `e-${CLUB}`;
type Filter = NonNullable<Parameters<typeof world.staff.ok<'getStaffPhotos'>>[1]['query']>;
const listed = async (filter: Omit<Filter, 'event_id'> = {}) =>
  (await world.staff.ok('getStaffPhotos', { as, query: { event_id, ...filter } })).list;
const keysOf = async (filter: Omit<Filter, 'event_id'> = {}) =>
  (await listed(filter)).map(({ photo }) => photo.media_url);
const download = (media_urls: string[], who = as) =>
  world.staff.ok('putStaffDownload', { as: who, body: { media_urls } });
const ended = async (who = as) => (await world.staff.ok('getStaffEndedPermissions', { as: who })).list;
const actsOn = async (media_url: string) =>
  world.db.selectFrom('operator_log').selectAll().where('what', '=', media_url).orderBy('id').execute();
const setPermit = (user: string, usepermit: boolean, earlier_posts = false) =>
  world.ok('putUsepermit', {
    as: user,
    body: { usepermit, wording: '1', ...(earlier_posts ? { earlier_posts } : {}) },
  });

/** A photo without permission: its author turned the switch off. */
async function newRefused() {
  const author = await world.newFan();
  const photo = world.storePhoto(author, event_id, { usepermit: false });
  await world.post(author, event_id, [photo]);
  return photo.media_url;
}
const rowsOf = (csv: string) =>
  csv
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));

test('STF-16a photos of a match are listed by permission, best shot and stars, of the tenant alone', async () => {
  const [usable, refused] = [(await world.newPhoto()).media_url, await newRefused()];
  await world.newPhoto(LEAGUE);
  const hidden = (await world.newPhoto()).media_url;
  await world.db
    .updateTable('photo')
    .set({ hidden_at: new Date(NOON) })
    .where('media_url', '=', hidden)
    .execute();
  await world.staff.ok('putStaffBestShot', { as, body: { media_url: refused, is_best: true } });
  await world.staff.ok('putStaffStars', { as, body: { media_url: usable, stars: 4 } });
  expect(await keysOf()).toEqual([refused, usable]);
  expect([await keysOf({ permit: 'yes' }), await keysOf({ permit: 'no' })]).toEqual([[usable], [refused]]);
  expect([await keysOf({ best: 'yes' }), await keysOf({ stars: '4' }), await keysOf({ stars: '5' })]).toEqual([
    [refused],
    [usable],
    [],
  ]);
  expect(await listed({ stars: '1' })).toMatchObject([{ stars: 4, downloaded_at: null, photo: { usepermit: true } }]);
  const others = await world.staff.ok('getStaffPhotos', { as, query: { event_id: `e-${LEAGUE}` } });
  expect(others.list).toEqual([]);
});

test('STF-16a pages follow each other without a gap, and a block between fans hides nothing from the club', async () => {
  const author = await world.newFan();
  const photos = Array.from({ length: STAFF_PHOTOS.page + 2 }, () => world.storePhoto(author, event_id));
  for (let from = 0; from < photos.length; from += 10) {
    world.setNow(NOON + from);
    expect((await world.post(author, event_id, photos.slice(from, from + 10))).status).toBe(200);
  }
  await world.ok('putBlock', { as: author, body: { block_user: as } });
  const first = await world.staff.ok('getStaffPhotos', { as, query: { event_id } });
  const cursor = first.cursor ?? '';
  const second = await world.staff.ok('getStaffPhotos', { as, query: { event_id, cursor } });
  expect([first.list.length, second.list.length, second.cursor]).toEqual([STAFF_PHOTOS.page, 2, null]);
  const seen = [...first.list, ...second.list].map(({ photo }) => photo.media_url);
  expect(seen.toSorted()).toEqual(photos.map(({ media_url }) => media_url).toSorted());
});

test('STF-16b a download names only photos whose permission is valid now, with their credits', async () => {
  const { media_url, author } = await world.newPhoto();
  const refused = await newRefused();
  const pending = (await world.newPhoto()).media_url;
  const foreign = (await world.newPhoto(LEAGUE)).media_url;
  await world.db.updateTable('photo').set({ original_state: 'pending' }).where('media_url', '=', pending).execute();
  await world.db.updateTable('profile').set({ nickname: '=1+1' }).where('user_id', '=', author).execute();
  const answer = await download([media_url, media_url, refused, pending, foreign]);
  const name = media_url.split('/').at(-1);
  expect(answer.files).toEqual([
    { media_url, file: `20260610_Event e-${CLUB}_${name}`, posted_at: '2026-06-10 12:00:00' },
  ]);
  expect(answer.refused).toEqual([
    { media_url: refused, why: 'permission' },
    { media_url: pending, why: 'original' },
    { media_url: foreign, why: 'gone' },
  ]);
  const [head, ...rows] = rowsOf(answer.csv);
  expect(head).toEqual(['file', 'name', 'consent_version', 'consent_at', 'url']);
  expect(rows).toEqual([
    [`20260610_Event e-${CLUB}_${name}`, "'=1+1", '1', '2026-06-10 12:00:00', expect.stringContaining('/?q=s~')],
  ]);
  const code = decodeURIComponent(new URL(rows[0]?.[4] ?? '').searchParams.get('q') ?? '');
  expect(await world.ok('getShortUrl', { query: { degenerate_url: code } })).toMatchObject({ original_url: media_url });
  expect(await world.staff.outcome('putStaffDownload', { as, body: { media_urls: [] } })).toBe('INVALID_REQUEST');
  const many = Array.from({ length: CLUB_DOWNLOAD_MAX + 1 }, () => media_url);
  expect(await world.staff.outcome('putStaffDownload', { as, body: { media_urls: many } })).toBe('INVALID_REQUEST');
});

test('STF-16b the credits name the consent that covers the photo, not an older or withdrawn one', async () => {
  const author = await world.newFan();
  await setPermit(author, true);
  world.setNow(NOON + HOUR);
  const photo = world.storePhoto(author, event_id, { usepermit: true });
  const { consent: _, ...plain } = photo;
  await world.post(author, event_id, [plain]);
  world.setNow(NOON + 2 * HOUR);
  await setPermit(author, false);
  await setPermit(author, true);
  const consentOf = async () => rowsOf((await download([photo.media_url])).csv)[1]?.[3];
  expect(await consentOf()).toBe('2026-06-10 12:00:00');
  world.setNow(NOON + 3 * HOUR);
  await setPermit(author, false, true);
  expect((await download([photo.media_url])).refused).toEqual([{ media_url: photo.media_url, why: 'permission' }]);
  world.setNow(NOON + 4 * HOUR);
  const caption = {
    public_list_id: 'event' as const,
    media_url: photo.media_url,
    caption: '',
    htag: '',
    player: '',
    photo_location: null,
    event_id,
    season_id: null,
    team_id: null,
    usepermit: true,
    wording: '2',
  };
  await world.ok('putCaption', { as: author, body: caption });
  expect(rowsOf((await download([photo.media_url])).csv)[1]?.slice(2, 4)).toEqual(['2', '2026-06-10 16:00:00']);
});

test('STF-16c each downloaded photo is a row of the log, and the list says when it was downloaded', async () => {
  const { media_url } = await world.newPhoto();
  const refused = await newRefused();
  world.setNow(NOON + HOUR);
  await download([media_url, refused]);
  expect(await actsOn(media_url)).toMatchObject([
    { act: 'photo download', staff_id: as, after: { consent_version: '1', consent_at: '2026-06-10 12:00:00' } },
  ]);
  expect(await actsOn(refused)).toEqual([]);
  expect(await listed({ permit: 'yes' })).toMatchObject([{ downloaded_at: '2026-06-10 13:00:00' }]);
  const others = await world.staff.ok('getStaffPhotos', { as: `owner-${CLUB}`, query: { event_id, permit: 'yes' } });
  expect(others.list).toMatchObject([{ downloaded_at: null }]);
});

test('STF-16d who downloaded a photo sees that its fan withdrew or deleted it, until the use stops', async () => {
  const [one, two, three] = nonEmpty([await world.newPhoto(), await world.newPhoto(), await world.newPhoto()]);
  if (!one || !two || !three) throw new Error('three photos');
  await download([one.media_url, two.media_url, three.media_url]);
  expect(await ended()).toEqual([]);
  await setPermit(one.author, false, true);
  await world.ok('deletePhoto', { as: two.author, body: { media_url: two.media_url, public_list_id: 'event' } });
  const why = async (who = as) => new Map((await ended(who)).map((row) => [row.media_url, row.why]));
  expect(await why()).toEqual(
    new Map([
      [one.media_url, 'withdrawn'],
      [two.media_url, 'gone'],
    ]),
  );
  expect((await ended()).find(({ media_url }) => media_url === one.media_url)?.file).toContain(
    one.media_url.split('/').at(-1),
  );
  expect(await why(`owner-${CLUB}`)).toEqual(new Map());
  // A photo that may be used stays a photo that was downloaded.
  const stop = (media_urls: string[]) => world.staff.ok('putStaffEndedPermissions', { as, body: { media_urls } });
  await stop([one.media_url, three.media_url]);
  expect([...(await why()).keys()]).toEqual([two.media_url]);
  expect((await actsOn(three.media_url)).map(({ act }) => act)).toEqual(['photo download']);
  expect((await actsOn(one.media_url)).map(({ act }) => act)).toEqual(['photo download', 'photo stop-use']);
  await setPermit(three.author, false, true);
  expect((await why()).get(three.media_url)).toBe('withdrawn');
});

test('STF-16d what an account downloaded is in its export, and goes with it', async () => {
  const editor = await world.newFan();
  await world.addStaff(editor, CLUB, 'editor');
  const { media_url } = await world.newPhoto();
  await download([media_url], editor);
  expect((await world.ok('getExport', { as: editor })).staff_downloads).toMatchObject([{ tenant_id: CLUB, media_url }]);
  await deleteAccount(world.db, editor, new Date(NOON));
  expect(await world.db.selectFrom('photo_download').selectAll().where('user_id', '=', editor).execute()).toEqual([]);
});

test('STF-15a a best shot notifies its author once; the mark and its notice go together, both logged', async () => {
  const { media_url, author } = await world.newPhoto();
  const mark = (is_best: boolean) => world.staff.ok('putStaffBestShot', { as, body: { media_url, is_best } });
  const told = async () => (await world.ok('getNotices', { as: author })).list.filter(({ kind }) => kind === 'best');
  await mark(true);
  await mark(true);
  expect(await told()).toMatchObject([{ media_url }]);
  expect((await listed())[0]?.photo.option).toBe('best');
  await mark(false);
  expect([await told(), (await listed())[0]?.photo.option]).toEqual([[], null]);
  expect(await actsOn(media_url)).toMatchObject([
    { act: 'photo best-shot', staff_id: as, before: { option: null }, after: { option: 'best' } },
    { act: 'photo best-shot', before: { option: 'best' }, after: { option: null } },
  ]);
});

test('STF-15b stars are the staff’s alone: no call of fans shows them', async () => {
  const { media_url } = await world.newPhoto();
  for (const stars of [-1, 1.5, 6])
    expect(await world.staff.outcome('putStaffStars', { as, body: { media_url, stars } })).toBe('INVALID_REQUEST');
  await world.staff.ok('putStaffStars', { as, body: { media_url, stars: 5 } });
  expect((await listed())[0]?.stars).toBe(5);
  const [shown] = (await world.ok('getPhoto', { query: { media_url: btoa(media_url) } })).list;
  expect(shown).not.toHaveProperty('stars');
  expect(await actsOn(media_url)).toMatchObject([{ act: 'photo stars', before: { stars: 0 }, after: { stars: 5 } }]);
});

test('STF-15c face tags are drawn by hand; who was overtaken is told, and boxes stay inside the picture', async () => {
  const { media_url } = await world.newPhoto();
  const face = (Left: number, name = '高峰 蓮') => ({
    name,
    BoundingBox: { Left, Top: 0.1, Width: 0.25, Height: 0.5 },
  });
  const put = (faces: ReturnType<typeof face>[], seen: ReturnType<typeof face>[]) =>
    world.staff.outcome('putStaffFaces', { as, body: { media_url, faces, seen } });
  expect(await put([face(0.2)], [])).toBe(200);
  // The same once more, as after a lost answer.
  expect(await put([face(0.2)], [])).toBe(200);
  expect(await put([face(0.3)], [])).toBe('ALREADY_DECIDED');
  expect(await put([face(0.2), face(0.75)], [face(0.2)])).toBe(200);
  for (const bad of [face(0.76), face(0.1, ' '), { ...face(0), BoundingBox: { ...face(0).BoundingBox, Width: 0 } }])
    expect(await put([bad], [face(0.2), face(0.75)])).toBe('INVALID_REQUEST');
  const [shown] = (await world.ok('getPhoto', { query: { media_url: btoa(media_url) } })).list;
  expect(shown?.face_info).toEqual([face(0.2), face(0.75)]);
  expect((await actsOn(media_url)).map(({ act }) => act)).toEqual(['photo faces', 'photo faces']);
});

test('STF-15a STF-15c photos of another tenant, hidden or unknown ones are not there', async () => {
  const foreign = (await world.newPhoto(LEAGUE)).media_url;
  const hidden = (await world.newPhoto()).media_url;
  await world.db
    .updateTable('photo')
    .set({ hidden_at: new Date(NOON) })
    .where('media_url', '=', hidden)
    .execute();
  for (const media_url of [foreign, hidden, foreign.replace(/.{20}\.jpg$/, `${'z'.repeat(20)}.jpg`)]) {
    expect(await world.staff.outcome('putStaffBestShot', { as, body: { media_url, is_best: true } })).toBe('NOT_FOUND');
    expect(await world.staff.outcome('putStaffStars', { as, body: { media_url, stars: 1 } })).toBe('NOT_FOUND');
    expect(await world.staff.outcome('putStaffFaces', { as, body: { media_url, faces: [], seen: [] } })).toBe(
      'NOT_FOUND',
    );
  }
});
