/** One fan follows and unfollows another in a loop, to have the other's phone ring. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUSH_FOLLOWS_MS } from '../../src/contract/abuseLimits.ts';
import { newPushPhone, subscriptionKeys } from '../api/pushSetup.ts';
import { type Outside, type Outsider, openOutside } from './outsider.ts';

let outside: Outside;
let aki: Outsider;
let ben: Outsider;
let rings = 0;
beforeAll(async () => {
  outside = await openOutside({
    pushFetch: async () => {
      rings += 1;
      return new Response(null, { status: 201 });
    },
  });
  aki = await outside.fan('aki');
  ben = await outside.fan('ben');
  const endpoint = 'https://fcm.googleapis.com/fcm/send/phone';
  const device = { endpoint, ...subscriptionKeys(newPushPhone('phone')) };
  expect((await aki.call('PUT', '/user/push/item', device)).status).toBe(200);
});
afterAll(() => outside.close());

const follow = (who: Outsider, method: 'PUT' | 'DELETE') =>
  who.call(method, '/user/follow/item', { follow_user: aki.sub });
/** What was told was told a day ago. */
const passDay = () =>
  outside.server.deps.db
    .updateTable('push_told')
    .set({ told_at: new Date(Date.now() - PUSH_FOLLOWS_MS) })
    .execute();
async function loop(who: Outsider, times: number) {
  for (let round = 0; round < times; round += 1) {
    expect((await follow(who, 'PUT')).status).toBe(200);
    await outside.server.runDeliveries();
    expect((await follow(who, 'DELETE')).status).toBe(200);
  }
}

test('SAF-41 following in a loop rings once a day, and keeps no other follower from being told', async () => {
  await loop(ben, 5);
  expect(rings).toBe(1);
  await follow(ben, 'PUT');
  await outside.server.runDeliveries();
  expect(rings).toBe(1);
  await follow(await outside.fan('chika'), 'PUT');
  await outside.server.runDeliveries();
  expect(rings).toBe(2);
  await follow(ben, 'DELETE');
  await passDay();
  await loop(ben, 3);
  expect(rings).toBe(3);
});
