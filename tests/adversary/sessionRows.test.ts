/** One account signs in again and again, to fill the table that every call reads. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SESSIONS_PER_ACCOUNT } from '../../src/contract/abuseLimits.ts';
import { type Outside, openOutside } from './outsider.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
});
afterAll(() => outside.close());

test('SAF-42 an account has a bounded number of sign-ins: the oldest ends for a new one', async () => {
  const fan = await outside.fan('aki');
  const other = await outside.fan('ben');
  const listed = async (who = fan) => (await who.call('GET', '/user/session/items')).status;
  expect(await listed()).toBe(200);
  for (let count = 1; count < SESSIONS_PER_ACCOUNT; count += 1) await outside.forge.signIn(fan.sub);
  expect(await listed()).toBe(200);
  for (let count = 0; count < 5; count += 1) await outside.forge.signIn(fan.sub);
  expect([await listed(), await listed(other)]).toEqual([401, 200]);
  const rows = await outside.server.deps.db
    .selectFrom('identity_session')
    .select('id')
    .where('sub', '=', fan.sub)
    .execute();
  expect(rows).toHaveLength(SESSIONS_PER_ACCOUNT);
});
