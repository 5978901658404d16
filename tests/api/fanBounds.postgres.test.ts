/** On a real PostgreSQL, where calls of one fan really meet: what one may have stays within its bound. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FOLLOWS_MAX, MUTES_MAX } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
const others = Array.from({ length: 8 }, (_, n) => `other${n}`);
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', ...others]) for (const tenant of [CLUB, LEAGUE]) await server.join(user, tenant);
});
afterAll(() => server.close());

/** Answers of calls at the same moment, sorted. */
const statusesOf = async (calls: readonly Promise<{ readonly status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).toSorted();
const oneOf = [200, ...others.slice(1).map(() => 403)];

test('SAF-31a API-PUT-/user/follow/item calls at the same moment find the last place free once', async () => {
  await sql`insert into follow(tenant, user_id, follow_user)
    select ${CLUB}, 'aki', 'fan' || n from generate_series(1, ${FOLLOWS_MAX - 1}::int) as n`.execute(server.db);
  const calls = others.map((follow_user) => server.call('putFollow', { as: 'aki', body: { follow_user } }));
  expect(await statusesOf(calls)).toEqual(oneOf);
});

test('SAF-31a API-PUT-/user/mute/item so it is with mutes, in two tenants at once', async () => {
  await sql`insert into mute(user_id, muted_user)
    select 'aki', 'fan' || n from generate_series(1, ${MUTES_MAX - 1}::int) as n`.execute(server.db);
  const calls = others.map((mute_user, n) =>
    server.call('putMute', { as: 'aki', tenant: n % 2 === 0 ? CLUB : LEAGUE, body: { mute_user } }),
  );
  expect(await statusesOf(calls)).toEqual(oneOf);
});
