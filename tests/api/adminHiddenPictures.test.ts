/** A photo that an operator hides is no picture of an event either. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/config.ts';
import { createAdmin } from './adminSetup.ts';
import { draftOf } from './contract/draft.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
beforeAll(async () => {
  server = await startRoutesServer();
  admin = createAdmin(server);
  for (const user of ['aki', 'ben']) await server.join(user);
});
afterAll(() => server.close());

const PERIOD = { crawl_period_start: '2026-06-10 00:00:00', crawl_period_end: '2026-06-30 23:59:59' };
const change = (event_id: string, pictures: { thumbnail: string | null; descriptive_photo: string | null }) =>
  server.call('putEvent', { as: 'aki', body: draftOf({ ...PERIOD, event_id, ...pictures }) });

/** An event of aki's with two posted photos as its pictures, the first with smaller ones, bookmarked by ben. */
async function pictured() {
  const { event_id } = await server.ok('putEvent', { as: 'aki', body: draftOf(PERIOD) });
  const photos = [server.storePhoto('aki', event_id), server.storePhoto('aki', event_id)];
  expect((await server.post('aki', event_id, photos)).status).toBe(200);
  const [thumbnail = '', descriptive_photo = ''] = photos.map(({ media_url }) => media_url);
  expect((await change(event_id, { thumbnail, descriptive_photo })).status).toBe(200);
  const picture = JSON.stringify({ media_url: thumbnail, width: 40, height: 30, variants: [240] });
  await server.db.updateTable('event').set({ picture }).where('event_id', '=', event_id).execute();
  await server.ok('putFavorite', { as: 'ben', body: { media_url: event_id, targetuser: null } });
  return { event_id, thumbnail, descriptive_photo };
}

/** The event's pictures in every answer that has it. */
async function shownOf(event_id: string) {
  const answers = [
    [await server.ok('getEvent', { params: { eventId: event_id } })],
    (await server.ok('getMemorialEvents')).list,
    (await server.ok('getFavoriteEvents', { as: 'ben' })).event_list,
  ];
  return answers.map((events) => {
    const event = events.find((one) => one.event_id === event_id);
    return [event?.thumbnail, event?.picture, event?.descriptive_photo];
  });
}
const everywhere = (pictures: unknown[]) => [pictures, pictures, pictures];

test('OPR-02f an event shows no hidden photo, in no answer, at once, and shows it again afterwards', async () => {
  const { event_id, thumbnail, descriptive_photo } = await pictured();
  const picture = { width: 40, height: 30, variants: [240] };
  expect(await shownOf(event_id)).toEqual(everywhere([thumbnail, picture, descriptive_photo]));
  await admin.done('photo', 'hide', thumbnail);
  expect(await shownOf(event_id)).toEqual(everywhere([null, null, descriptive_photo]));
  await admin.done('photo', 'hide', descriptive_photo);
  expect(await shownOf(event_id)).toEqual(everywhere([null, null, null]));
  for (const key of [thumbnail, descriptive_photo]) await admin.done('photo', 'unhide', key);
  expect(await shownOf(event_id)).toEqual(everywhere([thumbnail, picture, descriptive_photo]));
});

test('OPR-02f nor its thumbnail, which an operator may have named', async () => {
  const { thumbnail } = await pictured();
  await server.addEvent('named', { thumbnail: thumbnailKey(thumbnail), descriptive_photo: '/images/a.jpg' });
  const read = () => server.ok('getEvent', { params: { eventId: 'named' } });
  await admin.done('photo', 'hide', thumbnail);
  expect(await read()).toMatchObject({ thumbnail: null, descriptive_photo: '/images/a.jpg' });
  await admin.done('photo', 'unhide', thumbnail);
  expect(await read()).toMatchObject({ thumbnail: thumbnailKey(thumbnail) });
});

test('OPR-02f SAF-21 a hidden photo is made no event’s picture, by its author neither', async () => {
  const { event_id, thumbnail, descriptive_photo } = await pictured();
  expect((await change(event_id, { thumbnail: null, descriptive_photo: null })).status).toBe(200);
  await admin.done('photo', 'hide', thumbnail);
  const invalid = { status: 400, code: 'INVALID_REQUEST' };
  expect(await change(event_id, { thumbnail, descriptive_photo: null })).toEqual(invalid);
  expect(await change(event_id, { thumbnail: null, descriptive_photo: thumbnail })).toEqual(invalid);
  expect((await change(event_id, { thumbnail: descriptive_photo, descriptive_photo: null })).status).toBe(200);
  await admin.done('photo', 'unhide', thumbnail);
  expect((await change(event_id, { thumbnail, descriptive_photo: null })).status).toBe(200);
});

test('OPR-02f who changes an event does not take out what is hidden from them, and may choose another', async () => {
  const { event_id, thumbnail, descriptive_photo } = await pictured();
  for (const key of [thumbnail, descriptive_photo]) await admin.done('photo', 'hide', key);
  const other = server.storePhoto('aki', event_id).media_url;
  expect((await change(event_id, { thumbnail: null, descriptive_photo: null })).status).toBe(200);
  expect((await change(event_id, { thumbnail: null, descriptive_photo: other })).status).toBe(200);
  for (const key of [thumbnail, descriptive_photo]) await admin.done('photo', 'unhide', key);
  const [answer] = await shownOf(event_id);
  expect(answer).toEqual([thumbnail, { width: 40, height: 30, variants: [240] }, other]);
  // What is shown goes when it is taken out.
  expect((await change(event_id, { thumbnail: null, descriptive_photo: null })).status).toBe(200);
  expect((await shownOf(event_id))[0]).toEqual([null, null, null]);
});
