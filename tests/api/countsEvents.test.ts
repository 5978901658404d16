import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { CLUB } from '../support/tenants.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const id of ['aki', 'b1', 'b2', 'b3']) await server.join(id);
});
afterAll(() => server.close());

test('API-GET-/event/items tells who posted most, and everybody where that decides how many more may be', async () => {
  await server.addEvent('free');
  await server.addEvent('limited', { post_limit: 3 });
  await server.addEvent('asks', { usepermit_flag: true });
  for (const event of ['free', 'limited', 'asks']) await server.post('aki', event, [server.storePhoto('aki', event)]);
  const own = [{ user_id: 'aki', count: 1 }];
  for (const id of ['b1', 'b2', 'b3'])
    for (const event of ['free', 'limited'])
      await server.post(id, event, [server.storePhoto(id, event), server.storePhoto(id, event)]);
  const most = ['b1', 'b2', 'b3'].map((user_id) => ({ user_id, count: 2 }));
  const list = async () =>
    Object.fromEntries((await server.ok('getEvents')).list.map((event) => [event.event_id, event.postUser_list]));
  expect(await list()).toEqual({ free: most, limited: [...most, ...own], asks: own });
  for (const eventId of ['free', 'limited'])
    expect(await server.ok('getEvent', { params: { eventId } })).toMatchObject({
      count: 7,
      postUser_list: [...most, ...own],
    });
  await server.db
    .updateTable('event')
    .set({ crawl_period_end: formatWireDateTime(NOON - DAY) })
    .where('event_id', '=', 'limited')
    .execute();
  expect(await list()).toEqual({ free: most, limited: most, asks: own });
});

test('API-GET-/event/items names persons of an event, those with most photos first, alike ones by name', async () => {
  await server.addEvent('named');
  const shown = [
    { name: 'Aoki', n: 1 },
    { name: 'Doi', n: 3 },
    { name: 'Chiba', n: 2 },
    { name: 'Baba', n: 2 },
  ];
  await server.db
    .insertInto('person_tally')
    .values(shown.map((one) => ({ ...one, tenant: CLUB, kind: 'event', value: 'named' })))
    .execute();
  const { list } = await server.ok('getEvents');
  expect(list.find(({ event_id }) => event_id === 'named')?.person_list).toEqual(['Doi', 'Baba', 'Chiba', 'Aoki']);
});
