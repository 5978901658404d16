/** Names of clubs and words of authority are for their staff, at every call that takes a name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayNameEvent, mayUseName } from '../../server/api/users/reservedNames.ts';
import { tenants } from '../../tenants/index.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

const nicknames = new Map<string, string>();
let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
beforeAll(async () => {
  server = await startRoutesServer({
    attributesOf: async (sub) => ({ name: `private ${sub}`, nickname: nicknames.get(sub) ?? sub, avatar: null }),
  });
  admin = createAdmin(server);
  for (const [sub, nickname] of [
    ['old', '公式マニア'],
    ['fan', 'みどり'],
    ['press', '広報'],
    ['other', '別の広報'],
  ] as const) {
    nicknames.set(sub, nickname);
    await server.join(sub, CLUB);
  }
  await server.db.insertInto('official_user').values({ tenant: CLUB, user_id: 'press' }).execute();
  await server.db.insertInto('official_user').values({ tenant: LEAGUE, user_id: 'other' }).execute();
});
afterAll(() => server.close());
const ownOf = (id: string) => tenants.find((one) => one.id === id);

test('SAF-14c SAF-14d no fan takes a tenant’s name, nor a name with a word of authority', async () => {
  const own = tenants.flatMap(({ name, shortName }) => [name, shortName]);
  for (const name of [...own, '川崎フロンターレ公式', '運営スタッフ', '公式™', 'staff'])
    for (const sub of [null, 'fan']) expect([name, await mayUseName(server.db, name, sub)]).toEqual([name, false]);
  for (const name of ['フロンターレ大好き', '公一', '式部', 'ことスタ'])
    expect([name, await mayUseName(server.db, name, null)]).toEqual([name, true]);
});

test('SAF-14d the club’s own staff bear them: its name those of the club, words of authority those of any', async () => {
  const name = ownOf(CLUB)?.name ?? '';
  expect(await mayUseName(server.db, name, 'press')).toBe(true);
  expect(await mayUseName(server.db, name, 'other')).toBe(false);
  for (const sub of ['press', 'other']) expect(await mayUseName(server.db, '広報スタッフ', sub)).toBe(true);
});

test('SAF-14d an event may speak of staff and official matches, and bears no tenant’s name', async () => {
  for (const name of ['スタッフさんありがとう', '公式戦の思い出'])
    expect(await mayNameEvent(server.db, CLUB, name, 'fan')).toBe(true);
  expect(await mayNameEvent(server.db, CLUB, ownOf(CLUB)?.shortName ?? '', 'fan')).toBe(false);
});

test('SAF-14e an operator lists who bears a name that is reserved by now', async () => {
  const { out } = await admin.run('reserved-names', 'bearers');
  expect(out.trim().split('\n')).toEqual([expect.stringContaining('old  公式マニア')]);
  await server.db.updateTable('profile').set({ nickname: 'もう別の名' }).where('user_id', '=', 'old').execute();
  expect((await admin.run('reserved-names', 'bearers')).out).toContain('Nobody bears');
});
