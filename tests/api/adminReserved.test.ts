/** A reserved name belongs to one account, or to none: whoever merely bears it gains nothing (ROL-04e). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mayUseName } from '../../server/api/users/reservedNames.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
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
  await server.addEvent('for-amb', { event_type: 'ambassador' });
  await server.addEvent('open');
  await bear('cam', '公式カメラ');
  await bear('imp', '公 式カメラ');
  await bear('far', '★公式カメラ★', LEAGUE);
  await bear('fan', 'みどり');
});
beforeEach(async () => {
  for (const table of ['reserved_name', 'ambassador', 'notice'] as const) await server.db.deleteFrom(table).execute();
});
afterAll(() => server.close());

async function bear(sub: string, nickname: string, tenant = CLUB) {
  nicknames.set(sub, nickname);
  await server.join(sub, tenant);
}
const reserve = (csv: string, ...words: string[]) => {
  admin.write('r.csv', csv);
  return admin.run('import', 'reserved-names', 'r.csv', ...words);
};
const tryPost = async (as: string) => {
  const reply = await server.post(as, 'for-amb', [server.storePhoto(as, 'for-amb')]);
  return 'code' in reply ? reply.code : reply.status;
};
const standing = async () => ({
  post: [await tryPost('cam'), await tryPost('imp')],
  marks: (await server.ok('getAmbassadors')).list.map(({ ambassador_user_id }) => ambassador_user_id),
  owners: (await server.ok('getReservedNames')).owners,
});
const NOBODY = { post: ['NOT_ALLOWED', 'NOT_ALLOWED'], marks: [], owners: [] };
const ofCam = {
  post: [200, 'NOT_ALLOWED'],
  marks: ['cam'],
  owners: [{ name: '公式カメラ', user_id: 'cam' }],
};
const told = async (as: string, tenant = CLUB) =>
  (await server.ok('getNotices', { as, tenant })).list.map(({ title, url }) => [title, url]);
const isAsked = async (as: string) => (await server.ok('getOwnAttributes', { as })).name_reserved ?? false;

test('ROL-04e a name somebody bears is not reserved before its owner is named, whatever it is written like', async () => {
  const refused = await reserve('name\n公式カメラ\n未来の名\n');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('line 2, owner: 3 accounts bear "公式カメラ"');
  for (const bearer of [
    'cam  公式カメラ (member, 0 photos)',
    'imp  公 式カメラ',
    'far  ★公式カメラ★ (no member of',
    '--owner "公式カメラ=',
    'none',
  ])
    expect(refused.err).toContain(bearer);
  expect(refused.err).not.toContain('未来の名');
  expect(await server.ok('getReservedNames')).toEqual({ list: [], owners: [] });
  expect(await standing()).toEqual(NOBODY);
});

test('ROL-04e its owner alone gains standing: by a column of the file, or by words of the command', async () => {
  for (const [csv, ...words] of [
    ['name,owner\n公式カメラ,cam\n'],
    ['name\n公式カメラ\n', '--owner', '公式カメラ=cam'],
  ] as const) {
    await server.db.deleteFrom('reserved_name').execute();
    expect(await reserve(csv, ...words)).toMatchObject({ code: 0, err: '' });
    expect(await standing()).toEqual(ofCam);
    expect((await reserve(csv, ...words)).out).toContain('1 as they were');
  }
  // Names change; who was named stays.
  await bear('cam', 'カメラ担当');
  expect(await standing()).toEqual(ofCam);
  await bear('cam', '公式カメラ');
  expect((await reserve('name,owner\n公式カメラ,none\n')).code).toBe(0);
  expect(await standing()).toEqual(NOBODY);
  await reserve('name,owner\n公式カメラ,cam\n');
  await admin.done('remove', 'reserved-names', '公式カメラ');
  expect(await standing()).toEqual(NOBODY);
});

test('ROL-04e nobody owns it: nobody gains standing, and the dry run says so first', async () => {
  expect((await reserve('name,owner\n公式カメラ,none\n', '--dry-run')).out).toContain('3 accounts');
  expect(await standing()).toEqual(NOBODY);
  expect((await reserve('name,owner\n公式カメラ,none\n')).code).toBe(0);
  expect(await standing()).toEqual(NOBODY);
  expect(await admin.done('export', 'reserved-names')).toContain('公式カメラ,none');
});

test('ROL-04e wrong owners are refused: no account, one that left, a name the file does not have', async () => {
  await server.db
    .insertInto('profile')
    .values({ user_id: 'gone', nickname: '', search: '', left_at: new Date() })
    .execute();
  for (const owner of ['ghost', 'gone'])
    expect((await reserve(`name,owner\n公式カメラ,${owner}\n`)).err).toContain(`owner: there is no account ${owner}`);
  expect((await reserve('name\n公式カメラ\n', '--owner', '公式=cam')).err).toContain('does not have "公式"');
  expect((await reserve('name\n公式カメラ\n', '--owner', 'cam')).code).toBe(2);
});

test('ROL-04e at a terminal the command lists who bears the name, and asks whose it is', async () => {
  const asked: string[] = [];
  const answers = ['9', 'ghost', '3'];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? null;
  };
  const atTerminal = createAdmin(server, { ask });
  atTerminal.write('r.csv', 'name\n公式カメラ\n未来の名\n');
  const ran = await atTerminal.run('import', 'reserved-names', 'r.csv');
  expect(ran.code).toBe(0);
  expect(ran.err).toContain('  3  far  ★公式カメラ★');
  expect(asked).toHaveLength(3);
  const far = [{ name: '公式カメラ', user_id: 'far' }];
  expect((await server.ok('getReservedNames')).owners).toEqual(far);
  // Decided once: not asked again.
  expect((await atTerminal.run('import', 'reserved-names', 'r.csv')).out).toContain('2 as they were');
  expect(asked).toHaveLength(3);
  await admin.done('remove', 'reserved-names', '公式カメラ');
  // Whoever leaves the question open changes nothing.
  expect(await atTerminal.run('import', 'reserved-names', 'r.csv')).toMatchObject({ code: 1, out: '' });
  expect((await server.ok('getReservedNames')).list).toEqual(['未来の名']);
});

test('ROL-04e SAF-14c only its owner takes the name later, whoever else stands for the tenant', async () => {
  const icon = { object_key: null, name: '大使' };
  await server.db
    .insertInto('ambassador')
    .values({ tenant: CLUB, user_id: 'amb', ...icon })
    .execute();
  await reserve('name,owner\n公式カメラ,cam\n未来の名,none\n');
  const free = (name: string, sub: string | null) => mayUseName(server.db, name, sub);
  for (const [sub, name, may] of [
    ['cam', '公式カメラ', true],
    ['imp', '公式カメラ', false],
    ['amb', '公式カメラ', false],
    [null, '★公式カメラ★', false],
    ['imp', '未来の名', false],
    ['amb', '未来の名', true],
  ] as const)
    expect([sub, name, await free(name, sub)]).toEqual([sub, name, may]);
  // An ambassador who bears it already is no owner either.
  await server.db.updateTable('ambassador').set({ user_id: 'imp' }).execute();
  expect(await free('公式カメラ', 'imp')).toBe(false);
});

test('ROL-04e the others who bear it are asked to choose another name, until they have', async () => {
  await reserve('name,owner\n公式カメラ,cam\n');
  const notice = ['ニックネームを変更してください', `/common/settings.html?t=${CLUB}`];
  expect([await told('cam'), await told('imp')]).toEqual([[], [notice]]);
  expect(await told('far')).toEqual([]);
  // Who is no member here is told where they are one.
  expect(await told('far', LEAGUE)).toEqual([[notice[0], `/common/settings.html?t=${LEAGUE}`]]);
  expect([await isAsked('cam'), await isAsked('imp'), await isAsked('fan')]).toEqual([false, true, false]);
  await bear('imp', '別の名前');
  expect(await isAsked('imp')).toBe(false);
  await bear('imp', '公 式カメラ');
});

test('ROL-04e reservations of before are nobody’s: no standing, nobody is asked, a list says they are open', async () => {
  // As a server of the release before writes it.
  await server.db.insertInto('reserved_name').values({ tenant: CLUB, name: '公式カメラ' }).execute();
  expect(await standing()).toEqual(NOBODY);
  expect(await isAsked('imp')).toBe(false);
  expect(await mayUseName(server.db, '公式カメラ', 'fan')).toBe(false);
  const open = await admin.done('reserved-names', 'show');
  expect(open).toContain('公式カメラ  not decided');
  expect(open).toContain('imp  公 式カメラ');
  expect((await reserve('name\n公式カメラ\n')).code).toBe(1);
  await reserve('name,owner\n公式カメラ,cam\n');
  expect(await admin.done('reserved-names', 'show')).toContain('公式カメラ  cam  公式カメラ');
  expect(await standing()).toEqual(ofCam);
});

test('ROL-04e SOC-02 an owner is among the ambassadors everywhere, a namesake nowhere', async () => {
  const photo = server.storePhoto('fan', 'open');
  await server.post('fan', 'open', [photo]);
  for (const as of ['cam', 'imp', 'fan'])
    await server.ok('putReaction', { as, body: { media_url: photo.media_url, reaction: '1', targetuser: 'fan' } });
  const first = async () => {
    const answer = await server.ok('getReactions', { query: { media_url: photo.media_url } });
    return 'reactions' in answer ? answer.reactions[0]?.user_id : undefined;
  };
  const shots = { imp: server.storePhoto('imp', 'open'), cam: server.storePhoto('cam', 'open') };
  for (const [as, shot] of Object.entries(shots)) await server.post(as, 'open', [shot]);
  const staff = async () =>
    (
      await server.ok('getPublicList', { params: { publicListId: 'all' }, query: { e: 'open', photographer: 'staff' } })
    ).media_list.map(({ user_id }) => user_id);
  expect(await staff()).toEqual([]);
  await reserve('name,owner\n公式カメラ,cam\n');
  expect([await first(), await staff()]).toEqual(['cam', ['cam']]);
  await reserve('name,owner\n公式カメラ,imp\n');
  expect([await first(), await staff()]).toEqual(['imp', ['imp']]);
});

test('ROL-04e an owner who leaves owns nothing any more', async () => {
  await bear('last', '去る人');
  await reserve('name,owner\n去る人,last\n');
  const { deleteAccount } = await import('../../server/api/account/deleteAccount.ts');
  await deleteAccount(server.db, 'last', new Date());
  expect(await server.ok('getReservedNames')).toEqual({ list: ['去る人'], owners: [] });
});
