import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
});
afterAll(() => server.close());

test('API-GET-/event/items tells who posted where it decides how many more may be posted; one event tells it always', async () => {
  await server.addEvent('free');
  await server.addEvent('limited', { post_limit: 3 });
  await server.addEvent('asks', { usepermit_flag: true });
  for (const event of ['free', 'limited', 'asks']) await server.post('aki', event, [server.storePhoto('aki', event)]);
  const own = [{ user_id: 'aki', count: 1 }];
  const list = async () =>
    Object.fromEntries((await server.ok('getEvents')).list.map((event) => [event.event_id, event.postUser_list]));
  expect(await list()).toEqual({ free: [], limited: own, asks: own });
  for (const eventId of ['free', 'limited'])
    expect(await server.ok('getEvent', { params: { eventId } })).toMatchObject({ count: 1, postUser_list: own });
  await server.db
    .updateTable('event')
    .set({ crawl_period_end: formatWireDateTime(NOON - DAY) })
    .where('event_id', '=', 'limited')
    .execute();
  expect(await list()).toEqual({ free: [], limited: [], asks: own });
});
