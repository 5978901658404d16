import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitedUsers } from '../../server/database/migrations/limitedUsers.ts';
import { publicNames } from '../../server/database/migrations/publicNames.ts';
import { createAdmin } from './adminSetup.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

/** Nicknames as the identity provider has them at the moment. */
const nicknames = new Map<string, string>();
let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
beforeAll(async () => {
  server = await startRoutesServer({
    attributesOf: async (sub) => ({ name: `private ${sub}`, nickname: nicknames.get(sub) ?? sub, avatar: null }),
  });
  admin = createAdmin(server);
  for (const [sub, nickname] of [
    ['aki', 'アキ'],
    ['ben', 'ベン'],
    ['twin1', 'ふたり'],
    ['twin2', 'ふたり'],
  ] as const) {
    nicknames.set(sub, nickname);
    await server.join(sub);
  }
});
afterAll(() => server.close());

async function rename(sub: string, nickname: string) {
  nicknames.set(sub, nickname);
  await server.ok('getOwnAttributes', { as: sub });
}
const tryPost = async (as: string, event: string) => {
  const reply = await server.post(as, event, [server.storePhoto(as, event)]);
  return 'code' in reply ? reply.code : reply.status;
};
const period = '2026-06-01 00:00:00,2026-06-30 23:59:59';
/** Writes a file with one event limited to these, and imports it. */
async function limit(event: string, users: string) {
  admin.write(
    'events.csv',
    `event_id,event_name,event_type,event_date,crawl_period_start,crawl_period_end,userLimited\n${event},E,official,2026-06-10,${period},${users}\n`,
  );
  return admin.run('import', 'events', 'events.csv');
}

describe('events limited to users', () => {
  test('SAF-08 PST-03c no renaming opens a limited event, and none shuts out the one it is for', async () => {
    expect((await limit('only-aki', 'アキ')).code).toBe(0);
    expect(await tryPost('aki', 'only-aki')).toBe(200);
    expect(await tryPost('ben', 'only-aki')).toBe('NOT_ALLOWED');
    await rename('aki', 'アキ☆');
    await rename('ben', 'アキ');
    expect(await tryPost('ben', 'only-aki')).toBe('NOT_ALLOWED');
    expect(await tryPost('aki', 'only-aki')).toBe(200);
    // The wire tells the present names, and the accounts.
    expect(await server.ok('getEvent', { params: { eventId: 'only-aki' } })).toMatchObject({
      userLimited: ['アキ☆'],
      user_limited_ids: ['aki'],
    });
  });

  test('SAF-08 the same file again, or a longer list, changes nothing for whom it was set before', async () => {
    expect((await limit('only-aki', 'アキ')).out).toContain('1 as they were');
    await limit('only-aki', 'アキ|ふ');
    expect(await tryPost('ben', 'only-aki')).toBe('NOT_ALLOWED');
    expect(await tryPost('aki', 'only-aki')).toBe(200);
  });

  test('SAF-08 a name nobody bears opens to nobody, also not to who takes it later; the operator is told', async () => {
    const { out } = await limit('future', '未来の人');
    expect(out).toContain('future: no member is called 未来の人');
    await rename('ben', '未来の人');
    expect(await tryPost('ben', 'future')).toBe('NOT_ALLOWED');
    expect((await server.ok('getEvent', { params: { eventId: 'future' } })).userLimited).toEqual(['未来の人']);
  });

  test('SAF-08 a name of several members is refused, the account’s id is taken', async () => {
    const refused = await limit('twins', 'ふたり');
    expect([refused.code, refused.err.includes('2 members are called ふたり')]).toEqual([1, true]);
    expect((await limit('twins', 'twin2')).code).toBe(0);
    expect(await tryPost('twin1', 'twins')).toBe('NOT_ALLOWED');
    expect(await tryPost('twin2', 'twins')).toBe(200);
    expect((await server.ok('getEvent', { params: { eventId: 'twins' } })).userLimited).toEqual(['ふたり']);
  });

  test('SAF-08 the private name is no name of a limit', async () => {
    const { out } = await limit('private', 'private aki');
    expect(out).toContain('no member is called private aki');
    expect(await tryPost('aki', 'private')).toBe('NOT_ALLOWED');
  });

  test('SAF-08 SAF-16 limits of before are resolved once, and private names go', async () => {
    await server.db.transaction().execute(async (trx) => {
      // As it was before the two migrations.
      await sql`alter table profile add column name text not null default ''`.execute(trx);
      await sql`alter table event drop column user_limited_ids`.execute(trx);
      await sql`update profile set name = 'private ' || user_id, search = 'private ' || user_id`.execute(trx);
      await sql`update profile set nickname = '' where user_id = 'twin1'`.execute(trx);
      await sql`insert into profile(user_id, name, nickname, search, left_at) values ('gone', '', '', '', now())`.execute(
        trx,
      );
      await sql`update event set user_limited = '{アキ☆,private twin1,nobody}' where event_id = 'twins'`.execute(trx);
      await limitedUsers.up(trx);
      await publicNames.up(trx);
      const event = await trx.selectFrom('event').selectAll().where('event_id', '=', 'twins').executeTakeFirst();
      expect(event?.user_limited_ids).toEqual(['aki', 'twin1', '']);
      const rows = await trx.selectFrom('profile').selectAll().orderBy('user_id').execute();
      expect(JSON.stringify(rows)).not.toContain('private');
      expect(rows.find(({ user_id }) => user_id === 'gone')).toMatchObject({ nickname: '', search: '' });
      expect(rows.find(({ user_id }) => user_id === 'twin1')?.nickname).toMatch(/^ファン\d{4}$/);
      expect(rows.find(({ user_id }) => user_id === 'aki')?.search).toBe('あき☆');
    });
  });
});
