/** Permission for photo use (ROL-06): what the server believes, what it records, and what a withdrawal reaches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.addEvent('m1');
  await server.addEvent('l1', { tenant: LEAGUE });
});
afterAll(() => server.close());

/** A fan of their own for each test, member of both tenants. */
async function createFan(name: string) {
  for (const tenant of [CLUB, LEAGUE]) await server.join(name, tenant);
  const permit = (usepermit: boolean, more: { earlier_posts?: boolean; tenant?: string } = {}) => {
    const { tenant = CLUB, ...rest } = more;
    return server.ok('putUsepermit', { as: name, tenant, body: { usepermit, wording: '1', ...rest } });
  };
  /** Posts one photo; returns whether the server published it as permitted. */
  async function post(fields: Partial<NewPhoto>, tenant = CLUB) {
    const event = tenant === CLUB ? 'm1' : 'l1';
    const { consent: _, ...photo } = server.storePhoto(name, event, {}, tenant);
    expect(await server.post(name, event, [{ ...photo, ...fields }], tenant)).toMatchObject({ status: 200 });
    return { media_url: photo.media_url, isPermitted: () => isPermitted(photo.media_url, tenant) };
  }
  const records = async (tenant = CLUB) => (await server.ok('getConsents', { as: name, tenant })).list;
  return { permit, post, records };
}
async function isPermitted(media_url: string, tenant = CLUB) {
  const { list } = await server.ok('getPhoto', { tenant, query: { media_url: btoa(media_url) } });
  return list[0]?.usepermit;
}
const inForm = (at = NOON): Partial<NewPhoto> => ({ usepermit: true, consent: { wording: '1', at } });

test('ROL-06a permission given in one club permits nothing in another', async () => {
  const fan = await createFan('two-clubs');
  await fan.permit(true);
  expect(await (await fan.post({ usepermit: true })).isPermitted()).toBe(true);
  expect(await (await fan.post({ usepermit: true }, LEAGUE)).isPermitted()).toBe(false);
  expect(await (await fan.post(inForm(), LEAGUE)).isPermitted()).toBe(true);
  // A switch that was turned off stays off, whatever the fan permits elsewhere.
  expect(await (await fan.post({ usepermit: false })).isPermitted()).toBe(false);
});

test('ROL-06a a queued post that only remembers a permission is judged by the one of now', async () => {
  const fan = await createFan('withdrawn');
  await fan.permit(true);
  await fan.permit(false);
  expect(await (await fan.post({ usepermit: true })).isPermitted()).toBe(false);
  expect(await (await fan.post(inForm())).isPermitted()).toBe(true);
});

test('ROL-06b each change is a record: time, wording, place, photos; what changes nothing is none', async () => {
  const fan = await createFan('recorded');
  await fan.permit(true);
  await fan.permit(true);
  server.setNow(NOON + HOUR);
  const { media_url } = await fan.post(inForm());
  await fan.post({ usepermit: true });
  await fan.permit(true, { tenant: LEAGUE });
  const caption = {
    public_list_id: 'event',
    media_url,
    caption: '',
    photo_location: null,
    player: '',
    htag: '',
  } as const;
  const body = { ...caption, event_id: 'm1', season_id: null, team_id: null, wording: '1' };
  for (const usepermit of [true, false])
    await server.ok('putCaption', { as: 'recorded', body: { ...body, usepermit } });
  const form = { at: '2026-06-10 13:00:00', place: 'form', wording: '1', photos: 1 };
  const settings = { at: '2026-06-10 12:00:00', usepermit: true, place: 'settings', wording: '1', photos: 0 };
  expect(await fan.records()).toEqual([{ ...form, usepermit: false }, { ...form, usepermit: true }, settings]);
  expect(await fan.records(LEAGUE)).toEqual([{ ...settings, at: form.at }]);
  const { consents } = await server.ok('getExport', { as: 'recorded' });
  expect(consents).toHaveLength(4);
  expect(consents).toContainEqual({ tenant_id: LEAGUE, ...settings, at: form.at });
  server.setNow(NOON);
});

test('ROL-06b photos of one form are one record, and a registration that is repeated adds none', async () => {
  const fan = await createFan('repeated');
  const list = [server.storePhoto('repeated', 'm1'), server.storePhoto('repeated', 'm1')];
  for (const _ of [1, 2]) expect(await server.post('repeated', 'm1', list)).toMatchObject({ status: 200 });
  expect(await fan.records()).toMatchObject([{ place: 'form', photos: 2 }]);
});

test('ROL-06c a withdrawal for earlier photos reaches those of this club alone, and posts on their way', async () => {
  const fan = await createFan('withdraws');
  const other = await createFan('stays');
  const [mine, elsewhere, others] = [
    await fan.post(inForm()),
    await fan.post(inForm(), LEAGUE),
    await other.post(inForm()),
  ];
  server.setNow(NOON + HOUR);
  await fan.permit(false, { earlier_posts: true });
  const states = async () => Promise.all([mine, elsewhere, others].map((photo) => photo.isPermitted()));
  expect(await states()).toEqual([false, true, true]);
  expect((await fan.records())[0]).toMatchObject({ usepermit: false, place: 'settings', photos: 1 });
  // The form of this post was filled in before; its device's clock may also be wrong.
  expect(await (await fan.post(inForm(NOON + HOUR - 1))).isPermitted()).toBe(false);
  expect(await (await fan.post(inForm(NOON + 2 * HOUR))).isPermitted()).toBe(false);
  expect(await (await fan.post(inForm(NOON + HOUR + 1))).isPermitted()).toBe(true);
  expect(await states()).toEqual([false, true, true]);
  server.setNow(NOON);
});

test('ROL-06c a withdrawal alone leaves earlier photos as they were posted', async () => {
  const fan = await createFan('from-now-on');
  await fan.permit(true);
  const photo = await fan.post({ usepermit: true });
  await fan.permit(false);
  expect(await photo.isPermitted()).toBe(true);
});
